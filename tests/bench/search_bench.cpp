// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "bench.h"

#include "core/answers/curve_points.h"
#include "core/question/scenario/parameter_table.h"
#include "core/search/search.h"

namespace plateau::bench {

namespace {

using namespace answers;
using namespace search;

SearchResult searched(const std::string& name, bool exhaustive)
{
    const Scenario scenario = shipped(name);
    SearchOptions options;
    options.exhaustive = exhaustive;
    PlanSearch search;
    return search.run(*prepare(scenario), open_keys(scenario, PlanChoice::Best), options);
}

/// Evaluations on one core of an exhaustive search: step time, memory, power, cost and verdict of every legal plan.
double plans_per_second()
{
    const auto start = Clock::now();
    const double plans = searched("gpt3-175b-64-a100", true).evaluated;
    return plans / seconds_since(start);
}

/// One search from a cold start on one core, resolving the preset apart.
double search_seconds(const std::string& name)
{
    const Scenario scenario = shipped(name);
    const auto start = Clock::now();
    PlanSearch search;
    search.run(*prepare(scenario), open_keys(scenario, PlanChoice::Best), {});
    return seconds_since(start);
}

double gpt3_64_search_s() { return search_seconds("gpt3-175b-64-a100"); }
double gpt3_4096_search_s() { return search_seconds("gpt3-175b-4096-a100"); }

/// The scenario the window opens on with one parameter moved by one step: the next stop, option or switch position.
std::vector<Scenario> single_steps(const Scenario& base)
{
    const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    std::vector<Scenario> steps;
    for (const TrainingParameter& row : training_parameters().rows()) {
        if (row.key == "model" || row.key == "hardware")
            continue;
        const Value value = row.get(base);
        std::vector<Value> next;
        if (row.kind == ParameterKind::Switch)
            next.emplace_back(std::get<double>(value) != 0 ? 0.0 : 1.0);
        else if (row.kind == ParameterKind::Choice)
            for (const Option& option : row.options)
                next.emplace_back(option.value);
        else if (row.kind != ParameterKind::Name) {
            const std::vector<double> all = stops(row);
            const auto above = std::upper_bound(all.begin(), all.end(), std::get<double>(value));
            if (above != all.end())
                next.emplace_back(*above);
        }
        for (const Value& changed : next) {
            if (changed == value)
                continue;
            if (const auto scenario = with_value(catalog, base, row.key, changed))
                steps.push_back(*scenario);
        }
    }
    return steps;
}

struct CurveTimer {
    mutable threads::Pool pool;
    std::vector<double> counts = gpu_counts(8, 1 << 20, 1);

    /// Puts the curve in place of the one before it.
    double milliseconds(std::vector<CurvePoint>& points, BestPlanCurve& curve, const Scenario& scenario) const
    {
        const auto start = Clock::now();
        points = curve.compute(*prepare(scenario), open_keys(scenario, PlanChoice::Best), counts,
                               search::Objective::Throughput, points);
        return 1e3 * seconds_since(start);
    }
};

/// Worst single step of any parameter but model and hardware, the curve of the step before known: the largest of the
/// steps' medians.
double best_curve_warm_ms()
{
    const Scenario base = shipped("fernandez-weak-scaling");
    constexpr int runs = 5;
    const CurveTimer timer;
    double worst = 0;
    for (const Scenario& step : single_steps(base)) {
        std::vector<double> times;
        for (int run = 0; run < runs; ++run) {
            BestPlanCurve curve(timer.pool);
            std::vector<CurvePoint> points;
            timer.milliseconds(points, curve, base);
            times.push_back(timer.milliseconds(points, curve, step));
        }
        worst = std::max(worst, quantile(times, 0.5));
    }
    return worst;
}

double best_curve_cold_ms()
{
    CurveTimer timer;
    BestPlanCurve curve(timer.pool);
    std::vector<CurvePoint> points;
    return timer.milliseconds(points, curve, shipped("fernandez-weak-scaling"));
}

constexpr Benchmark benchmarks[] = {
    {"plans_per_second", "plans/s", 5, plans_per_second}, {"gpt3_64_search_s", "s", 7, gpt3_64_search_s},
    {"gpt3_4096_search_s", "s", 7, gpt3_4096_search_s},   {"best_curve_warm_ms", "ms", 1, best_curve_warm_ms},
    {"best_curve_cold_ms", "ms", 11, best_curve_cold_ms},
};

} // namespace

std::span<const Benchmark> search_benchmarks() { return benchmarks; }

} // namespace plateau::bench
