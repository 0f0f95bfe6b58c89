// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "core/text/messages/error.h"

namespace plateau::ui {

class StatusLine;

/// What takes long to work out is worked out beside the window, one at a time, and then put into a file.
class WritingBeside final : public QObject {
public:
    /// `status` says how far a file is; null: somebody else does.
    explicit WritingBeside(QObject& parent, StatusLine* status = nullptr) : QObject(&parent), status_(status) { }
    ~WritingBeside() override;

    using Then = std::function<void()>; ///< runs in the window, once the work is done
    void work(std::function<Then()> beside);

    using Bytes = std::function<Expected<std::string>()>; ///< runs in the window
    /// `begun` is said now, `saved` with %1 for the file's name at the end. Nothing where one is still at work.
    void write(const QString& file, const QString& begun, const QString& saved, std::function<Bytes()> beside);
    bool is_working() const { return working_; }
    /// For the work: has something done in the window and waits for it. False: the window is being closed.
    bool in_window(const std::function<void()>& task);

private:
    StatusLine* status_;
    std::thread worker_;
    bool working_ = false;
    std::atomic<bool> leaving_ = false, worked_ = true;
};

} // namespace plateau::ui
