// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace plateau::limits {

/// A transformer reduced to its matmuls: L residual blocks of two matrices f x d and d x f, in E expert copies of
/// which one acts on a token. L is about twice a transformer's layer count.
struct Model {
    double width = 0; ///< d, d_model
    double inner = 0; ///< f, d_ff
    double blocks = 0; ///< L
    double experts = 1; ///< E, sparsity factor; 1 is dense
    double batch_tokens = 0; ///< b, tokens per step
    double tokens = 0; ///< D, training tokens
    double training_flop = 0; ///< C

    double parameters() const { return 2 * width * inner * blocks * experts; } ///< P = 2 d f L E
    double active_parameters() const { return parameters() / experts; } ///< P / E
    double steps() const { return tokens / batch_tokens; } ///< D / b
    double flop_per_step() const { return 6 * active_parameters() * batch_tokens; } ///< 6 (P/E) b
};

/// The nearest of {1, 3, 5, 7, 9} x 2^i, i >= 0; the smaller one when two are equally near. Keeps numbers divisible.
double round_divisible(double value);

/// d of GPT-3, where the paper's rules are anchored and its published grid begins.
inline constexpr double gpt3_width = 12288;

/// How the batch grows: b = b0 sqrt(E) (C / C0)^alpha_b. The critical batch is inversely proportional to the
/// reducible loss, which falls with P^(-1/3), so alpha_b = 1/6.
struct BatchRule {
    double batch_tokens = 4.0 * 1024 * 1024; ///< b0
    double reference_flop = 3e23; ///< C0
    double exponent = 1.0 / 6; ///< alpha_b; 0: constant batch
    double sequence = 2048; ///< tokens; the batch is a whole number of sequences

    friend bool operator==(const BatchRule&, const BatchRule&) = default;
};

/// How depth, inner width, sparsity and data follow from the width d.
struct ScalingRules {
    double inner_ratio = 4; ///< f = ratio x d
    double depth_coefficient = 0.10056; ///< L = coefficient (d f)^exponent, fit to Hoffmann et al.'s shapes
    double depth_exponent = 0.3751;
    bool sparse = false;
    double sparsity_coefficient = 8; ///< E = coefficient (d f / (4 x 12288^2))^exponent; 8 at d = 12288
    double sparsity_exponent = 0.5;
    double tokens_per_parameter = 20; ///< D = 20 P
    BatchRule batch;

    friend bool operator==(const ScalingRules&, const ScalingRules&) = default;
};

/// L, rounded to a divisible number.
double depth(const ScalingRules& rules, double width, double inner);
/// L as a power of the training compute, before rounding: coefficient x C^exponent.
struct DepthLaw {
    double coefficient = 0;
    double exponent = 0;
    double at(double training_flop) const;
};
DepthLaw depth_law(const ScalingRules& rules);
/// E, rounded likewise; 1 when dense.
double sparsity(const ScalingRules& rules, double width, double inner);
/// b, rounded to E x a divisible number of sequences.
double critical_batch_tokens(const BatchRule& rule, double experts, double training_flop);

/// The compute-optimal model of a width: D = 20 P, C = 6 (P/E) D.
Model model_of_width(const ScalingRules& rules, double width);
/// The same shape trained for exactly C FLOP: D = C / (6 P/E).
Model model_of_width(const ScalingRules& rules, double width, double training_flop);

/// The published grid {1, 3 ... 15} x 2^(11 and up) within [from, to], ascending; below 12288 every {8 ... 15} x 2^i.
std::vector<double> width_grid(double from, double to);
/// The grid width whose compute-optimal training FLOP is nearest on a logarithmic scale.
double width_of_flop(const ScalingRules& rules, double training_flop);

} // namespace plateau::limits
