// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/scaling.h"
#include "core/limits/step.h"

/// Where scaling ends, on one line each. A cluster of nodes that are each one big device (the network inside is
/// free); b tokens a step, L blocks, P parameters, D = t P tokens, both b and L powers of the training compute.
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

/// b = b0 sqrt(E) (T / T0)^alpha_b and L = L0 (T / T0)^alpha_L, T in MAC; only alpha = alpha_b - alpha_L matters, and E
/// cancels: a batch that grows as its root feeds as many experts as there are. T0 is a number of FLOP that the
/// published notebook uses as MAC; harmless at alpha = 0.
struct GrowthRule {
    double batch_tokens = 4e6; ///< b0
    double blocks = 100; ///< L0
    double reference = 3e23; ///< T0
    double alpha = 0;
    double tokens_per_parameter = 20; ///< t
};

/// The growth rule that stands for scaling rules. The paper's rules have the notebook's b0, L0 and alpha = 0, the batch
/// keeping pace with the depth; others what they change: b and L at T0, and their exponents in C. With
/// P/E = 2 d f L and C = 6 (P/E) t P:  L = c_L (d f)^e_L,  d f = [ C / (24 t c_L^2 E/(d f)^e_E) ]^(1 / (2 + 2 e_L +
/// e_E)).
GrowthRule growth_rule(const ScalingRules& rules);

/// End of linear scaling. N_DP N_PP <= b / (2 n E), N_TP <= d f / A^2, N_EP <= E, N = T / (c s), T = 3 (P/E) t P; a run
/// of s seconds:
///   T_crit = { 1/(48 t) [ b0/L0 T0^-alpha c s / (A^2 n) ]^2 }^(1 / (1 - 2 alpha)) MAC; returned in FLOP (x 2).
/// Infinite where the batch outgrows the depth by a square root (alpha >= 1/2): nothing ends.
double critical_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds);

/// Latency wall. Every step waits for 4 serial stages per block, s >= (D / b) L 4 tau:
///   T_limit = { 3/(16 t) [ b0/L0 T0^-alpha s / tau ]^2 }^(1 / (1 - 2 alpha)) MAC; returned in FLOP (x 2).
double limit_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds);

} // namespace plateau::limits
