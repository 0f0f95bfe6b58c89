// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include <string>

#include "ui/document/question_document.h"

/// What rows of parameters are made of beside their editors.
namespace plateau::ui {

class QuietCombo;

/// The name of a row: never cut, in smaller letters and several lines where one line is too short.
class RowLabel final : public QLabel {
    Q_OBJECT
public:
    explicit RowLabel(const QString& words, QWidget* parent = nullptr);
    void set_width(int pixels);

signals:
    void double_clicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent*) override { emit double_clicked(); }

private:
    const QString words_;
};

/// What stands below a row: why the plan is not possible, what it costs, and what would help.
struct RowNotice {
    bool warning = false; ///< costly but legal; else an error
    QString text;
    QString offer; ///< words of the link; may be empty
    std::string offer_text; ///< the value the link sets
};

/// A notice with its sign and its link; hidden without words.
class RowMessage final : public QWidget {
    Q_OBJECT
public:
    explicit RowMessage(QWidget* parent = nullptr);

    /// `refused`: what was typed, not what the plan is.
    void show_notice(const RowNotice& notice, bool refused);

signals:
    void offer_taken(const QString& value);

private:
    QLabel* sign_;
    QLabel* words_;
};

/// What the search looks for: "Best means: most tokens/s".
class ObjectiveRow final : public QWidget {
    Q_OBJECT
public:
    explicit ObjectiveRow(QuestionDocument& document, QWidget* parent = nullptr);
    void refresh();
    /// The row as it stands among other rows.
    void set_compact(bool compact);
    /// As wide as its own words.
    void stand_alone();

private:
    QuestionDocument& document_;
    QLabel* label_;
    QuietCombo* combo_;
};

} // namespace plateau::ui
