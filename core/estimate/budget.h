// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/step.h"

namespace plateau {

/// Bytes on the fullest rank by term, the total, and whether it fits. Tight: above `tight_share` of the device.
void add_memory(Parts& parts, const Step& step);

/// Board, node and facility watts and dollars per million tokens. A device draws its busy power while it computes
/// and its waiting power while traffic or a bubble holds it up; accelerators the plan leaves idle and spares are paid
/// too and draw their idle power. Needs the time parts.
void add_power_and_cost(Parts& parts, const Step& step);

/// All power and cost terms of a step.
template<class N>
struct Bill : BillOf<N> {
    Bill(const Inputs<N>& inputs, const N& step_seconds, const N& computing_seconds, const N& tokens_per_second)
        : BillOf<N>(inputs, step_seconds, computing_seconds, tokens_per_second)
    {
        Terms::for_each([&]<class Term>(std::type_identity<Term>) {
            if constexpr (Term::info.kind == PartKind::Power && Term::info.part != Part::CoolingPower)
                this->at_device = add<Term>(units::Unit::Watts, Term::watts(*this), this->at_device);
        });
        add<CoolingPower>(units::Unit::Watts, CoolingPower::watts(*this), N(0.0));
        this->facility = named({"P_facility", PLATEAU_TEXT("the facility, cooling included"), units::Unit::Watts},
                               inputs[&Prepared::pue] * this->at_device * inputs[&Prepared::gpus]);
        Terms::for_each([&]<class Term>(std::type_identity<Term>) {
            if constexpr (Term::info.kind == PartKind::Cost)
                add<Term>(units::Unit::Usd, Term::usd(*this), N(0.0));
        });
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

} // namespace plateau
