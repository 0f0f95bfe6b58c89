// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/terms/term.h"
#include <string>

namespace plateau {

/// Places in the racks that a plan takes which its groups do not fill, beyond what it leaves idle of the cluster:
/// groups of 64 take 64 of each rack of 72. Nobody else has the use of them.
inline double unfilled_places(const Prepared& prepared, const Degrees& degrees)
{
    const double rack = prepared.domain_size;
    if (rack <= prepared.per_host || std::isinf(rack) || degrees.domain_used >= rack)
        return 0;
    const double racks = std::floor(degrees.gpus_used / degrees.domain_used);
    return std::max(0.0, racks * (rack - degrees.domain_used) - (prepared.gpus - degrees.gpus_used));
}

/// What the power and cost terms read. Watts and dollars are per accelerator of the cluster, so that the terms add up
/// to the facility.
template<class N>
struct BillOf {
    BillOf(const Inputs<N>& inputs, const PartsOf<N>& parts);

    const Inputs<N>& x;
    N tokens_per_s = 0;
    N board = 0; ///< watts of an accelerator at work, the mean over the step
    N paid_share = 0; ///< accelerators of cluster and spares, per accelerator of the cluster
    N hosted_share = 0; ///< the same of the accelerators that their hosts have room for
    N idle = 0; ///< accelerators the plan leaves idle, and spares
    N at_device = 0; ///< watts before cooling: what the power terms add up
    N gpu_seconds = 0; ///< of accelerators, per million tokens
    N facility = 0; ///< watts
};

template<class N>
N unfilled_racks(const Inputs<N>& x)
{
    const double places = unfilled_places(x.prepared, x.degrees);
    return places == 0
        ? N(0.0)
        : named({"n_unfilled", PLATEAU_TEXT("accelerators of racks that groups do not fill"), units::Unit::Gpus},
                N(places));
}

template<class N>
BillOf<N>::BillOf(const Inputs<N>& inputs, const PartsOf<N>& parts) : x(inputs), tokens_per_s(parts.tokens_per_s)
{
    const N gpus = x[&Prepared::gpus];
    const N share = named({"x_compute", PLATEAU_TEXT("share of the step at busy power"), units::Unit::Fraction},
                          parts.computing_seconds() / parts.step_seconds);
    const N host = named({"x_host", PLATEAU_TEXT("share of the step at idle power"), units::Unit::Fraction},
                         parts.host_seconds() / parts.step_seconds);
    board = named({"P_board", PLATEAU_TEXT("an accelerator at work, the mean over the step"), units::Unit::Watts},
                  share * x[&Prepared::busy_watts] + host * x[&Prepared::idle_watts]
                      + (1 - share - host) * x[&Prepared::waiting_watts]);
    const N beside = x[&Prepared::spare_gpus] + unfilled_racks(x);
    idle = named({"n_idle", PLATEAU_TEXT("accelerators left idle, and spares"), units::Unit::Gpus},
                 gpus - x[&Degrees::gpus_used] + beside);
    paid_share = named({"paid", PLATEAU_TEXT("accelerators with spares, per accelerator of the cluster")},
                       (gpus + beside) / gpus);
    const N host_size = x[&Prepared::per_host];
    hosted_share
        = named({"hosted", PLATEAU_TEXT("room for accelerators in whole hosts, per accelerator of the cluster")},
                (host_size * formula::ceil(N(gpus / host_size)) + beside) / gpus);
    gpu_seconds = named({"gpu_seconds", PLATEAU_TEXT("accelerator seconds per million tokens"), units::Unit::Seconds},
                        1e6 * gpus / tokens_per_s);
}

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

/// Where the price of the accelerators comes from.
std::string price_source(const Prepared& prepared);
/// Source of the price of the network, which is bought or rented as the accelerators are.
std::string network_price_source(const Prepared& prepared);

/// All accelerators of the cluster, its spares and what groups do not fill of the racks, for as long as they are kept.
struct DeviceCost {
    static constexpr TermInfo info{
        .part = Part::DeviceCost,
        .kind = PartKind::Cost,
        .name = "device_cost",
        .label = PLATEAU_TEXT("Accelerator hours"),
        .words
        = PLATEAU_TEXT("All accelerators of the cluster, its spares and what groups do not fill of the racks, for "
                       "as long as they are kept"),
        .source = "",
        .known = KnownFrom::Assumptions,
        .remedies = {"usd_per_gpu_hour", "pricing", "capex_per_gpu"},
    };

    static std::string source(const Prepared& prepared, const Plan&) { return price_source(prepared); }

    template<class N>
    static N usd(const BillOf<N>& b)
    {
        return b.paid_share * b.gpu_seconds * b.x[&Prepared::usd_per_gpu_second];
    }
};

/// Switches, optics and cables of all accelerators.
struct NetworkCost {
    static constexpr TermInfo info{
        .part = Part::NetworkCost,
        .kind = PartKind::Cost,
        .name = "network_cost",
        .label = PLATEAU_TEXT("Network"),
        .words = PLATEAU_TEXT("Switches, optics and cables of all accelerators"),
        .source = "",
        .known = KnownFrom::Assumptions,
        .remedies = {"network_usd_per_gpu_hour", "network_price"},
    };

    static std::string source(const Prepared& prepared, const Plan&) { return network_price_source(prepared); }

    template<class N>
    static N usd(const BillOf<N>& b)
    {
        return b.paid_share * b.gpu_seconds * b.x[&Prepared::network_usd_per_gpu_second];
    }
};

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
