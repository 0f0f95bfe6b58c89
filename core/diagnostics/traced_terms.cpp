// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/traced_terms.h"

#include <algorithm>

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

} // namespace plateau::answers
