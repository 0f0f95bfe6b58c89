// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/scaling_curve.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/search/best_plan.h"

namespace plateau::figures {

namespace {

constexpr double usual_from = 8;
constexpr double usual_to = 16384;
constexpr double looked_up_to = 1048576;
constexpr double few_gpus = 256; ///< a plan that fits from so many on leaves most of the usual axis to its curve
constexpr double doublings_before = 4, doublings_beyond = 32; ///< as factors: two and five
constexpr int most_points = 280;
constexpr int finest = 16;

bool is_power_of_two(double gpus) { return std::exp2(std::round(std::log2(gpus))) == gpus; }

/// Between the powers of two only counts that fill their scale-up domains and that the plan divides evenly are drawn:
/// elsewhere GPUs idle, groups straddle or ranks have unequal shares, and the curve would show the remainders instead
/// of the trend. The current count always stays.
bool is_drawn(const explore::CurvePoint& point, double current)
{
    if (is_power_of_two(point.gpus) || point.gpus == current)
        return true;
    const Parts& parts = point.parts;
    const double sequences_per_step = static_cast<double>(parts.plan.dp) * parts.plan.micro_batch;
    const bool fills_domains = std::fmod(parts.gpus, std::min(parts.gpus, parts.domain_used)) == 0;
    return parts.fits() && parts.gpus_used == parts.gpus && fills_domains
        && std::fmod(parts.global_batch, sequences_per_step) == 0;
}

} // namespace

bool ScalingCurve::fits_anywhere() const
{
    return std::any_of(points.begin(), points.end(), [](const auto& point) { return point.parts.fits(); });
}

const evidence::Nearest* ScalingCurve::known_here() const
{
    const auto own = std::find_if(known.begin(), known.end(),
                                  [this](const auto& point) { return point.gpus == scenario.cluster.gpus; });
    return own == known.end() ? nullptr : &own->nearest;
}

double evidence_end(const ScalingCurve& curve)
{
    if (curve.known.empty())
        return curve.covered_gpus;
    double end = 0;
    for (const KnownPoint& point : curve.known) {
        if (point.nearest.known <= evidence::Known::Interpolated)
            end = point.gpus;
        else if (end > 0)
            break;
    }
    return end;
}

GpuRange feasible_counts(const Scenario& scenario, Workspace& workspace)
{
    GpuRange found;
    const auto prepared = prepare(scenario);
    for (double gpus = usual_from; gpus <= looked_up_to; gpus *= 2)
        if (evaluate(*at_gpus(*prepared, gpus), plan(*prepared), workspace).fits()) {
            found.from = found.from > 0 ? found.from : gpus;
            found.to = gpus;
        }
    return found;
}

GpuRange usual_range(const Scenario& scenario, GpuRange feasible)
{
    const double gpus = scenario.cluster.gpus;
    const double below = std::exp2(std::floor(std::log2(gpus))), above = std::exp2(std::ceil(std::log2(gpus)));
    GpuRange range{std::min(usual_from, below), std::max(usual_to, above)};
    if (feasible.from <= few_gpus)
        return range;
    range.from = std::min(feasible.from / doublings_before, below);
    range.to = std::max(range.to, std::min(feasible.from * doublings_beyond, std::max(feasible.to, usual_to)));
    return range;
}

GpuRange usual_range(const Scenario& scenario)
{
    return usual_range(scenario, feasible_counts(scenario, *make_workspace()));
}

namespace {

ScalingCurve started(const Scenario& scenario, const evidence::Claims& claims, GpuRange range)
{
    ScalingCurve curve;
    curve.scenario = scenario;
    curve.from = range.from;
    curve.to = range.to;
    curve.covered_gpus = evidence::covered_gpus(claims, scenario);
    const auto claim = std::find_if(claims.claims.begin(), claims.claims.end(),
                                    [&](const auto& candidate) { return evidence::holds_for(candidate, scenario); });
    curve.claim = claim == claims.claims.end() ? nullptr : &*claim;
    return curve;
}

/// How the curve's numbers are known. What that leaves open widens the band of a shipped stack; one calibrated on own
/// runs has a distance of its own (estimate/reach.h).
void find_known(ScalingCurve& curve, const evidence::KnownSteps* steps, Workspace& workspace)
{
    if (!steps)
        return;
    const double gpus = curve.scenario.cluster.gpus;
    std::vector<Parts> numbers;
    for (const explore::CurvePoint& point : curve.points)
        if (point.gpus == gpus || (is_power_of_two(point.gpus) && point.parts.fits())) {
            curve.known.push_back({point.gpus, {}});
            numbers.push_back(point.gpus == gpus ? curve.here() : point.parts);
        }
    const auto nearest = steps->nearest(curve.scenario, numbers, workspace);
    for (std::size_t i = 0; i < nearest.size(); ++i)
        curve.known[i].nearest = nearest[i];
    curve.published = steps->published(curve.scenario.cluster.accelerator.id);
    if (curve.scenario.assumptions.stack.calibrated)
        return;
    for (explore::ThroughputBand& band : curve.band)
        for (const KnownPoint& point : curve.known)
            if (point.gpus == band.gpus)
                band = explore::widened(band, point.nearest.variance);
}

double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

ScalingCurve scaling_curve(const Scenario& scenario, const evidence::Claims& claims, Workspace& workspace,
                           GpuRange range, const evidence::KnownSteps* steps)
{
    const auto start = std::chrono::steady_clock::now();
    ScalingCurve curve = started(scenario, claims, range);
    const double gpus = scenario.cluster.gpus;
    const double doublings = std::log2(curve.to / curve.from);
    const int per_doubling = std::clamp(static_cast<int>(most_points / doublings), 1, finest);

    const auto prepared = prepare(scenario);
    curve.points = explore::given_plan_curve(*prepared, explore::gpu_counts(curve.from, curve.to, per_doubling, gpus),
                                             workspace);
    curve.estimates = static_cast<int>(curve.points.size()) + 1;
    std::erase_if(curve.points, [gpus](const auto& point) { return !is_drawn(point, gpus); });
    const auto powers = explore::gpu_counts(curve.from, curve.to, 1);
    curve.band = explore::throughput_band(scenario, powers, workspace);
    curve.estimate = explain(*prepared, plan(*prepared));
    find_known(curve, steps, workspace);
    curve.seconds = seconds_since(start);
    return curve;
}

CurveSearch::CurveSearch(threads::Pool& pool) : curve_(pool) { }

ScalingCurve CurveSearch::curve(const Scenario& scenario, search::PlanChoice choice, search::Objective objective,
                                const evidence::Claims& claims, GpuRange range, const std::stop_token& stop,
                                const evidence::KnownSteps* steps)
{
    const auto start = std::chrono::steady_clock::now();
    ScalingCurve curve = started(scenario, claims, range);
    curve.choice = choice;
    curve.objective = objective;
    curve.searched = true;
    const double gpus = scenario.cluster.gpus;
    const auto prepared = prepare(scenario);
    const search::OpenKeys open = open_keys(scenario, choice);
    curve.points = curve_.compute(*prepared, open, explore::gpu_counts(curve.from, curve.to, 1, gpus), objective, stop);
    if (stop.stop_requested())
        return curve;
    const auto here = std::find_if(curve.points.begin(), curve.points.end(),
                                   [gpus](const auto& point) { return point.gpus == gpus; });
    if (!here->parts.fits()) {
        search::SearchOptions options;
        options.objective = objective;
        options.stop = stop;
        here->parts = search::best_plan(search_, *prepared, open, options);
    }
    curve.estimate = explain(*prepared, here->parts.plan);
    curve.band = explore::throughput_band(scenario, curve.points, search_.workspace());
    find_known(curve, steps, search_.workspace());
    curve.estimates = static_cast<int>(curve.points.size());
    curve.seconds = seconds_since(start);
    return curve;
}

} // namespace plateau::figures
