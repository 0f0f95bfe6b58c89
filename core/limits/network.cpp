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

void add_collective(NetworkTime& time, const NetworkTime& level)
{
    time.seconds = std::max(time.seconds, level.seconds);
    time.latency_seconds += level.latency_seconds;
}

} // namespace

double pipeline_within(double blocks, double interleaving, double outside)
{
    return outside > 1 ? 1 - (interleaving * outside - 1) / (blocks - 1) : 1;
}

double experts_within(double outside) { return 1 / outside; }

LevelTraffic::LevelTraffic(const Network& network, const TrafficRules& traffic, const Model& model, double devices)
    : all_reduce_latency_(traffic.all_reduce_latency), blocks_(model.blocks), width_(model.width), inner_(model.inner)
{
    const double w = traffic.bytes_per_word;
    const double passes = traffic.shard_weights ? 3 : 2;
    const double all_reduces = 4 * model.blocks;
    const double transfers = 2 * (model.blocks - 1);
    for (int k = 0; k < network.count; ++k) {
        const NetworkLevel& level = network.levels[k];
        const double bytes_per_s = one_way_bytes_per_s(level, devices);
        data_[k] = {passes * model.parameters() * w / bytes_per_s, passes * level.latency_seconds};
        tensor_[k] = {all_reduces * model.batch_tokens * w / bytes_per_s, all_reduces * level.latency_seconds};
        point_[k] = {transfers * model.width * model.batch_tokens * w / bytes_per_s, transfers * level.latency_seconds};
    }
}

NetworkTime LevelTraffic::data(int level, const Portion& dp) const
{
    const NetworkTime& unit = data_[static_cast<std::size_t>(level)];
    return {(dp.share - 1) * dp.outside * unit.seconds, hops(all_reduce_latency_, dp.share) * unit.latency_seconds};
}

NetworkTime LevelTraffic::tensor(int level, const Portion& tp_model, const Portion& tp_ff) const
{
    const NetworkTime& unit = tensor_[static_cast<std::size_t>(level)];
    const double words = (tp_model.share - 1) * inner_ * tp_model.outside + (tp_ff.share - 1) * width_ * tp_ff.outside;
    return {words * unit.seconds,
            (hops(all_reduce_latency_, tp_model.share) + hops(all_reduce_latency_, tp_ff.share))
                * unit.latency_seconds};
}

NetworkTime LevelTraffic::point(int level, double interleaving, const Portion& pp, const Portion& ep) const
{
    const NetworkTime& unit = point_[static_cast<std::size_t>(level)];
    const double stages_here = pipeline_within(blocks_, interleaving, pp.outside);
    const double stages_below = pipeline_within(blocks_, interleaving, pp.share * pp.outside);
    const double crossing
        = stages_here * experts_within(ep.outside) - stages_below * experts_within(ep.share * ep.outside);
    const double waiting = (ep.outside > 1 ? 0 : stages_here) - (ep.share * ep.outside > 1 ? 0 : stages_below);
    return {crossing * unit.seconds, waiting * unit.latency_seconds};
}

NetworkTime data_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                          const Split& dp)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        add_collective(time, levels.data(k, {dp[k], outside}));
        outside *= dp[k];
    }
    return time;
}

NetworkTime tensor_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                            const Split& tp_model, const Split& tp_ff)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double model_outside = 1;
    double ff_outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        add_collective(time, levels.tensor(k, {tp_model[k], model_outside}, {tp_ff[k], ff_outside}));
        model_outside *= tp_model[k];
        ff_outside *= tp_ff[k];
    }
    return time;
}

NetworkTime point_to_point(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                           double interleaving, const Split& pp, const Split& ep)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double pp_outside = 1;
    double ep_outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        const NetworkTime at = levels.point(k, interleaving, {pp[k], pp_outside}, {ep[k], ep_outside});
        time.seconds += at.seconds;
        time.latency_seconds += at.latency_seconds;
        pp_outside *= pp[k];
        ep_outside *= ep[k];
    }
    return time;
}

} // namespace plateau::limits
