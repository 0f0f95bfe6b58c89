// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace plateau::ui {

/// One change, what it brings, and a button that makes it.
class SuggestionRow final : public QWidget {
    Q_OBJECT
public:
    explicit SuggestionRow(QWidget* parent = nullptr);
    void show_suggestion(const QString& words, const QString& detail, const QString& gain, bool current);
    void set_applicable(bool applicable); ///< else it has no button
    void click(); ///< its button

signals:
    void wanted();

private:
    QLabel* words_;
    QLabel* detail_;
    QLabel* gain_;
    QPushButton* apply_;
};

} // namespace plateau::ui
