// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <memory>
#include <string>
#include <vector>

#include "core/answers/scaling_curve.h"
#include "core/answers/suggestions.h"
#include "core/answers/watch.h"
#include "core/charts/figure.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QPushButton;

namespace plateau::ui {

class PicturePanel;
class SuggestionList;

/// What becomes of the GPU time in one bar; behind a button an account of MFU and why a step takes as long as it does.
/// In their place, until it is closed, the formula of whatever number was clicked, down to the rows and sources it
/// rests on; where there is no room for the sources they are a click away. Changes with their gain and a button that
/// makes them stand in a panel of their own, help().
class WhyPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit WhyPanel(ScenarioDocument& document, QWidget* parent = nullptr);

    void show_curve(std::shared_ptr<const answers::ScalingCurve> curve, const figures::Figure& paid,
                    const figures::Figure& account, bool current);
    QWidget& help() const { return *help_; }
    /// Names of terms, symbols of quantities or keys of metrics, one below the other.
    void explain(const std::vector<std::string>& subjects);
    /// Shows the account in place of reasons and formulas, until it is closed.
    void show_account();
    /// Suggestions for the question shown. NaN gains: the question fits only with them.
    const std::vector<answers::Suggestion>& suggestions() const;
    PicturePanel& account() const { return *account_; }
    PicturePanel& paid() const { return *paid_; }
    bool is_searching() const;
    void apply(std::size_t suggestion);
    QString as_text() const;
    QString formula() const; ///< of what is explained, as text
    QSize sizeHint() const override { return {300, 330}; }

signals:
    void parameter_wanted(const QString& key);

private:
    void fill();
    void fill_help();
    void fill_formula();
    void follow(const QString& link);
    void show_reasons(bool shown);
    void show_words(bool shown);
    QString words_of_subjects() const;
    QString html_of(const std::string& subject) const;
    QString html_of(const Ingredient& ingredient, bool with_source) const;
    QString row_link(const std::string& key, const QString& words) const;

    ScenarioDocument& document_;
    std::shared_ptr<const answers::ScalingCurve> curve_;
    answers::TrainingQuestion question_; ///< that the curve answers
    bool current_ = true;
    std::vector<std::vector<std::string>> trail_; ///< what was explained, the latest last
    QLabel* why_;
    QLabel* bend_;
    QPushButton* account_button_;
    PicturePanel *paid_, *account_;
    bool account_wanted_ = false;
    QWidget* help_;
    QLabel* head_;
    SuggestionList* list_;
    QLabel* formula_head_;
    QLabel* formula_;
    answers::Watch<answers::Suggestions> watch_;
    InSight sight_{*this, [this] { fill(); }}, help_sight_{*help_, [this] {
                                                               watch_.ask(question_);
                                                               fill_help();
                                                           }};
};

} // namespace plateau::ui
