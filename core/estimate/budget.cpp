// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/budget.h"

#include "core/estimate/rank_bytes.h"

namespace plateau {

void add_memory(Parts& parts, const Step& step)
{
    const Inputs<double>& x = step.x;
    const RankBytes<double> fullest = fullest_rank(x, step.parameters, step.stages);
    for (int part = int(first_memory_part); part < int(first_power_part); ++part) {
        parts.value[part] = fullest[Part(part)];
        parts.memory_bytes += parts.value[part];
    }
    parts.host_bytes = fullest.host;
    parts.host_limit_bytes = x.prepared.host_limit_bytes;
    const bool too_much = parts.memory_bytes > parts.memory_limit_bytes || parts.host_bytes > parts.host_limit_bytes;
    const double comfortable = x.prepared.physics.tight_share * parts.memory_limit_bytes;
    parts.verdict = too_much ? Verdict::DoesNotFit : parts.memory_bytes > comfortable ? Verdict::Tight : Verdict::Fits;
}

void add_power_and_cost(Parts& parts, const Step& step)
{
    const Prepared& prepared = step.x.prepared;
    Bill<double> bill(step.x, parts.step_seconds, parts.computing_seconds(), parts.tokens_per_s);
    for (int part = int(first_power_part); part < part_count; ++part)
        parts.value[part] = bill.value[std::size_t(part - int(first_power_part))];
    parts.power_watts = bill.board;
    parts.node_watts = prepared.per_host * (parts.power_watts + prepared.node_overhead_watts);
    parts.facility_watts = bill.facility;
    parts.usd_per_million_tokens = parts[Part::DeviceCost] + parts[Part::NetworkCost] + parts[Part::ElectricityCost];
}

} // namespace plateau
