// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part.h"

#include <algorithm>

#include "core/model/stage.h"
#include "core/model/terms/descriptions.h"

namespace plateau {

namespace {

const TermInfo& info(Part part) { return term_infos[std::size_t(part)]; }

template<PartKind wanted, class N>
N sum_of_kind(const std::array<N, part_count>& values)
{
    N sum = 0;
    Terms::for_each([&]<class Term>(std::type_identity<Term>) {
        if constexpr (Term::info.kind == wanted)
            sum += values[std::size_t(Term::info.part)];
    });
    return sum;
}

} // namespace

PartKind kind(Part part) { return info(part).kind; }
const char* name(Part part) { return info(part).name; }
const char* label(Part part) { return info(part).label; }
Cause cause(Part part) { return part == Part::Count ? Cause::IdleGpus : info(part).cause; }

const char* name(Cause cause)
{
    switch (cause) {
    case Cause::None:
        break;
    case Cause::MatrixMultiplication:
        return PLATEAU_TEXT("matrix multiplication");
    case Cause::Attention:
        return PLATEAU_TEXT("attention");
    case Cause::SmallKernels:
        return PLATEAU_TEXT("small kernels");
    case Cause::Recomputation:
        return PLATEAU_TEXT("recomputation");
    case Cause::NumberConversion:
        return PLATEAU_TEXT("number conversion");
    case Cause::OptimizerStep:
        return PLATEAU_TEXT("the optimizer step");
    case Cause::ParameterTraffic:
        return PLATEAU_TEXT("parameter and gradient traffic");
    case Cause::TensorTraffic:
        return PLATEAU_TEXT("tensor traffic");
    case Cause::ContextTraffic:
        return PLATEAU_TEXT("context traffic");
    case Cause::ExpertTraffic:
        return PLATEAU_TEXT("expert traffic");
    case Cause::StageTransfers:
        return PLATEAU_TEXT("stage transfers");
    case Cause::HostMemoryTraffic:
        return PLATEAU_TEXT("host memory traffic");
    case Cause::PipelineBubble:
        return PLATEAU_TEXT("the pipeline bubble");
    case Cause::SlowedCompute:
        return PLATEAU_TEXT("compute slowed by communication");
    case Cause::Stragglers:
        return PLATEAU_TEXT("stragglers");
    case Cause::IdleGpus:
        return PLATEAU_TEXT("idle GPUs");
    }
    return "";
}

StepGroup step_group(Part part) { return info(part).group; }

std::span<const char* const> remedies(Part part)
{
    const auto& keys = info(part).remedies;
    std::size_t count = 0;
    while (count < keys.size() && keys[count])
        ++count;
    return {keys.data(), count};
}

template<class N>
N PartsOf<N>::communication_seconds() const
{
    return named({"t_wait", PLATEAU_TEXT("communication the step waits for"), units::Unit::Seconds},
                 sum_of_kind<PartKind::Communication>(value));
}

template<class N>
N PartsOf<N>::communication_busy_seconds() const
{
    return named({"t_all", PLATEAU_TEXT("all communication, hidden or not"), units::Unit::Seconds},
                 sum_of_kind<PartKind::Communication>(busy));
}

template<class N>
N PartsOf<N>::computing_seconds() const
{
    return named({"t_busy", PLATEAU_TEXT("seconds at busy power"), units::Unit::Seconds},
                 N(sum_of_kind<PartKind::Compute>(value) + (*this)[Part::Slowdown]));
}

template<class N>
N PartsOf<N>::host_seconds() const
{
    return named({"t_host", PLATEAU_TEXT("seconds that wait for the host"), units::Unit::Seconds},
                 N((*this)[Part::LaunchGap] + (*this)[Part::StepFixed]));
}

template double PartsOf<double>::communication_seconds() const;
template double PartsOf<double>::communication_busy_seconds() const;
template double PartsOf<double>::computing_seconds() const;
template double PartsOf<double>::host_seconds() const;
template Traced PartsOf<Traced>::communication_seconds() const;
template Traced PartsOf<Traced>::communication_busy_seconds() const;
template Traced PartsOf<Traced>::computing_seconds() const;
template Traced PartsOf<Traced>::host_seconds() const;

namespace {

StageWork mean(const StageWork& one, const StageWork& other)
{
    return {(one.layers + other.layers) / 2, (one.embedding + other.embedding) / 2, (one.head + other.head) / 2, {}};
}

/// Stage i and stage p - 1 - i on one rank: the middle stages with a layer less come last, so they pair with full ones.
Stages paired(const Stages& straight)
{
    const StageWork ends = mean(straight.first, straight.last);
    const int mixed = std::min(straight.full_count, straight.slim_count);
    const bool mostly_full = straight.full_count >= straight.slim_count;
    return {ends, mostly_full ? straight.full : straight.slim,           mean(straight.full, straight.slim),
            ends, straight.full_count + straight.slim_count - 2 * mixed, 2 * mixed};
}

} // namespace

Stages layout_of(const Prepared& prepared, const Plan& plan)
{
    const schedule::Fold fold = pipeline_fold(plan);
    const schedule::LayerSplit split = split_layers(prepared.layers, plan);
    const bool both = plan.pp == 1 || fold == schedule::Fold::V;
    Stages stages{{double(split.first), 1, both ? 1. : 0., {}},
                  {double(split.full), 0, 0, {}},
                  {double(split.full - 1), 0, 0, {}},
                  {double(split.last), 0, both ? 0. : 1., {}},
                  split.full_count,
                  split.slim_count};
    if (plan.pp == 1)
        stages.last = stages.first;
    if (fold == schedule::Fold::BothEnds)
        stages = paired(stages);
    stages.first.edge = stages.last.edge = pipeline_kind(plan) != PipelineSchedule::Interleaved; // else round and round
    return stages;
}

Traced layers_of(double layers, const Traced&)
{
    return formula::given({"layers", PLATEAU_TEXT("layers of this kind of rank"), units::Unit::Count}, layers,
                          PLATEAU_TEXT("Follows from the model and the pipeline degree"), "pp");
}

Traced in_flight_of(double micro_batches, const Traced&)
{
    return formula::given({"in_flight", PLATEAU_TEXT("micro-batches whose activations the rank holds")}, micro_batches,
                          PLATEAU_TEXT("Follows from the pipeline schedule"), "schedule");
}

} // namespace plateau
