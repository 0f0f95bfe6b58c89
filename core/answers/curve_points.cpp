// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/curve_points.h"

#include "core/model/prepared.h"
#include "core/model/reach.h"

namespace plateau::answers {

std::vector<double> gpu_counts(double from, double to, int per_doubling, double also)
{
    std::vector<double> counts;
    const int first = int(std::ceil(std::log2(from)));
    const int last = int(std::floor(std::log2(to)));
    for (int step = first * per_doubling; step <= last * per_doubling; ++step)
        counts.push_back(std::round(std::exp2(double(step) / per_doubling)));
    if (also > 0)
        counts.push_back(also);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

std::vector<CurvePoint> given_plan_curve(const Prepared& prepared, const std::vector<double>& counts,
                                         Workspace& workspace)
{
    std::vector<CurvePoint> points;
    points.reserve(counts.size());
    for (const double count : counts)
        points.push_back({count, evaluate(*at_gpus(prepared, count), plan(prepared), workspace)});
    return points;
}

namespace {

bool same_kind(const Plan& left, const Plan& right)
{
    return left.tp == right.tp && left.pp == right.pp && left.cp == right.cp && left.ep == right.ep
        && left.dp_mode == right.dp_mode;
}

} // namespace

BestPlanCurve::BestPlanCurve(threads::Pool& pool) : pool_(pool), searches_(std::size_t(pool.size())) { }

std::vector<CurvePoint> BestPlanCurve::compute(const Prepared& prepared, const search::OpenKeys& open,
                                               const std::vector<double>& gpu_counts, search::Objective objective,
                                               const std::vector<CurvePoint>& before, const std::stop_token& stop,
                                               const OnCount& on_count)
{
    std::map<double, const Plan*> best;
    for (const CurvePoint& point : before)
        if (point.parts.fits())
            best[point.gpus] = &point.parts.plan;
    std::vector<CurvePoint> points(gpu_counts.size());
    std::vector<Plan> latest(searches_.size(), prepared.plan); // of each worker
    std::atomic<int> done = 0;
    // Ascending: small counts are quick and say where to look on large ones.
    pool_.for_each(int(gpu_counts.size()), [&](int worker, int turn) {
        const std::size_t index = std::size_t(turn);
        search::PlanSearch& search = searches_[std::size_t(worker)];
        Plan& last = latest[std::size_t(worker)];
        const double gpus = gpu_counts[index];
        const auto here = at_gpus(prepared, gpus);
        search::SearchOptions options;
        options.objective = objective;
        options.stop = stop;
        options.hints = {last};
        const auto known = best.lower_bound(gpus);
        if (known != best.end())
            options.hints.push_back(*known->second);
        if (known != best.begin() && (known == best.end() || known->first != gpus))
            options.hints.push_back(*std::prev(known)->second);
        const search::SearchResult found = search.run(*here, open, options);
        if (!found.plans.empty())
            last = found.plans.front().plan;
        points[index]
            = {gpus, found.plans.empty() ? evaluate(*here, prepared.plan, search.workspace()) : found.plans.front()};
        if (const int answered = ++done; on_count)
            on_count(answered, int(gpu_counts.size()));
    });
    return points;
}

std::optional<Parts> BestPlanCurve::leanest(const Prepared& prepared, const search::OpenKeys& open,
                                            const std::stop_token& stop)
{
    search::SearchOptions options;
    options.stop = stop;
    return search::leanest_plan(searches_.front(), prepared, open, options);
}

std::vector<Crossover> crossovers(const std::vector<CurvePoint>& curve)
{
    std::vector<Crossover> result;
    const Parts* last = nullptr;
    for (const CurvePoint& point : curve) {
        if (!point.parts.fits())
            continue;
        if (last && !same_kind(last->plan, point.parts.plan))
            result.push_back({point.gpus, last->plan, point.parts.plan});
        last = &point.parts;
    }
    return result;
}

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

} // namespace plateau::answers
