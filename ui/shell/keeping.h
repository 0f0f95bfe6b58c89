// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>

#include <vector>

#include "ui/shell/recovery.h"

namespace plateau::ui {

class NoticeBar;
class Opening;
class Pages;
class Saving;
struct Questions;

/// Loses nothing: keeps copies of what is not saved, offers what an earlier program left behind, and tells when another
/// program changes a file that is open.
class Keeping final : public QObject {
public:
    Keeping(QObject& window, Questions& questions, Pages& pages, NoticeBar& notices, Saving& saving, Opening& opening);

    /// Keeps what is not saved in `folder` and offers what was left behind there.
    void recover_in(const QString& folder);
    const QString& folder() const { return folder_; }
    Recovery* recovery() { return recovery_; } ///< null: nothing is kept
    /// Removes the copies: nothing is unsaved, or it is not wanted.
    void finish();

    /// The questions that are not saved, for a tour to take their place.
    std::vector<Recovery::Aside> unsaved();
    void put_aside(std::vector<Recovery::Aside> aside);
    void back_in_place();

private:
    void watch_files();
    void look_at(const QString& file);
    void offer_left_behind();
    QString subject_of(const Recovery::Left& left) const;
    void restore(const Recovery::Left& left);

    Questions& questions_;
    Pages& pages_;
    NoticeBar& notices_;
    Saving& saving_;
    Opening& opening_;
    Recovery* recovery_ = nullptr;
    QString folder_;
    std::vector<Recovery::Left> left_;
    QFileSystemWatcher watcher_;
};

} // namespace plateau::ui
