// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/bill.h"

namespace plateau {

/// Electricity of the facility, where the price of the accelerators does not include it.
struct ElectricityCost {
    static constexpr TermInfo info{
        .part = Part::ElectricityCost,
        .kind = PartKind::Cost,
        .name = "electricity_cost",
        .label = PLATEAU_TEXT("Electricity"),
        .words = PLATEAU_TEXT("Electricity of the facility, cooling included"),
        .source = "",
        .known = KnownFrom::Parameter,
        .parameter = "usd_per_kwh",
        .remedies = {"usd_per_kwh", "pue", "pricing"},
    };

    template<class N>
    static N usd(const BillOf<N>& b)
    {
        return 1e6 * b.facility / b.tokens_per_s * b.x[&Prepared::usd_per_joule];
    }
};

} // namespace plateau
