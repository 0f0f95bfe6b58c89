// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/terms/power.h"

namespace plateau {

/// Where the price of the accelerators comes from.
std::string price_source(const Prepared& prepared);
/// Source of the price of the network, which is bought or rented as the accelerators are.
std::string network_price_source(const Prepared& prepared);

/// All accelerators of the cluster and its spares, for as long as they are kept.
struct DeviceCost {
    static constexpr TermInfo info{
        .part = Part::DeviceCost,
        .kind = PartKind::Cost,
        .name = "device_cost",
        .label = PLATEAU_TEXT("Accelerator hours"),
        .words = PLATEAU_TEXT("All accelerators of the cluster and its spares, for as long as they are kept"),
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
