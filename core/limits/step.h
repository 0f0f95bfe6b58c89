// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/layout.h"
#include "core/limits/matmul.h"
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

/// What the model assumes about software, and which oddities of the published code it keeps.
struct ModelAssumptions {
    bool overlap_tensor = true; ///< tensor-parallel traffic runs beside the arithmetic
    bool overlap_pipeline = true; ///< pipeline and expert traffic runs beside the arithmetic
    bool overlap_data = false; ///< gradient traffic runs beside the rest of the step
    bool zero_bubble = true; ///< zero-bubble schedules are allowed
    bool interleaving = true; ///< 1F1B pipelines are interleaved as finely as possible, v = L / N_PP
    bool count_zero_bubble_latency = false; ///< a zero-bubble step lasts at least its network latency
    bool count_activations = false; ///< activations kept for the backward pass take memory
    double optimizer_words = 4; ///< held per parameter, sharded over the cluster
    bool shard_weights = false; ///< weights are sharded over data ranks (one more pass of gradient traffic)
    AllReduceLatency all_reduce_latency = AllReduceLatency::Constant;

    friend bool operator==(const ModelAssumptions&, const ModelAssumptions&) = default;
};

/// The machine a step runs on.
struct Machine {
    Device device;
    Network network;
    ModelAssumptions assumptions;

    TrafficRules traffic() const
    {
        return {device.bytes_per_word, assumptions.all_reduce_latency, assumptions.shard_weights};
    }

    friend bool operator==(const Machine&, const Machine&) = default;
};

/// 1F1B, interleaved v-fold: z = (v - 1) max(0, N_PP - m), beta = (z + N_PP - 1) / (z + N_PP - 1 + v m).
double bubble_fraction(double pp, double interleaving, double microbatches);

/// b_n = b / (N_DP m E)
double nanobatch_tokens(const Model& model, const Layout& layout);

/// t_mat = (L / N_PP) (E / N_EP) m sum of the block's six matmuls
double matmul_step_seconds(const Device& device, const Model& model, const Layout& layout);

/// Where a step's seconds go. matmul + exposed_traffic + bubble + latency + data = step.
struct StepTime {
    double matmul_seconds = 0; ///< t_mat
    double arithmetic_seconds = 0; ///< of it: FLOP of the step at the sustained rate
    double matmul_latency_seconds = 0; ///< of it: tau_mm of every matmul
    StepTraffic traffic; ///< busy, hidden or not
    double exposed_traffic_seconds = 0; ///< what of both is not hidden behind the matmuls
    double bubble_seconds = 0; ///< beta / (1 - beta) of the above
    double latency_seconds = 0; ///< tensor and point-to-point hops, as far as they add
    double data_seconds = 0; ///< t_DP + its latency, as far as they add
    double step_seconds = 0;
};

/// 1F1B:        t_pipe = max(t_mat, t_TP + t_PP) / (1 - beta) + latency_TP+PP
/// zero bubble: t_pipe = max(t_mat, t_TP + t_PP)       (as intended: also at least latency_TP+PP)
/// t_step = t_pipe + t_DP + latency_DP. Tensor or pipeline traffic that does not overlap stands beside the first
/// maximum instead of in it; with overlap of data traffic, t_step = max(t_pipe, t_DP) + latency_DP.
StepTime step_time(const Machine& machine, const Model& model, const Layout& layout);

/// All of its traffic, at the places of its splits.
StepTraffic step_traffic(const Machine& machine, const Model& model, const Layout& layout);

/// step_time() from its parts, for one schedule: a search calls it with parts it has computed before.
struct StepOf {
    const ModelAssumptions& assumptions;
    bool zero_bubble = false;
    double bubble = 0;
    double matmul_seconds = 0;

    double operator()(const StepTraffic& traffic) const;
};

/// Steps that differ by less are equal: rounding decides, not the model. Relative.
inline constexpr double equal_steps = 1e-12;

/// Weights replicated over data ranks, optimizer states sharded: P w N_DP + o P w over the whole cluster (P w + o P w
/// with sharded weights), o = optimizer_words, plus, when counted, the inputs of both matrices of every block for the
/// micro-batches in flight (min(m, N_PP) of 1F1B, min(m, 2 N_PP - 1) of zero bubble).
double memory_bytes_per_device(const Machine& machine, const Model& model, const Layout& layout);

} // namespace plateau::limits
