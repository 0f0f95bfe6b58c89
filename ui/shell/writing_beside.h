// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <string>
#include <thread>

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

    using Bytes = std::function<std::string()>; ///< runs in the window
    /// `begun` is said now, `saved` with %1 for the file's name at the end. Nothing where one is still at work.
    void write(const QString& file, const QString& begun, const QString& saved, std::function<Bytes()> beside);
    bool is_working() const { return working_; }

private:
    StatusLine* status_;
    std::thread worker_;
    bool working_ = false;
};

} // namespace plateau::ui
