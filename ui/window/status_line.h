// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/panels/page.h"

class QLabel;

namespace plateau::ui {

class ElidedLabel;

/// What the active page says of its numbers; or what just went wrong with a file.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void show_status(const narrate::Status& status);
    /// Stands until the next file or the next call; `details` with file:line:column as tool tip.
    void show_error(const QString& words, const QString& details);
    void show_message(const QString& words);
    void clear_error();

private:
    void verdict(const QString& icon_name, const QColor& colour, const QString& words);

    QLabel* icon_;
    QLabel* verdict_;
    ElidedLabel* known_;
    QLabel* work_;
    bool error_ = false;
};

} // namespace plateau::ui
