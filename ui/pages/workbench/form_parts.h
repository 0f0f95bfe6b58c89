// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <QTableWidget>

#include "core/answers/solutions.h"
#include "core/answers/suggestions.h"
#include "core/text/units/quantity.h"

class QLabel;
class QPushButton;

/// What panels that ask and answer are made of.
namespace plateau::ui {

class ElidedLabel;
class ValueField;

/// A label, a typed value and below them what is wrong with it: one line of a panel's form.
class KeyField final : public QWidget {
    Q_OBJECT
public:
    KeyField(const QString& label, const QString& help, QWidget* parent = nullptr);

    void show_value(double value, units::Unit unit);
    /// Words in place of a number: "none", "estimated".
    void show_words(const QString& words);
    void show_refused(const QString& typed, const QString& why);
    ValueField& field() const { return *field_; }

signals:
    void committed(const QString& text);

private:
    void show_message(const QString& why);

    ElidedLabel* label_;
    ValueField* field_;
    QLabel* message_;
};

/// Every accelerator that keeps the limits, the cheapest run first, or model, the lowest loss first, to choose from.
class SolutionList final : public QTableWidget {
    Q_OBJECT
public:
    explicit SolutionList(QWidget* parent = nullptr);

    /// Lists what was found, where there are several; hidden where there is no choice.
    void show_found(std::span<const answers::Solutions::Found> found, bool models);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    void chosen(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

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

} // namespace plateau::ui
