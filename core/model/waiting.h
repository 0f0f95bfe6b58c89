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

/// The longest of the collectives that are waited for; null where there is none.
const CollectiveUse* longest(std::span<const CollectiveUse> collectives, const Waiting& waiting);
/// The longest wait for traffic whose collectives take time.
std::optional<Waiting> longest_traffic(const Parts& parts, std::span<const CollectiveUse> collectives);

/// More than half of its time is latency.
bool is_latency(const CollectiveUse& use);

/// What holds up a step that waits much: the latency or the bandwidth of the traffic it waits for most, or the pipeline
/// where its bubble is longer than all traffic.
enum class WaitBound { Latency, Bandwidth, Bubble };
/// None where neither traffic nor the bubble takes `least` of a step with these collectives.
std::optional<WaitBound> wait_bound(const Parts& parts, std::span<const CollectiveUse> collectives, double least);

} // namespace plateau
