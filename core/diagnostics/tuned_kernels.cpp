// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/tuned_kernels.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/model/prepared.h"

namespace plateau::answers {

using programs::KernelKind;

std::optional<Part> part_of(KernelKind kind)
{
    constexpr Part parts[] = {Part::MatrixMultiply, Part::Attention,     Part::Optimizer, Part::OtherKernels,
                              Part::AllGather,      Part::ReduceScatter, Part::AllReduce, Part::ExpertTraffic};
    return std::size_t(kind) < std::size(parts) ? std::optional(parts[std::size_t(kind)]) : std::nullopt;
}

namespace {

/// Seconds of the output head's products: three a micro-batch, forward and backward.
double head_products(const Scenario& scenario, const Parts& parts)
{
    const auto prepared = prepare(scenario);
    const double pieces = prepared->loss_pieces;
    const double tokens = parts.plan.micro_batch * scenario.workload.sequence / parts.plan.cp;
    const double one
        = product_time(*prepared, tokens / pieces, prepared->vocab / parts.plan.tp, prepared->hidden).seconds;
    return std::min(parts.busy[std::size_t(Part::Head)], 3 * parts.micro_batches * pieces * one);
}

} // namespace

std::array<double, programs::kernel_kinds> predicted_kernels(const Scenario& scenario, const Parts& parts)
{
    std::array<double, programs::kernel_kinds> seconds{};
    const auto busy = [&](Part part) { return parts.busy[std::size_t(part)]; };
    const auto of = [&](KernelKind kind) -> double& { return seconds[std::size_t(kind)]; };
    for (int i = 0; i < programs::kernel_kinds; ++i)
        if (const auto part = part_of(KernelKind(i)))
            seconds[std::size_t(i)] = busy(*part);
    const double again = busy(Part::Recompute);
    if (parts.plan.recompute == Recompute::Full) {
        const double layers = of(KernelKind::Products) + of(KernelKind::Attention) + of(KernelKind::Other);
        for (const KernelKind kind : {KernelKind::Products, KernelKind::Attention, KernelKind::Other})
            of(kind) += layers > 0 ? again * of(kind) / layers : 0;
    } else {
        of(KernelKind::Attention) += again;
    }
    const double products = head_products(scenario, parts);
    of(KernelKind::Products) += products;
    of(KernelKind::Other)
        += busy(Part::Head) - products + busy(Part::Conversion) + busy(Part::Accumulation) + busy(Part::GradientNorm);
    return seconds;
}

std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const PredictedStep& predicted)
{
    std::vector<TracedTerm> terms;
    std::array<double, programs::kernel_kinds> kernels{};
    if (predicted)
        kernels = predicted_kernels(*predicted.scenario, *predicted.parts);
    for (int i = 0; i < programs::kernel_kinds; ++i) {
        std::optional<double> seconds;
        if (predicted && KernelKind(i) != KernelKind::OtherCollective)
            seconds = kernels[std::size_t(i)];
        if (step.count[std::size_t(i)] > 0 || seconds.value_or(0) > 0)
            terms.push_back({name(KernelKind(i)), seconds, step.of_kind[std::size_t(i)]});
    }
    const auto of
        = [&](auto value) { return predicted ? std::optional<double>(value(*predicted.parts)) : std::nullopt; };
    terms.push_back(
        {"exposed_communication", of([](const Parts& p) { return p.communication_seconds(); }), step.exposed});
    terms.push_back({"idle", std::nullopt, step.idle});
    terms.push_back({"step", of([](const Parts& p) { return p.step_seconds; }), step.seconds});
    return terms;
}

namespace {

/// Formats whose products run alike: both of 16 bits.
bool same_rate(const std::string& format, Precision precision)
{
    const auto is_half = [](const std::string& name) { return name == "bf16" || name == "fp16"; };
    const std::string asked = name(precision);
    return format == asked || (is_half(format) && is_half(asked)) || (format.empty() && is_half(asked));
}

/// A constant, and the kernels whose time it decides.
struct KernelDial {
    const char* key;
    double catalog::StackConstants::*member;
    programs::KernelKind kernels;
};
constexpr KernelDial kernel_dials[]
    = {{"kernel_efficiency", &catalog::StackConstants::kernel_efficiency, programs::KernelKind::Products},
       {"attention_factor", &catalog::StackConstants::attention_factor, programs::KernelKind::Attention},
       {"memory_passes", &catalog::StackConstants::memory_passes, programs::KernelKind::Other},
       {"optimizer_bytes", &catalog::StackConstants::optimizer_bytes, programs::KernelKind::Optimizer}};

/// Seconds of such kernels in the step with this value of the constant.
double seconds_of(Scenario& scenario, const Plan& plan, const KernelDial& dial, double value)
{
    scenario.assumptions.stack.constants.*dial.member = value;
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepare(scenario), plan, *workspace);
    return parts.possible() ? predicted_kernels(scenario, parts)[std::size_t(dial.kernels)] : 0;
}

/// Where the time is as measured, between a fifth and five times the constant: halving in its logarithm.
std::optional<double> solved(Scenario scenario, const Plan& plan, const KernelDial& dial, double measured)
{
    constexpr double widest = 5;
    constexpr int halvings = 40;
    const double now = scenario.assumptions.stack.constants.*dial.member;
    const catalog::StackConstant& legal = *catalog::find_stack_constant(dial.key);
    double low = std::max(now / widest, legal.low), high = std::min(now * widest, legal.high);
    const bool rises = seconds_of(scenario, plan, dial, low) < seconds_of(scenario, plan, dial, high);
    const auto too_long = [&](double value) { return seconds_of(scenario, plan, dial, value) > measured; };
    if (!(now > 0) || too_long(low) == too_long(high))
        return std::nullopt;
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(low * high);
        (too_long(middle) == rises ? high : low) = middle;
    }
    return std::sqrt(low * high);
}

} // namespace

std::vector<TunedParameter> tuned_products(const Scenario& scenario, const programs::ProductTable& table)
{
    constexpr double most_traffic = 0.5; // of the modelled time
    constexpr std::size_t enough = 3;
    Scenario alone = scenario;
    alone.assumptions.stack.constants.kernel_efficiency = 1;
    const auto prepared = prepare(alone);
    std::vector<double> logs;
    for (const programs::MeasuredProduct& row : table.rows) {
        if (!same_rate(row.format, scenario.workload.precision))
            continue;
        const ProductTime modelled = product_time(*prepared, row.m, row.n, row.k);
        if (modelled.without_arithmetic <= most_traffic * modelled.seconds)
            logs.push_back(std::log(modelled.seconds / row.seconds));
    }
    if (logs.size() < enough)
        return {};
    const auto count = double(logs.size());
    double mean = 0, squares = 0;
    for (const double value : logs)
        mean += value / count;
    for (const double value : logs)
        squares += (value - mean) * (value - mean);
    const double away
        = catalog::values_of(scenario.assumptions.physics).range_deviations * std::sqrt(squares / (count - 1) / count);
    const double now = scenario.assumptions.stack.constants.kernel_efficiency;
    return {{kernel_dials[0].key, {now * std::exp(mean), now * std::exp(mean - away), now * std::exp(mean + away)}}};
}

std::vector<TunedParameter> tuned_trace(const Scenario& scenario, const Plan& plan, const programs::TracedStep& step)
{
    std::vector<TunedParameter> tuned;
    for (const KernelDial& dial : kernel_dials) {
        const double measured = step.of_kind[std::size_t(dial.kernels)];
        if (measured <= 0)
            continue;
        if (const auto value = solved(scenario, plan, dial, measured))
            tuned.push_back({dial.key, {*value, *value, *value}});
    }
    return tuned;
}

} // namespace plateau::answers
