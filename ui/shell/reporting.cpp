// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reporting.h"

#include <QFileInfo>

#include <memory>

#include "ui/controls/ask_file.h"
#include "ui/figures/printed_page.h"
#include "ui/shell/writing_beside.h"

namespace plateau::ui {

Reporting::Reporting(QWidget& window, StatusLine& status)
    : QObject(&window), window_(window), writing_(*new WritingBeside(*this, status))
{
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
    const bool html = QFileInfo(file).suffix().compare(QLatin1String("html"), Qt::CaseInsensitive) == 0;
    writing_.write(file, tr("Writing the report ..."), tr("Report saved: %1"), [make = std::move(make), html] {
        auto report = std::make_shared<const views::Report>(make());
        return [report, html] {
            return report_bytes(*report, html ? ReportFormat::Html : ReportFormat::Pdf, {}).toStdString();
        };
    });
}

} // namespace plateau::ui
