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

/// What a step moves, beside the model.
struct TrafficRules {
    double bytes_per_word = 2;
    AllReduceLatency all_reduce_latency = AllReduceLatency::Constant;
    bool shard_weights = false; ///< weights are sharded over data ranks too: a third pass, the gather before use
};

/// Gradient all-reduce, once per step:
///   t = max_k [ 2 (N_DP[k] - 1) prod_{j>k} N_DP[j]  P w / (N B_k / 2) ],  latency = sum_k 2 tau_k [N_DP[k] > 1]
NetworkTime data_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                          const Split& dp);

/// 2D tensor parallelism: per block an all-reduce of the f-shard over N_TPm and one of the d-shard over N_TPf,
/// forward and backward:
///   t = max_k { 4 L b w [ (N_TPm[k]-1) f prod_{j>k} N_TPm[j] + (N_TPf[k]-1) d prod_{j>k} N_TPf[j] ] / (N B_k/2) }
///   latency = 4 L sum_k tau_k ( [N_TPm[k] > 1] + [N_TPf[k] > 1] )
NetworkTime tensor_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                            const Split& tp_model, const Split& tp_ff);

/// How often one of the L - 1 interfaces between blocks crosses which level; entry 0 is "stays on the device",
/// entry k + 1 is level k. Sums to one.
using Crossings = std::array<double, max_levels + 1>;

/// Pipeline stages of v interleaved chunks: none (L - v N_PP)/(L-1); the top used level (v N_PP[top] - 1)/(L-1);
/// below it v prod_{j>k} N_PP[j] (N_PP[k] - 1)/(L-1).
Crossings pipeline_crossings(const Network& network, double blocks, double interleaving, const Split& pp);
/// Uniform routing: level k 1/prod_{j>k} N_EP[j] - 1/prod_{j>=k} N_EP[j]; none 1/N_EP.
Crossings expert_crossings(const Network& network, const Split& ep);
/// The slowest token decides: always the highest level in use.
Crossings expert_latency_crossings(const Network& network, const Split& ep);
/// A transfer happens at the higher of the two levels: P(pipeline <= k) P(expert <= k), differenced.
Crossings higher_of(const Crossings& a, const Crossings& b);

/// Pipeline and expert traffic, point to point, d words per token, forward and backward:
///   t = sum_k 2 (L-1) freq_k d b w / (N B_k / 2),  latency = sum_k 2 (L-1) freq_k tau_k
NetworkTime point_to_point(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                           double interleaving, const Split& pp, const Split& ep);

} // namespace plateau::limits
