// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/layout.h"
#include "core/limits/matmul.h"
#include "core/limits/network.h"
#include "core/limits/scaling.h"

/// One training step on a cluster, and the memory it needs.
namespace plateau::limits {

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
