// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/bill.h"

namespace plateau {

/// Cooling and power supply of the building.
struct CoolingPower {
    static constexpr TermInfo info{
        .part = Part::CoolingPower,
        .kind = PartKind::Power,
        .name = "cooling_power",
        .label = PLATEAU_TEXT("Cooling and supply"),
        .words = PLATEAU_TEXT("Cooling and power supply of the building"),
        .source = "",
        .known = KnownFrom::Parameter,
        .parameter = "pue",
        .remedies = {"pue"},
    };

    template<class N>
    static N watts(const BillOf<N>& b)
    {
        return (b.x[&Prepared::pue] - 1) * b.at_device;
    }
};

} // namespace plateau
