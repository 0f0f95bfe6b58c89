// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/shown_figures.h"

#include "core/claims/paper_claims.h"
#include "core/teaching/tours/class_figure.h"
#include "core/teaching/tours/curve_names.h"
#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/picture.h"
#include "core/views/view.h"

namespace plateau::tours {

namespace {

template<class Kind>
std::vector<Kind> questions(const Step& step, const Question& question, bool with_others)
{
    std::vector<Kind> all{std::get<Kind>(question)};
    for (const Beside& beside : step.beside)
        if (with_others)
            all.push_back(std::get<Kind>(beside.question));
    return all;
}

views::Drawing draw(answers::Answers& answers, const views::View& view, const Step& step, const Question& question)
{
    if (view.takes<LimitsScenario>())
        return views::draw(view, {answers, questions<LimitsScenario>(step, question, view.overlays)});
    return views::draw(view, {answers, questions<Scenario>(step, question, view.overlays)});
}

std::vector<figures::Figure> drawn(answers::Answers& answers, const Step& step, const Question& question)
{
    std::vector<figures::Figure> all;
    if (!step.picture.empty())
        if (auto own = picture(answers.data()->catalog(), step.picture, question))
            all.push_back(std::move(*own));
    for (const std::string& name : drawn_views(step)) {
        const views::View* view = views::find(name);
        views::Drawing drawing = draw(answers, *view, step, question);
        if (!drawing.no_answer.empty() && view->takes<Scenario>()) // what does not fit, by term
            drawing = draw(answers, *views::find("memory"), step, question);
        if (drawing.no_answer.empty())
            all.push_back(std::move(drawing.figure));
    }
    return all;
}

void add_marks(figures::Figure& figure, const Step& step, const PaperClaims& claims)
{
    if (figure.id != (is_training(step.question) ? "scaling" : "limits"))
        return;
    std::vector<const PaperClaim*> own;
    for (const std::string& id : step.claims)
        own.push_back(claims.find(id));
    add_claim_marks(figure, own);
}

} // namespace

std::vector<figures::Figure> shown_figures(answers::Answers& answers, const Step& step, const Question& question,
                                           const PaperClaims& claims, Shown shown)
{
    using Form = Exercise::Form;
    const bool asked = shown == Shown::Asked;
    if (asked && step.exercise && step.exercise->form == Form::Order)
        return {};
    std::vector<figures::Figure> all = drawn(answers, step, question);
    for (figures::Figure& figure : all) {
        if (!asked)
            add_marks(figure, step, claims);
        figure = for_class(std::move(figure), step);
        if (asked && step.exercise && step.exercise->form == Form::Which)
            figure = nameless(std::move(figure), letters(step.id, step.beside.size() + 1));
        else
            figure = named(std::move(figure), step, question);
        if (asked && step.prediction && asks_about(figure, *step.prediction))
            figure = hidden(std::move(figure), *step.prediction);
    }
    return all;
}

} // namespace plateau::tours
