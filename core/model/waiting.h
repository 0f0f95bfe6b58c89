// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/model/estimate.h"

/// What a step waits for: exposed traffic and idle time.
namespace plateau {

struct Waiting {
    Cause cause = Cause::None;
    double seconds = 0;
    std::vector<Part> parts;
};
/// By cause, the longest first.
std::vector<Waiting> waits(const Parts& parts);

/// Of the collectives that the waiting is for, the longest; null: none of these.
const CollectiveUse* longest(std::span<const CollectiveUse> collectives, const Waiting& waiting);
/// The longest wait for traffic whose collectives take time.
std::optional<Waiting> longest_traffic(const Parts& parts, std::span<const CollectiveUse> collectives);

/// More than half of its time is latency.
bool is_latency(const CollectiveUse& use);

/// What holds up the traffic that a step waits for most.
enum class TrafficBound { Latency, Bandwidth };
/// None where a step of these collectives waits for no traffic, or for less than `least` of its time.
std::optional<TrafficBound> traffic_bound(const Parts& parts, std::span<const CollectiveUse> collectives, double least);

} // namespace plateau
