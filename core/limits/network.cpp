// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/network.h"

#include <algorithm>
#include <cmath>

namespace plateau::limits {

namespace {

double hops(AllReduceLatency kind, double participants)
{
    if (participants <= 1)
        return 0;
    return kind == AllReduceLatency::Constant ? 1 : std::log2(participants);
}

double one_way_bytes_per_s(const NetworkLevel& level, double devices) { return devices * level.bytes_per_s / 2; }

} // namespace

NetworkTime data_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                          const Split& dp)
{
    const double passes = traffic.shard_weights ? 3 : 2;
    NetworkTime time;
    double above = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        const NetworkLevel& level = network.levels[k];
        const double bytes = passes * (dp[k] - 1) * above * model.parameters() * traffic.bytes_per_word;
        above *= dp[k];
        time.seconds = std::max(time.seconds, bytes / one_way_bytes_per_s(level, devices));
        time.latency_seconds += passes * level.latency_seconds * hops(traffic.all_reduce_latency, dp[k]);
    }
    return time;
}

NetworkTime tensor_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                            const Split& tp_model, const Split& tp_ff)
{
    NetworkTime time;
    double model_above = 1;
    double ff_above = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        const NetworkLevel& level = network.levels[k];
        const double words = (tp_model[k] - 1) * model.inner * model_above + (tp_ff[k] - 1) * model.width * ff_above;
        model_above *= tp_model[k];
        ff_above *= tp_ff[k];
        const double bytes = 4 * model.blocks * model.batch_tokens * traffic.bytes_per_word * words;
        time.seconds = std::max(time.seconds, bytes / one_way_bytes_per_s(level, devices));
        time.latency_seconds += 4 * model.blocks * level.latency_seconds
            * (hops(traffic.all_reduce_latency, tp_model[k]) + hops(traffic.all_reduce_latency, tp_ff[k]));
    }
    return time;
}

Crossings pipeline_crossings(const Network& network, double blocks, double interleaving, const Split& pp)
{
    Crossings crossings{};
    const double interfaces = blocks - 1;
    if (interfaces <= 0) {
        crossings[0] = 1;
        return crossings;
    }
    int top = network.count - 1;
    while (top > 0 && pp[top] == 1)
        --top;
    double above = 1;
    for (int k = top; k >= 0; --k) {
        crossings[k + 1]
            = k == top ? (interleaving * pp[k] - 1) / interfaces : interleaving * above * (pp[k] - 1) / interfaces;
        above *= pp[k];
    }
    crossings[0] = (blocks - interleaving * above) / interfaces;
    return crossings;
}

Crossings expert_crossings(const Network& network, const Split& ep)
{
    Crossings crossings{};
    double above = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        crossings[k + 1] = 1 / above - 1 / (above * ep[k]);
        above *= ep[k];
    }
    crossings[0] = 1 / above;
    return crossings;
}

Crossings expert_latency_crossings(const Network& network, const Split& ep)
{
    Crossings crossings{};
    int top = network.count - 1;
    while (top >= 0 && ep[top] == 1)
        --top;
    crossings[top + 1] = 1;
    return crossings;
}

Crossings higher_of(const Crossings& a, const Crossings& b)
{
    Crossings result{};
    double up_to_a = 0;
    double up_to_b = 0;
    for (std::size_t k = 0; k < result.size(); ++k) {
        result[k] = a[k] * (up_to_b + b[k]) + up_to_a * b[k];
        up_to_a += a[k];
        up_to_b += b[k];
    }
    return result;
}

NetworkTime point_to_point(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                           double interleaving, const Split& pp, const Split& ep)
{
    const Crossings stages = pipeline_crossings(network, model.blocks, interleaving, pp);
    const Crossings bytes_cross = higher_of(stages, expert_crossings(network, ep));
    const Crossings latency_cross = higher_of(stages, expert_latency_crossings(network, ep));
    const double transfers = 2 * (model.blocks - 1);
    const double bytes = model.width * model.batch_tokens * traffic.bytes_per_word;
    NetworkTime time;
    for (int k = 0; k < network.count; ++k) {
        const NetworkLevel& level = network.levels[k];
        time.seconds += transfers * bytes_cross[k + 1] * bytes / one_way_bytes_per_s(level, devices);
        time.latency_seconds += transfers * latency_cross[k + 1] * level.latency_seconds;
    }
    return time;
}

} // namespace plateau::limits
