// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/search.h"

namespace plateau::limits {

struct EveryLayout {
    const Machine& machine;
    const Model& model;
    std::vector<std::vector<Share>> shares;
    Found best;

    void layout(const Layout& candidate)
    {
        if (memory_bytes_per_device(machine, model, candidate) > machine.device.memory_bytes)
            return;
        const StepTime time = step_time(machine, model, candidate);
        const Found found{candidate, time.step_seconds, time.traffic.seconds(), time.traffic.latency_seconds()};
        if (better(found, best))
            best = found;
    }

    void places(const ParallelDegrees& degrees, const Schedule& schedule, const ParallelDegrees& rest,
                std::array<Share, max_levels>& chosen, std::size_t level)
    {
        if (level == shares.size())
            return layout(make_layout(machine.network, degrees, schedule, chosen));
        for (const Share& share : shares[level]) {
            ParallelDegrees left = rest;
            if (!divide_out(left, share))
                continue;
            chosen[level] = share;
            places(degrees, schedule, left, chosen, level + 1);
        }
    }
};

/// All ways to write a group size as a product of five shares.
inline std::vector<Share> shares_of(std::int64_t group)
{
    std::vector<Share> result;
    const std::vector<std::int64_t> cuts = divisors(static_cast<double>(group));
    for (const std::int64_t dp : cuts)
        for (const std::int64_t tp_model : cuts)
            for (const std::int64_t tp_ff : cuts)
                for (const std::int64_t pp : cuts) {
                    const std::int64_t product = dp * tp_model * tp_ff * pp;
                    if (product <= group && group % product == 0)
                        result.push_back({dp, tp_model, tp_ff, pp, group / product});
                }
    return result;
}

/// Every layout that fits memory, one after the other through step_time(): slow, what Search must find.
inline std::optional<Found> best_layout_exhaustive(const Machine& machine, const Model& model, double devices)
{
    EveryLayout visit{machine, model, {}, {}};
    for (const std::int64_t size : group_sizes(machine.network, devices))
        visit.shares.push_back(shares_of(size));
    const std::vector<std::int64_t> batch_cuts = divisors(model.batch_tokens / model.experts);
    for (const ParallelDegrees& degrees : all_degrees(model, devices)) {
        std::array<Schedule, 5> choices;
        const int count = schedules(model, machine.assumptions, degrees, batch_cuts, choices);
        std::array<Share, max_levels> chosen{};
        for (int i = 0; i < count; ++i)
            visit.places(degrees, choices[i], degrees, chosen, 0);
    }
    if (visit.best.step_seconds == std::numeric_limits<double>::infinity())
        return std::nullopt;
    return visit.best;
}

} // namespace plateau::limits
