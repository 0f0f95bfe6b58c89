// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"
#include "core/model/prepared.h"

namespace plateau::test {

/// What the model says of a scenario's own plan.
inline Parts parts_of(const Scenario& question)
{
    const auto prepared = prepare(question);
    const WorkspacePointer workspace = make_workspace();
    return evaluate(*prepared, plan(*prepared), *workspace);
}

/// On `gpus` accelerators, of which all are used, one second a step.
inline Parts answer(double gpus, double tokens_per_s, int tp = 1)
{
    Parts parts;
    parts.verdict = Verdict::Fits;
    parts.plan.tp = tp;
    parts.plan.dp = int(gpus) / tp;
    parts.gpus = parts.gpus_used = gpus;
    parts.tokens_per_s = tokens_per_s;
    parts.step_seconds = 1;
    parts.peak_flops = 1e15;
    parts.model_flop_per_token = 5e10;
    parts.memory_bytes = 40e9;
    parts.memory_limit_bytes = 80e9;
    parts.facility_watts = 1000 * gpus;
    parts.usd_per_million_tokens = 2;
    parts.micro_batches = 4;
    return parts;
}

} // namespace plateau::test
