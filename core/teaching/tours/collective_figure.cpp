// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/collective_figure.h"

#include <array>
#include <cmath>

#include "core/model/estimate.h"
#include "core/model/prepared.h"
#include "core/physics/collectives/placement.h"

namespace plateau::figures {

namespace {

using collectives::Operation;

constexpr std::array<double, 4> shown_domains{4, 16, 64, 256};
constexpr double smallest_buffer = 1024.0 * 1024;
constexpr double largest_buffer = 16 * 1024.0 * smallest_buffer;
constexpr int points_per_octave = 4;
constexpr double giga = 1e9;

/// Counts the bytes that cross the busiest link for each byte of the buffer.
double bus_share(Operation operation, double ranks)
{
    return (operation == Operation::AllReduce ? 2 : 1) * (ranks - 1) / ranks;
}

Panel collective_panel(const Scenario& scenario, Operation operation)
{
    Panel panel;
    const bool reduces = operation == Operation::AllReduce;
    panel.id = reduces ? "all_reduce" : "all_gather";
    panel.title = {reduces ? PLATEAU_TEXT("All-reduce") : PLATEAU_TEXT("All-gather"), {}};
    panel.unit
        = {reduces ? PLATEAU_TEXT("alone, bus bandwidth in GB/s") : PLATEAU_TEXT("in the step, bus bandwidth in GB/s"),
           {}};
    const catalog::Transport transport
        = reduces ? scenario.cluster.accelerator.transport : prepare(scenario)->transport;
    const std::vector<catalog::NetworkTier> tiers = network_tiers(scenario.cluster);
    for (std::size_t i = 0; i < shown_domains.size(); ++i) {
        const double ranks = shown_domains[i] * tiers.front().domain_size;
        collectives::Placement placement{.ranks = ranks, .usable = tiers.front().domain_size};
        const collectives::Candidates candidates
            = collectives::candidates_of(operation, collectives::place(tiers, placement), transport);
        Series series{.name
                      = {PLATEAU_TEXT("%1 GPUs"), {Quantity{ranks, units::Unit::Count, 3, Quantity::Style::Number}}},
                      .role = role_of_slot(static_cast<int>(i)),
                      .markers = false};
        const double octaves = std::log2(largest_buffer / smallest_buffer);
        for (int step = 0; step <= octaves * points_per_octave; ++step) {
            const double bytes = smallest_buffer * std::exp2(double(step) / points_per_octave);
            series.x.push_back(bytes);
            series.y.push_back(bus_share(operation, ranks) * bytes / collectives::collective(candidates, bytes).seconds
                               / giga);
        }
        panel.series.push_back(std::move(series));
    }
    return panel;
}

/// Marks where a unit of layers lies among the sizes.
void mark_layer(Panel& panel, const Scenario& scenario)
{
    for (const CollectiveUse& use : estimate(scenario).collectives)
        if (use.operation == Operation::AllGather && use.bytes >= smallest_buffer) {
            panel.marks.push_back({use.bytes, {PLATEAU_TEXT("a layer"), {}}});
            return;
        }
}

} // namespace

Figure collective_figure(const Scenario& scenario, const std::vector<MeasuredAllReduce>& measured)
{
    Figure figure;
    figure.id = "collectives";
    figure.title = {PLATEAU_TEXT("How fast the network is: bus bandwidth against size"), {}};
    figure.sentence
        = {PLATEAU_TEXT("Large buffers all reach the links' rate; small ones wait, and an all-gather the more GPUs the "
                        "longer."),
           {}};
    Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("Bytes of the whole buffer, log scale"), {}},
              units::Unit::Bytes,
              true,
              smallest_buffer,
              largest_buffer,
              {}};
    plot.panels = {collective_panel(scenario, Operation::AllReduce), collective_panel(scenario, Operation::AllGather)};
    mark_layer(plot.panels.back(), scenario);
    Series rings{.name = {PLATEAU_TEXT("published, digitised"), {}},
                 .role = SeriesRole::Published,
                 .label_at_end = false,
                 .form = SeriesForm::Points};
    for (const MeasuredAllReduce& point : measured)
        for (const double domains : shown_domains)
            if (point.domains == domains && point.bytes >= smallest_buffer && point.bytes <= largest_buffer) {
                rings.x.push_back(point.bytes);
                rings.y.push_back(point.bus_bytes_per_s / giga);
            }
    if (!rings.x.empty())
        plot.panels.front().series.push_back(std::move(rings));
    return figure;
}

} // namespace plateau::figures
