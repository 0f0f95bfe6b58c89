// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/writing_beside.h"

#include <QFileInfo>

#include <memory>

#include "core/files/output.h"
#include "ui/controls/text.h"
#include "ui/shell/status_line.h"

namespace plateau::ui {

WritingBeside::WritingBeside(QObject& parent, StatusLine& status) : QObject(&parent), status_(status) { }

WritingBeside::~WritingBeside()
{
    if (worker_.joinable())
        worker_.join();
}

void WritingBeside::write(const QString& file, const QString& begun, const QString& saved, Work work)
{
    if (working_)
        return;
    working_ = true;
    status_.show_message(begun);
    if (worker_.joinable())
        worker_.join();
    worker_ = std::thread([this, file, saved, work = std::move(work)] {
        auto bytes = std::make_shared<const Bytes>(work());
        QMetaObject::invokeMethod(
            this, [this, file, saved, bytes] { finish(file, saved, (*bytes)()); }, Qt::QueuedConnection);
    });
}

void WritingBeside::finish(const QString& file, const QString& saved, const std::string& bytes)
{
    const auto written = files::write_file(file.toStdU16String(), bytes, files::Replacing::any_file());
    working_ = false;
    status_.show_message(written ? saved.arg(QFileInfo(file).fileName()) : text(written.error()));
}

} // namespace plateau::ui
