// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <string>
#include <thread>

namespace plateau::ui {

class StatusLine;

/// A file that takes long to work out: that is done beside the window, one at a time, and the status line says how far
/// it is.
class WritingBeside final : public QObject {
public:
    WritingBeside(QObject& parent, StatusLine& status);
    ~WritingBeside() override;

    using Bytes = std::function<std::string()>; ///< runs in the window
    using Work = std::function<Bytes()>; ///< runs beside it
    /// `begun` is said now, `saved` with %1 for the file's name at the end. Nothing where one is still at work.
    void write(const QString& file, const QString& begun, const QString& saved, Work work);
    bool is_working() const { return working_; }

private:
    void finish(const QString& file, const QString& saved, const std::string& bytes);

    StatusLine& status_;
    std::thread worker_;
    bool working_ = false;
};

} // namespace plateau::ui
