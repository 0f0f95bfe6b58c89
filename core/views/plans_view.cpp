// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/step.h"
#include "core/views/plan_figures.h"
#include "core/views/view.h"

namespace plateau::views {

namespace {

/// Why a plan has no answer; empty: it has.
Message no_answer(const ViewRequest<Scenario>& request, const answers::TrainingQuestion& question, const Parts& parts)
{
    return parts.fits() ? Message() : request.get<answers::StepEstimate>(question)->reason;
}

Drawing heat_map(const ViewRequest<Scenario>& request)
{
    const auto question = answers::TrainingQuestion(request.first()).with_choice(search::PlanChoice::Best);
    const auto map = request.get<answers::PlanMap>({question});
    return {figures::plan_map_figure(map->found, figures::usual_map_metric(), *map->plans),
            no_answer(request, question, map->plans->best)};
}

Drawing what_would_help(const ViewRequest<Scenario>& request)
{
    const answers::TrainingQuestion question(request.first());
    const auto rows = request.get<answers::Sensitivities>(question);
    const bool best = question.choice == search::PlanChoice::Best;
    return {figures::what_would_help_figure(rows->found, *rows->plans, question.choice),
            no_answer(request, question, best ? rows->plans->best : rows->plans->current)};
}

Drawing frontier(const ViewRequest<Scenario>& request)
{
    const auto question = answers::TrainingQuestion(request.first()).with_choice(search::PlanChoice::Best);
    const auto choices = request.get<answers::Frontier>({question, true});
    return {figures::frontier_figure(choices->found, *choices->plans),
            choices->found.front.empty() ? no_answer(request, question, choices->plans->best) : Message()};
}

constexpr View plan_views[] = {
    {"plans-heatmap", "Tensor against pipeline degree, the best of the other plan parameters in each cell", heat_map,
     nullptr, false, "plans", "map", PLATEAU_TEXT("Heat map of plans")},
    {"what-would-help", "Change in throughput for a doubling and halving of each resource", what_would_help, nullptr,
     false, "plans", "help", PLATEAU_TEXT("What would help")},
    {"frontier", "Time and cost of the training run, each GPU count with its best plan", frontier, nullptr, false,
     "plans", "frontier", PLATEAU_TEXT("Time and cost")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(plans_view, 30, plan_views)
