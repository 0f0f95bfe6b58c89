// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/waiting.h"

#include <algorithm>

namespace plateau {

std::vector<Waiting> waits(const Parts& parts)
{
    std::vector<Waiting> all;
    for (int index = 0; index < time_part_count; ++index) {
        const Part part = Part(index);
        if ((kind(part) != PartKind::Communication && kind(part) != PartKind::Idle) || parts[part] <= 0)
            continue;
        const Cause why = cause(part);
        auto known = std::find_if(all.begin(), all.end(), [why](const Waiting& each) { return each.cause == why; });
        if (known == all.end())
            known = all.insert(all.end(), {why, 0, {}});
        known->seconds += parts[part];
        known->parts.push_back(part);
    }
    std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) { return a.seconds > b.seconds; });
    return all;
}

const CollectiveUse* longest(std::span<const CollectiveUse> collectives, const Waiting& waiting)
{
    const bool parameters = std::any_of(waiting.parts.begin(), waiting.parts.end(), [](Part part) {
        return part == Part::AllGather || part == Part::ReduceScatter || part == Part::AllReduce;
    });
    const auto concerns = [&](const CollectiveUse& use) {
        const auto has = [&](Part part) {
            return std::find(waiting.parts.begin(), waiting.parts.end(), part) != waiting.parts.end();
        };
        switch (use.among) {
        case Among::TensorRanks:
        case Among::ExpertTensorRanks:
            return has(Part::TensorTraffic);
        case Among::ContextRanks:
            return has(Part::ContextTraffic);
        case Among::ExpertRanks:
            return has(Part::ExpertTraffic);
        case Among::Shards:
        case Among::ExpertShards:
        case Among::Replicas:
        case Among::GradientOwners:
            break;
        }
        return parameters;
    };
    const CollectiveUse* found = nullptr;
    for (const CollectiveUse& use : collectives)
        if (concerns(use) && (!found || use.seconds * (use.bytes > 0) > found->seconds))
            found = &use;
    return found;
}

std::optional<Waiting> longest_traffic(const Parts& parts, std::span<const CollectiveUse> collectives)
{
    for (const Waiting& waiting : waits(parts)) {
        const bool traffic = kind(waiting.parts.front()) == PartKind::Communication;
        const CollectiveUse* use = traffic ? longest(collectives, waiting) : nullptr;
        if (use && use->seconds > 0)
            return waiting;
    }
    return std::nullopt;
}

bool is_latency(const CollectiveUse& use) { return use.latency_seconds > 0.5 * use.seconds; }

std::optional<WaitBound> wait_bound(const Parts& parts, std::span<const CollectiveUse> collectives, double least)
{
    if (!parts.fits())
        return std::nullopt;
    if (parts.bubble_fraction() >= std::max(least, parts.communication_fraction()))
        return WaitBound::Bubble;
    if (parts.communication_fraction() < least)
        return std::nullopt;
    const auto waiting = longest_traffic(parts, collectives);
    if (!waiting)
        return std::nullopt;
    const CollectiveUse& use = *longest(collectives, *waiting);
    const bool rate_given_away = use.protocol == catalog::Protocol::LL; // for the latency of its hops
    return is_latency(use) || rate_given_away ? WaitBound::Latency : WaitBound::Bandwidth;
}

} // namespace plateau
