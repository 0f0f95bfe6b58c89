// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/bill.h"

namespace plateau {

/// Processors, fans and network cards of the hosts, which draw the same however many of their accelerators are used.
struct NodePower {
    static constexpr TermInfo info{
        .part = Part::NodePower,
        .kind = PartKind::Power,
        .name = "node_power",
        .label = PLATEAU_TEXT("Rest of the node"),
        .words = PLATEAU_TEXT("Processors, fans and network cards of the host, per device"),
        .source = "The hardware's file: node power measured, less the boards",
        .known = KnownFrom::Assumptions,
        .remedies = {"node_watts", "hardware"},
    };

    template<class N>
    static N watts(const BillOf<N>& b)
    {
        return b.hosted_share * b.x[&Prepared::node_overhead_watts];
    }
};

} // namespace plateau
