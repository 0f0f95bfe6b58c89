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

/// Why a step takes as long as it does, an account of MFU, and changes with their gain and a button that makes them. In
/// their place, until it is closed, the formula of whatever number was clicked, down to the rows and sources it rests
/// on; where there is no room for the sources they are a click away.
class WhyPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit WhyPanel(ScenarioDocument& document, QWidget* parent = nullptr);

    /// `wanted`: its suggestions are shown elsewhere too.
    void show_curve(std::shared_ptr<const answers::ScalingCurve> curve, const figures::Figure& account, bool current,
                    bool wanted = false);
    /// Names of terms, symbols of quantities or keys of metrics, one below the other.
    void explain(const std::vector<std::string>& subjects);
    /// Shows the account in place of reasons and formulas, until it is closed.
    void show_account();
    /// Suggestions for the question shown. NaN gains: the question fits only with them.
    const std::vector<answers::Suggestion>& suggestions() const;
    PicturePanel& account() const { return *account_; }
    bool is_searching() const;
    void apply(std::size_t suggestion);
    QString as_text() const;
    QString formula() const; ///< of what is explained, as text
    QSize sizeHint() const override { return {300, 330}; }

signals:
    void parameter_wanted(const QString& key);
    void suggested(); ///< suggestions() are those of the question

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// How much a formula says of each of its ingredients.
    enum class Detail { Sources, Values };
    void fill();
    void fill_formula();
    void follow(const QString& link);
    void show_reasons(bool shown);
    QString words_of_subjects(Detail detail) const;
    QString html_of(const std::string& subject, Detail detail) const;
    QString html_of(const Ingredient& ingredient, Detail detail) const;
    QString row_link(const std::string& key, const QString& words) const;

    ScenarioDocument& document_;
    std::shared_ptr<const answers::ScalingCurve> curve_;
    answers::TrainingQuestion question_; ///< that the curve answers
    bool current_ = true;
    std::vector<std::vector<std::string>> trail_; ///< what was explained, the latest last
    bool sources_wanted_ = false; ///< though there is no room for them
    QLabel* why_;
    QLabel* bend_;
    QPushButton* account_button_;
    PicturePanel* account_;
    bool account_wanted_ = false;
    QLabel* head_;
    SuggestionList* list_;
    QLabel* formula_head_;
    QLabel* formula_;
    answers::Watch<answers::Suggestions> watch_;
    InSight sight_{*this, [this] {
                       watch_.ask(question_);
                       fill();
                   }};
};

} // namespace plateau::ui
