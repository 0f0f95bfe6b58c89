// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/traced_terms.h"

namespace plateau::explore {

using programs::KernelKind;

std::optional<Part> part_of(KernelKind kind)
{
    constexpr Part parts[] = {Part::MatrixMultiply, Part::Attention,     Part::Optimizer, Part::OtherKernels,
                              Part::AllGather,      Part::ReduceScatter, Part::AllReduce, Part::ExpertTraffic};
    return std::size_t(kind) < std::size(parts) ? std::optional(parts[std::size_t(kind)]) : std::nullopt;
}

std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const Parts* parts)
{
    std::vector<TracedTerm> terms;
    for (int i = 0; i < programs::kernel_kinds; ++i) {
        const auto part = part_of(KernelKind(i));
        std::optional<double> predicted;
        if (parts && part)
            predicted = parts->busy[std::size_t(*part)];
        if (step.count[std::size_t(i)] > 0 || predicted.value_or(0) > 0)
            terms.push_back({name(KernelKind(i)), predicted, step.of_kind[std::size_t(i)]});
    }
    const auto of = [&](auto value) { return parts ? std::optional<double>(value(*parts)) : std::nullopt; };
    terms.push_back(
        {"exposed_communication", of([](const Parts& p) { return p.communication_seconds(); }), step.exposed});
    terms.push_back({"idle", std::nullopt, step.idle});
    terms.push_back({"step", of([](const Parts& p) { return p.step_seconds; }), step.seconds});
    return terms;
}

} // namespace plateau::explore
