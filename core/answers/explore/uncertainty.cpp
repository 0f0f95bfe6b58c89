// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/uncertainty.h"

#include <array>
#include <cmath>

#include "core/model/reach.h"

namespace plateau::explore {

namespace {

constexpr std::array scaling_constants{"kernel_efficiency", "fsdp_overlap_penalty", "latency_factor",
                                       "network_fraction"};

/// The curve's plans under another scenario.
std::vector<CurvePoint> again(const Scenario& scenario, const std::vector<CurvePoint>& curve, Workspace& workspace)
{
    const auto prepared = prepare(scenario);
    std::vector<CurvePoint> points;
    points.reserve(curve.size());
    for (const CurvePoint& point : curve)
        points.push_back({point.gpus, evaluate(*at_gpus(*prepared, point.gpus), point.parts.plan, workspace)});
    return points;
}

std::vector<ThroughputBand> calibrated_band(const Scenario& scenario, const std::vector<CurvePoint>& base,
                                            Workspace& workspace)
{
    const catalog::Stack& stack = scenario.assumptions.stack;
    const catalog::Calibrated& record = *stack.calibrated;
    std::vector<std::vector<double>> gradients(base.size(), std::vector<double>(record.constants.size()));
    for (std::size_t c = 0; c < record.constants.size(); ++c) {
        const catalog::StackConstant* constant = catalog::find_stack_constant(record.constants[c]);
        const double step = gradient_step(record, c, stack);
        if (!constant || step == 0)
            continue;
        Scenario moved = scenario;
        moved.assumptions.stack.constants.*(constant->value) += step;
        const auto curve = again(moved, base, workspace);
        for (std::size_t i = 0; i < base.size(); ++i) {
            const double change = std::log(curve[i].parts.step_seconds / base[i].parts.step_seconds);
            gradients[i][c] = std::isfinite(change) ? change / step : 0;
        }
    }
    const double distance = distance_variance(record, scenario);
    std::vector<ThroughputBand> band;
    for (std::size_t i = 0; i < base.size(); ++i) {
        const ReachBand reach
            = base[i].parts.possible() ? band_of(distance + constants_variance(record, gradients[i])) : ReachBand{};
        band.push_back({base[i].gpus, reach.low, reach.high});
    }
    return band;
}

} // namespace

std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<CurvePoint>& base,
                                            Workspace& workspace)
{
    if (scenario.assumptions.stack.calibrated)
        return calibrated_band(scenario, base, workspace);
    std::vector<double> below(base.size()), above(base.size());
    for (const char* key : scaling_constants) {
        const catalog::StackConstant* constant = catalog::find_stack_constant(key);
        for (const catalog::ConstantNote& note : scenario.assumptions.stack.notes) {
            if (!constant || note.key != key || !(note.high > note.low))
                continue;
            for (const double end : {note.low, note.high}) {
                Scenario moved = scenario;
                moved.assumptions.stack.constants.*(constant->value) = end;
                const auto curve = again(moved, base, workspace);
                for (std::size_t i = 0; i < base.size(); ++i) {
                    const double change = curve[i].parts.tokens_per_s / base[i].parts.tokens_per_s - 1;
                    if (std::isfinite(change))
                        (change < 0 ? below : above)[i] += change * change;
                }
            }
        }
    }
    std::vector<ThroughputBand> band;
    for (std::size_t i = 0; i < base.size(); ++i)
        band.push_back({base[i].gpus, std::max(0.0, 1 - std::sqrt(below[i])), 1 + std::sqrt(above[i])});
    return band;
}

ThroughputBand widened(const ThroughputBand& band, double variance)
{
    const double reach = std::log(band_of(variance).high);
    return {band.gpus, std::exp(-std::hypot(std::log(band.low), reach)),
            std::exp(std::hypot(std::log(band.high), reach))};
}

std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<double>& gpu_counts,
                                            Workspace& workspace)
{
    return throughput_band(scenario, given_plan_curve(*prepare(scenario), gpu_counts, workspace), workspace);
}

} // namespace plateau::explore
