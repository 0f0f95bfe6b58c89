// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/tour_figures.h"

#include <fmt/format.h>

#include "core/answers/question.h"
#include "core/paper/caption.h"
#include "core/teaching/tours/picture.h"

namespace plateau::tours {

namespace {

template<class S>
std::vector<S> questions_of(const Step& step)
{
    std::vector<S> all{std::get<S>(step.question)};
    if constexpr (std::is_same_v<S, Scenario>)
        if (step.best && step.beside.empty())
            all.front() = answers::seen_as(all.front(), search::PlanChoice::Best, answers::objective(all.front()));
    for (const Beside& beside : step.beside)
        if (const S* other = std::get_if<S>(&beside.question))
            all.push_back(*other);
    return all;
}

views::FigureJob picture_job(const views::SharedAnswers& answers, const Step& step, const std::string& name)
{
    return {name, step.title, [answers, picture_name = step.picture, question = step.question]() -> views::JobAnswer {
                auto drawn = picture(answers->data()->catalog(), picture_name, question);
                if (!drawn)
                    return {{}, drawn.error().what};
                return {
                    figures::described_page(std::move(*drawn), std::vector<Scenario>{std::get<Scenario>(question)}, {}),
                    {}};
            }};
}

} // namespace

std::string figure_name(const Step& step)
{
    const views::View* view = views::shown_on(step.page, step.view);
    return view ? view->name : "";
}

std::vector<views::FigureJob> figure_jobs(const views::SharedAnswers& answers, const Tour& tour)
{
    std::vector<views::FigureJob> jobs;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        const Step& step = tour.steps[i];
        const std::string name = fmt::format("{:02}-{}", i + 1, step.id);
        if (!step.picture.empty() && is_training(step.question)) {
            jobs.push_back(picture_job(answers, step, name));
            continue;
        }
        auto more = is_training(step.question)
            ? views::figure_job(answers, questions_of<Scenario>(step), figure_name(step), name)
            : views::figure_job(answers, questions_of<LimitsScenario>(step), figure_name(step), name);
        for (views::FigureJob& job : more) {
            job.title = step.title;
            jobs.push_back(std::move(job));
        }
    }
    return jobs;
}

} // namespace plateau::tours
