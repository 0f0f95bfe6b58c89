// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/bill.h"

namespace plateau {

/// Switches and optics of the scale-out network.
struct NetworkPower {
    static constexpr TermInfo info{
        .part = Part::NetworkPower,
        .kind = PartKind::Power,
        .name = "network_power",
        .label = PLATEAU_TEXT("Network"),
        .words = PLATEAU_TEXT("Switches and optics, per device"),
        .source = "",
        .known = KnownFrom::Parameter,
        .parameter = "network_watts",
        .remedies = {"network_watts"},
    };

    template<class N>
    static N watts(const BillOf<N>& b)
    {
        return b.paid_share * b.x[&Prepared::network_watts];
    }
};

} // namespace plateau
