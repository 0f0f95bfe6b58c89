// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/card.h"

#include "core/answers/scaling_curve.h"

namespace plateau::answers {

constexpr std::size_t limits_points = 16;

std::vector<CardPoint> card_curve(const TrainingQuestion& question, const std::stop_token& stop)
{
    const Scenario& scenario = *question.scenario;
    const auto workspace = make_workspace();
    const auto prepared = prepare(scenario);
    const auto open = question.open_keys();
    search::PlanSearch search;
    search::SearchOptions options;
    options.objective = question.objective;
    options.stop = stop;
    const GpuRange range = usual_range(scenario, open.any() ? GpuRange() : feasible_counts(scenario, *workspace));
    std::vector<CardPoint> curve;
    for (const double gpus : gpu_counts(range.from, range.to, 1)) {
        const auto there = at_gpus(*prepared, gpus);
        const Parts parts = open.any() ? search::best_plan(search, *there, open, options)
                                       : evaluate(*there, plan(*there), *workspace);
        if (stop.stop_requested())
            return {};
        if (parts.fits())
            curve.push_back({gpus, parts.mfu()});
    }
    return curve;
}

std::vector<CardPoint> card_curve(const limits::Question& question, const std::stop_token& stop)
{
    const std::vector<double> widths = limits::width_grid(question.width_from, question.width_to);
    const std::size_t stride = std::max<std::size_t>(1, widths.size() / limits_points);
    std::vector<CardPoint> curve;
    for (std::size_t i = 0; i < widths.size() && !stop.stop_requested(); i += stride) {
        const limits::Point point = limits::point_at_width(question, widths[i]);
        if (point.feasible)
            curve.push_back({point.model.training_flop, point.utilization});
    }
    return curve;
}

Card::Value Card::compute(const Key& key, Work& work)
{
    return std::visit([&work](const auto& question) { return card_curve(question, work.stop()); }, key);
}

} // namespace plateau::answers
