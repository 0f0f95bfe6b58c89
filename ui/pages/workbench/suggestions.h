// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QWidget>

#include <functional>
#include <vector>

#include "core/answers/suggestions.h"

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

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

class SuggestionRow;

/// Suggestions below each other.
class SuggestionList final : public QWidget {
    Q_OBJECT
public:
    /// What is said at the right of a suggestion: what it brings.
    using Gain = std::function<QString(const answers::Suggestion& suggestion)>;

    explicit SuggestionList(int side_margin, int spacing, QWidget* parent = nullptr);
    void show_suggestions(const std::vector<answers::Suggestion>& suggestions, const Gain& gain, bool current);
    const std::vector<SuggestionRow*>& rows() const { return rows_; }

signals:
    void wanted(int suggestion);

private:
    std::vector<SuggestionRow*> rows_;
};

/// In a corner of the plots while the question does not fit: the best plan and single changes with which it does. Can
/// be folded to its first line, and closed until the next one that does not fit.
class MisfitCard final : public QFrame {
    Q_OBJECT
public:
    explicit MisfitCard(QWidget* parent);

    void show_misfit(const QString& verdict, const std::vector<answers::Suggestion>& remedies, bool searching);
    void settle(); ///< the question fits: the next misfit is shown again
    bool is_closed() const { return closed_; }
    bool is_folded() const { return folded_; }
    const std::vector<SuggestionRow*>& rows() const { return list_->rows(); }

signals:
    void wanted(int remedy);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void fold(bool folded);

    bool closed_ = false;
    bool folded_ = false;
    QLabel* verdict_;
    QToolButton* fold_;
    QToolButton* close_;
    QLabel* head_;
    QWidget* body_; ///< all but the first line
    SuggestionList* list_;
};

} // namespace plateau::ui
