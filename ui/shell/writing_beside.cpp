// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/writing_beside.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "core/files/output.h"
#include "ui/controls/text.h"
#include "ui/shell/status_line.h"

namespace plateau::ui {

WritingBeside::~WritingBeside()
{
    leaving_ = true;
    while (!worked_) // it may wait for the window
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    if (worker_.joinable())
        worker_.join();
}

bool WritingBeside::in_window(const std::function<void()>& task)
{
    return !leaving_ && QMetaObject::invokeMethod(this, task, Qt::BlockingQueuedConnection);
}

void WritingBeside::work(std::function<Then()> beside)
{
    working_ = true;
    if (worker_.joinable())
        worker_.join();
    worked_ = false;
    worker_ = std::thread([this, beside = std::move(beside)] {
        Then done = beside();
        worked_ = true;
        QMetaObject::invokeMethod(
            this,
            [this, then = std::move(done)] {
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
            const auto written = bytes().and_then([&](const std::string& all) {
                return files::write_file(file.toStdU16String(), all, files::Replacing::any_file());
            });
            status_->show_message(written ? saved.arg(QFileInfo(file).fileName()) : text(written.error()));
        };
    });
}

} // namespace plateau::ui
