// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/layout.h"
#include "core/limits/scaling.h"

/// Seconds per step on the network. Bytes are counted over the whole cluster and shared by N devices that send
/// B_k / 2 each; the levels of one collective work at the same time (maximum), their latencies follow one another.
namespace plateau::limits {

/// Time on the wire and time waiting for hops.
struct NetworkTime {
    double seconds = 0;
    double latency_seconds = 0;
};

/// Waiting of an all-reduce among p participants of one level: reduce-scatter and all-gather, one hop each.
enum class AllReduceLatency {
    Constant, ///< 2 tau whatever p (as published: a switch)
    Tree, ///< 2 tau log2(p)
};

/// All traffic of a step. Less of any part never makes a step slower.
struct StepTraffic {
    NetworkTime tensor;
    NetworkTime point; ///< pipeline and expert
    NetworkTime data;

    double seconds() const { return tensor.seconds + point.seconds + data.seconds; }
    /// of the hops inside the pipeline
    double pipeline_latency_seconds() const { return tensor.latency_seconds + point.latency_seconds; }
    double latency_seconds() const { return pipeline_latency_seconds() + data.latency_seconds; }
};

/// What a step moves, beside the model.
struct TrafficRules {
    double bytes_per_word = 2;
    AllReduceLatency all_reduce_latency = AllReduceLatency::Constant;
    bool shard_weights = false; ///< weights are sharded over data ranks too: a third pass, the gather before use
};

/// What one level holds of a parallel degree, and how much of the degree lies on the levels outside it.
struct Portion {
    double share = 1; ///< N_X[k]
    double outside = 1; ///< prod_{j>k} N_X[j]
};

/// What a step moves on each level of a network. A collective's seconds are the maximum over the levels, point-to-point
/// transfers' and all latencies the sum.
class LevelTraffic {
public:
    LevelTraffic(const Network& network, const TrafficRules& traffic, const Model& model, double devices);

    /// Gradient all-reduce, once per step: 2 (N_DP[k] - 1) prod_{j>k} N_DP[j]  P w / (N B_k / 2), 2 tau_k if N_DP[k] >
    /// 1
    NetworkTime data(int level, const Portion& dp) const;
    /// 2D tensor parallelism: per block an all-reduce of the f-shard over N_TPm and one of the d-shard over N_TPf,
    /// forward and backward:
    ///   4 L b w [ (N_TPm[k]-1) f prod_{j>k} N_TPm[j] + (N_TPf[k]-1) d prod_{j>k} N_TPf[j] ] / (N B_k/2)
    ///   4 L tau_k ( [N_TPm[k] > 1] + [N_TPf[k] > 1] )
    NetworkTime tensor(int level, const Portion& tp_model, const Portion& tp_ff) const;
    /// Pipeline and expert traffic, d words per token, forward and backward. Of the L - 1 interfaces between blocks
    /// those cross the level that stay within it and not within the one below; a transfer happens at the higher of the
    /// levels that its stages and its experts cross, and its latency at the highest level where experts lie:
    ///   2 (L-1) freq_k d b w / (N B_k / 2),  2 (L-1) freq_k tau_k
    NetworkTime point(int level, double interleaving, const Portion& pp, const Portion& ep) const;

private:
    AllReduceLatency all_reduce_latency_;
    double blocks_, width_, inner_;
    std::array<NetworkTime, max_levels> data_{}; ///< of one portion more, of one all-reduce per step
    std::array<NetworkTime, max_levels> tensor_{}; ///< of one word more, of one all-reduce per matrix and pass
    std::array<NetworkTime, max_levels> point_{}; ///< if every transfer crossed the level
};

/// Share of the interfaces between blocks that v interleaved chunks per stage leave within groups of which `outside`
/// hold the pipeline: 1 - (v outside - 1)/(L - 1); all of them where one group holds it.
double pipeline_within(double blocks, double interleaving, double outside);
/// Uniform routing: 1/outside of the tokens stay within a group.
double experts_within(double outside);

NetworkTime data_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                          const Split& dp);
NetworkTime tensor_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                            const Split& tp_model, const Split& tp_ff);
NetworkTime point_to_point(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                           double interleaving, const Split& pp, const Split& ep);

} // namespace plateau::limits
