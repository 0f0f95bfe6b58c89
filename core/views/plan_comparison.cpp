// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/plan_comparison.h"

#include <cmath>

#include "core/text/units/steady.h"
#include "core/views/comparison.h"
#include "core/views/plan_words.h"
#include "core/views/times.h"

namespace plateau::narrate {

namespace {

using units::Unit;

} // namespace

Argument change_words(double change, const char* unit)
{
    constexpr double two_digits = 9.95;
    if (!std::isfinite(change) || change == 0)
        return dash;
    const Quantity size = fixed(std::abs(change), std::abs(change) < two_digits ? 1 : 0);
    const std::string sign = english(size) == "0.0" ? "" : change < 0 ? "\u2212" : "+";
    return Message{sign + "%1\u00a0%2", {size, unit}};
}

const std::vector<const Metric*>& compared_metrics()
{
    static const std::vector<const Metric*> list = metrics_at(on_comparison);
    return list;
}

std::vector<Fact> plan_comparison(const Parts* plan, const Parts& current)
{
    std::vector<Fact> facts;
    for (const Metric* metric : compared_metrics()) {
        const Parts& measure = plan && plan->possible() ? *plan : current;
        const MetricScale scale = measure.possible() ? metric_scale(*metric, metric->value(measure)) : MetricScale{};
        const auto value = [&](const Parts* parts) {
            return plain(parts && parts->possible() ? Argument(metric_number(*metric, metric->value(*parts), scale))
                                                    : dash);
        };
        facts.push_back(
            {.name = plain(metric->short_label),
             .unit = metric_unit(*metric, measure, true, scale),
             .narrow = plain(metric->column),
             .values = {value(plan), value(&current), plan ? metric_change(*metric, *plan, current) : Message{}},
             .help = plain(metric->definition)});
    }
    return facts;
}

Message plan_setup(const Parts& plan, const Parts& current, const Message& settings)
{
    const std::vector<Argument> words{count(plan.micro_batches), plan_details(plan.plan),
                                      settings.empty() ? Argument(Quantity{plan.gpus, Unit::Gpus}) : settings};
    const bool one = plan.micro_batches == 1;
    if (!settings.empty())
        return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2; with %3")
                    : PLATEAU_TEXT("%1 micro-batches, %2; with %3"),
                words};
    if (plan.gpus != current.gpus)
        return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2, on %3") : PLATEAU_TEXT("%1 micro-batches, %2, on %3"),
                words};
    return {one ? PLATEAU_TEXT("%1 micro-batch a step, %2") : PLATEAU_TEXT("%1 micro-batches, %2"), words};
}

Status plans_status(const answers::PlanCounts& counts, bool any_fits, bool searching)
{
    Status status{.verdict = {PLATEAU_TEXT("%1 plans considered, %2 pruned, %3 of %4 evaluated fit"),
                              {count(counts.considered), count(counts.considered - counts.evaluated),
                               count(counts.feasible), count(counts.evaluated)}}};
    if (!any_fits) {
        status.tone = Status::Tone::Error;
        status.verdict = {PLATEAU_TEXT("No plan fits: %1 considered"), {count(counts.considered)}};
    }
    status.known = {PLATEAU_TEXT("Exact: the best equals the exhaustive search"), {}};
    status.work = searching ? Message{PLATEAU_TEXT("searching …"), {}}
                            : Message{PLATEAU_TEXT("%1 ms"), {fixed(1e3 * counts.seconds, 1)}};
    return status;
}

Message listed_words(int listed, const answers::PlanCounts& counts, bool filtered, bool searching)
{
    if (searching)
        return {PLATEAU_TEXT("searching …"), {}};
    if (listed == 0)
        return {filtered ? PLATEAU_TEXT("none passes the filter") : PLATEAU_TEXT("none"), {}};
    return {PLATEAU_TEXT("the best %1, of %2 considered"), {count(listed), count(counts.considered)}};
}

Message batch_words(const Scenario& scenario)
{
    const Workload& workload = scenario.workload;
    const double sequences = workload.batch_mode == BatchMode::Total
        ? workload.global_batch
        : workload.sequences_per_gpu * scenario.cluster.gpus;
    return {PLATEAU_TEXT("%1, %2 sequences of %3"),
            {Quantity{scenario.cluster.gpus, Unit::Gpus}, count(sequences), count(workload.sequence)}};
}

} // namespace plateau::narrate
