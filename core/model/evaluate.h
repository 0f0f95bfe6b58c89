// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"
#include "core/model/rank_bytes.h"
#include "core/model/step.h"

namespace plateau {

/// The numbers of a possible plan, leaving the ledger of its step in `step`.
template<class N>
PartsOf<N> parts_of(StepOf<N>& step);

/// Why a plan is impossible or does not fit; empty when it fits.
Message verdict_reason(const Prepared& prepared, const Parts& parts);

/// The parameter to turn first when memory overflows: what holds the largest share.
std::string largest_memory_key(const Parts& parts);

/// Accelerators at work on a host that has any.
template<class N>
N at_work_on_host(const Inputs<N>& x)
{
    return formula::min(x[&Prepared::per_host], x[&Degrees::gpus_used]);
}

/// Bytes on the fullest rank by term, the total, and whether it fits. Tight: with less than the head room
/// left. The accelerators at work on a host share all of its memory.
template<class N>
void add_memory(PartsOf<N>& parts, const StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    const RankBytes<N> fullest = fullest_rank(x, step.parameters, step.stages);
    for (int part = int(first_memory_part); part < int(first_power_part); ++part) {
        parts.value[part] = fullest[Part(part)];
        parts.memory_bytes += parts.value[part];
    }
    parts.host_bytes = fullest.host;
    parts.host_limit_bytes = x.prepared.host_limit_bytes * x[&Prepared::per_host] / at_work_on_host(x);
    const bool too_much = parts.memory_bytes > parts.memory_limit_bytes || parts.host_bytes > parts.host_limit_bytes;
    const N comfortable = (1 - x[&Prepared::memory_headroom]) * parts.memory_limit_bytes;
    parts.verdict = too_much ? Verdict::DoesNotFit : parts.memory_bytes > comfortable ? Verdict::Tight : Verdict::Fits;
}

/// All power and cost terms of a step.
template<class N>
struct Bill : BillOf<N> {
    Bill(const Inputs<N>& inputs, const PartsOf<N>& parts) : BillOf<N>(inputs, parts)
    {
        PowerTerms::for_each([&]<class Term>(std::type_identity<Term>) {
            if constexpr (!std::is_same_v<Term, CoolingPower>)
                this->at_device = add<Term>(units::Unit::Watts, Term::watts(*this), this->at_device);
        });
        add<CoolingPower>(units::Unit::Watts, CoolingPower::watts(*this), N(0.0));
        this->facility = named({"P_facility", PLATEAU_TEXT("the facility, cooling included"), units::Unit::Watts},
                               inputs[&Prepared::pue] * this->at_device * inputs[&Prepared::gpus]);
        CostTerms::for_each(
            [&]<class Term>(std::type_identity<Term>) { add<Term>(units::Unit::Usd, Term::usd(*this), N(0.0)); });
    }

    std::array<N, part_count - int(first_power_part)> value = {}; ///< by part

private:
    template<class Term>
    N add(units::Unit unit, const N& amount, const N& sum)
    {
        N& place = value[std::size_t(int(Term::info.part) - int(first_power_part))];
        place = named({Term::info.name, Term::info.label, unit}, amount);
        return sum + place;
    }
};

/// Board, node and facility watts and dollars per million tokens. A device draws its busy power while it computes,
/// its waiting power while traffic or a bubble holds it up and its idle power while the host does; accelerators the
/// plan leaves idle and spares are paid too and draw their idle power. Needs the time parts.
template<class N>
void add_power_and_cost(PartsOf<N>& parts, const StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    const Bill<N> bill(x, parts);
    for (int part = int(first_power_part); part < part_count; ++part)
        parts.value[part] = bill.value[std::size_t(part - int(first_power_part))];
    parts.power_watts = bill.board;
    const N at_work = at_work_on_host(x);
    parts.node_watts = at_work * parts.power_watts
        + (formula::min(x[&Prepared::per_host], x[&Prepared::gpus]) - at_work) * x[&Prepared::idle_watts]
        + x[&Prepared::per_host] * x[&Prepared::node_overhead_watts];
    parts.facility_watts = bill.facility;
    parts.usd_per_million_tokens
        = named({"cost", PLATEAU_TEXT("dollars per million tokens"), units::Unit::Usd},
                N(parts[Part::DeviceCost] + parts[Part::NetworkCost] + parts[Part::ElectricityCost]));
}

} // namespace plateau
