// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/bill.h"

namespace plateau {

/// Boards of the accelerators: at busy power while they compute, at waiting power while traffic or a bubble holds them
/// up, at idle power while they wait for the host; idle ones and spares at idle power.
struct DevicePower {
    static constexpr TermInfo info{
        .part = Part::DevicePower,
        .kind = PartKind::Power,
        .name = "device_power",
        .label = PLATEAU_TEXT("Accelerator"),
        .words = PLATEAU_TEXT("A device that waits for traffic still draws most of its power. One that waits for the "
                              "host, is a spare or is left idle by the plan draws little"),
        .source = sources::power,
        .known = KnownFrom::Assumptions,
        .remedies = {"board_watts", "waiting_power", "busy_power", "hardware"},
    };

    template<class N>
    static N watts(const BillOf<N>& b)
    {
        return (b.x[&Degrees::gpus_used] * b.board + b.idle * b.x[&Prepared::idle_watts]) / b.x[&Prepared::gpus];
    }
};

} // namespace plateau
