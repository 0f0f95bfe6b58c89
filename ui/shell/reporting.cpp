// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reporting.h"

#include <QFileInfo>

#include <memory>

#include "core/files/output.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/text.h"
#include "ui/figures/report_files.h"
#include "ui/shell/status_line.h"

namespace plateau::ui {

Reporting::Reporting(QWidget& window, StatusLine& status) : QObject(&window), window_(window), status_(status) { }

Reporting::~Reporting()
{
    if (worker_.joinable())
        worker_.join();
}

void Reporting::ask(const QString& name, std::function<views::Report()> make)
{
    const QString file
        = ask_save_file(&window_, tr("Report"), name + QStringLiteral(".pdf"), tr("PDF (*.pdf);;Web page (*.html)"),
                        {QStringLiteral("pdf"), QStringLiteral("html")});
    if (!file.isEmpty())
        write(file, std::move(make));
}

void Reporting::write(const QString& file, std::function<views::Report()> make)
{
    if (working_)
        return;
    working_ = true;
    status_.show_message(tr("Writing the report ..."));
    if (worker_.joinable())
        worker_.join();
    worker_ = std::thread([this, file, make = std::move(make)] {
        auto report = std::make_shared<const views::Report>(make());
        QMetaObject::invokeMethod(
            this, [this, file, report] { finish(file, *report); }, Qt::QueuedConnection);
    });
}

void Reporting::finish(const QString& file, const views::Report& report)
{
    const bool html = QFileInfo(file).suffix().compare(QLatin1String("html"), Qt::CaseInsensitive) == 0;
    const QByteArray bytes = report_bytes(report, html ? ReportFormat::Html : ReportFormat::Pdf, {});
    const auto written
        = files::write_file(file.toStdU16String(), {bytes.constData(), static_cast<std::size_t>(bytes.size())},
                            files::Replacing::any_file());
    working_ = false;
    status_.show_message(written ? tr("Report saved: %1").arg(QFileInfo(file).fileName()) : text(written.error()));
}

} // namespace plateau::ui
