// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

namespace plateau::test {

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
