// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/uncertainty.h"

#include <array>
#include <cmath>

namespace plateau::explore {

namespace {

constexpr std::array scaling_constants{"kernel_efficiency", "fsdp_overlap_penalty", "latency_factor",
                                       "network_fraction"};

} // namespace

std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<double>& gpu_counts,
                                            Workspace& workspace)
{
    const auto base = given_plan_curve(*prepare(scenario), gpu_counts, workspace);
    std::vector<double> below(base.size()), above(base.size());
    for (const char* key : scaling_constants) {
        const catalog::StackConstant* constant = catalog::find_stack_constant(key);
        for (const catalog::ConstantNote& note : scenario.assumptions.stack.notes) {
            if (!constant || note.key != key || !(note.high > note.low))
                continue;
            for (const double end : {note.low, note.high}) {
                Scenario moved = scenario;
                moved.assumptions.stack.constants.*(constant->value) = end;
                const auto curve = given_plan_curve(*prepare(moved), gpu_counts, workspace);
                for (std::size_t i = 0; i < base.size(); ++i) {
                    const double change = curve[i].parts.tokens_per_s / base[i].parts.tokens_per_s - 1;
                    if (std::isfinite(change))
                        (change < 0 ? below : above)[i] += change * change;
                }
            }
        }
    }
    std::vector<ThroughputBand> band;
    for (std::size_t i = 0; i < base.size(); ++i)
        band.push_back({gpu_counts[i], std::max(0.0, 1 - std::sqrt(below[i])), 1 + std::sqrt(above[i])});
    return band;
}

} // namespace plateau::explore
