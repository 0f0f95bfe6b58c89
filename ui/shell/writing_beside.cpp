// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/writing_beside.h"

#include <QFileInfo>

#include "core/files/output.h"
#include "ui/controls/text.h"
#include "ui/shell/status_line.h"

namespace plateau::ui {

WritingBeside::~WritingBeside()
{
    if (worker_.joinable())
        worker_.join();
}

void WritingBeside::work(std::function<Then()> beside)
{
    working_ = true;
    if (worker_.joinable())
        worker_.join();
    worker_ = std::thread([this, beside = std::move(beside)] {
        QMetaObject::invokeMethod(
            this,
            [this, then = beside()] {
                working_ = false;
                then();
            },
            Qt::QueuedConnection);
    });
}

void WritingBeside::write(const QString& file, const QString& begun, const QString& saved,
                          std::function<Bytes()> beside)
{
    if (working_)
        return;
    status_->show_message(begun);
    work([=, this, beside = std::move(beside)]() -> Then {
        return [=, this, bytes = beside()] {
            const auto written = files::write_file(file.toStdU16String(), bytes(), files::Replacing::any_file());
            status_->show_message(written ? saved.arg(QFileInfo(file).fileName()) : text(written.error()));
        };
    });
}

} // namespace plateau::ui
