// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/scaling.h"
#include "core/limits/step.h"

/// Where scaling ends, on one line each. A cluster of nodes that are each one big device (the network inside is
/// free); b tokens a step, L blocks, P parameters, D = 20 P, both b and L powers of the training compute.
namespace plateau::limits {

/// What the closed forms know of a machine. MAC: one multiply and one add.
struct NodeRates {
    double mac_per_s = 0; ///< c of the node, at peak
    double network_words_per_s = 0; ///< W_net: outermost level, one direction, of the node
    double memory_words_per_s = 0; ///< W_mem: HBM, one direction, of the node
    double stage_latency_seconds = 0; ///< tau: one matmul, and two hops on every level
};

/// All devices below the outermost level are one node.
NodeRates node_rates(const Machine& machine);

/// n = c / W_mem: tokens a nanobatch needs before the arithmetic takes longer than reading the weights.
double needed_nanobatch(const NodeRates& node);

/// A = 4 c / (3 W_net): words an activation shard needs before the arithmetic (3 A^2 b_n / c) takes longer than the
/// all-reduces (4 A b_n / W_net).
double needed_shard(const NodeRates& node);

/// b = b0 (T / T0)^alpha_b and L = L0 (T / T0)^alpha_L, T in MAC; only alpha = alpha_b - alpha_L matters. T0 is a
/// number of FLOP that the published notebook uses as MAC; harmless at alpha = 0.
struct GrowthRule {
    double batch_tokens = 4e6; ///< b0
    double blocks = 100; ///< L0
    double reference = 3e23; ///< T0
    double alpha = 0;
};

/// The growth rule that stands for scaling rules: b0 and L0 scaled as the rules differ from the paper's at T0 and
/// d = 12288; alpha = alpha_b - 1/6, the paper's batch keeping pace with its depth.
GrowthRule growth_rule(const ScalingRules& rules);

/// End of linear scaling. N_DP N_PP <= b / (2 n), N_TP <= d f / A^2, N = T / (c t), P = sqrt(T / 60):
///   T_crit = { 1/960 [ b0/L0 T0^-alpha c t / (A^2 n) ]^2 }^(1 / (1 - 2 alpha)) MAC; returned in FLOP (x 2).
double critical_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds);

/// Latency wall. Every step waits for 4 serial stages per block, t >= (D / b) L 4 tau:
///   T_limit = { 3/320 [ b0/L0 T0^-alpha t / tau ]^2 }^(1 / (1 - 2 alpha)) MAC; returned in FLOP (x 2).
double limit_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds);

} // namespace plateau::limits
