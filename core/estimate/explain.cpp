// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/explain.h"

#include "core/estimate/stage.h"

namespace plateau {

namespace {

catalog::KnownBy kernels_known_by(const Prepared& prepared)
{
    return prepared.scenario->cluster.accelerator.measured_kernels ? catalog::KnownBy::Derived
                                                                   : catalog::KnownBy::Estimated;
}

catalog::KnownBy traffic_known_by(const Prepared& prepared)
{
    return prepared.scenario->cluster.accelerator.measured_collectives ? catalog::KnownBy::Derived
                                                                       : catalog::KnownBy::Estimated;
}

/// How an assumption the user may type is known; as estimated once it is typed.
catalog::KnownBy assumption_known_by(const Prepared& prepared, const char* key)
{
    const Scenario& scenario = *prepared.scenario;
    const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, key);
    return assumed && !scenario.overrides.count(key) ? assumed->known_by : catalog::KnownBy::Estimated;
}

catalog::KnownBy known_by(const Prepared& prepared, Part part)
{
    if (part == Part::NetworkPower)
        return assumption_known_by(prepared, "network_watts");
    if (part == Part::CoolingPower)
        return assumption_known_by(prepared, "pue");
    if (part == Part::ElectricityCost)
        return assumption_known_by(prepared, "usd_per_kwh");
    switch (kind(part)) {
    case PartKind::Compute:
        return kernels_known_by(prepared);
    case PartKind::Communication:
        return traffic_known_by(prepared);
    case PartKind::Idle:
    case PartKind::Memory:
        return catalog::KnownBy::Derived;
    case PartKind::Overhead: // constants of the stack
    case PartKind::Power:
    case PartKind::Cost:
        return catalog::KnownBy::Estimated;
    }
    return catalog::KnownBy::Estimated;
}

} // namespace

Estimate explain(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    Step step;
    Estimate estimate;
    estimate.parts = evaluate_step(prepared, plan, *workspace, step);
    const Parts& parts = estimate.parts;
    estimate.reason = verdict_reason(prepared, parts);
    if (!parts.possible()) {
        estimate.reason_key = obstacle_key(parts.obstacle);
        if (parts.obstacle == Obstacle::BatchTooSmall && prepared.batch_mode == BatchMode::PerGpu)
            estimate.reason_key = "sequences_per_gpu";
        return estimate;
    }
    if (parts.verdict == Verdict::DoesNotFit)
        estimate.reason_key = largest_memory_key(parts);
    for (int index = 0; index < part_count; ++index) {
        const Part part = Part(index);
        if (parts.value[index] == 0 && parts.busy[index] == 0)
            continue;
        Term term = describe(prepared, step, parts, part);
        term.part = part;
        term.value = parts.value[index];
        term.busy = parts.busy[index];
        term.known_by = known_by(prepared, part);
        estimate.terms.push_back(std::move(term));
    }
    return estimate;
}

Estimate estimate(const Scenario& scenario)
{
    const auto prepared = prepare(scenario);
    return explain(*prepared, plan(*prepared));
}

} // namespace plateau
