// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/physics/collectives/placement.h"

/// Small clusters that tests of collectives share.
namespace samples {

using plateau::catalog::NetworkTier;

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

inline NetworkTier tier(double size, double rate, double fraction)
{
    NetworkTier tier;
    tier.domain_size = size;
    tier.bandwidth_bytes_per_s = rate;
    tier.pair_bytes_per_s = rate;
    tier.achieved_fraction = fraction;
    return tier;
}

/// Nodes of 8 H100 with eight 400 Gb/s adapters.
inline std::vector<NetworkTier> h100() { return {tier(8, 450e9, 0.80), tier(unlimited, 50e9, 0.92)}; }

inline bool near(double actual, double expected, double tolerance = 1e-9)
{
    return std::abs(actual - expected) <= tolerance * std::abs(expected);
}

} // namespace samples
