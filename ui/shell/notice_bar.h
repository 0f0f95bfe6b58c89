// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "core/text/messages/error.h"

class QHBoxLayout;

namespace plateau::ui {

class ElidedLabel;

/// A line below the tool bar that says what a person may want to act on, with buttons, one thing at a time, the newest
/// first. It never stands in the way.
class NoticeBar final : public QToolBar {
    Q_OBJECT
public:
    using Answers = std::vector<std::pair<QString, std::function<void()>>>;

    explicit NoticeBar(QWidget* parent = nullptr);

    /// A notice takes the place of an earlier one of the same key. Every notice can also be closed.
    void add(const QString& key, const QString& words, Answers answers = {});
    void remove(const QString& key);
    /// Something did not work: one such notice at a time.
    void complain(const Error& error);
    void take_back_complaint() { remove(complaint); }
    static inline const QString complaint = QStringLiteral("error"); ///< its key
    QString words() const { return notices_.empty() ? QString() : notices_.front().words; }
    /// As a click on the button of that name; false: there is none.
    bool answer(const QString& name);

private:
    struct Notice {
        QString key;
        QString words;
        Answers answers;
    };
    void show_first();

    std::deque<Notice> notices_;
    ElidedLabel* label_;
    QWidget* row_;
    QHBoxLayout* buttons_;
};

} // namespace plateau::ui
