// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limits/device.h"

namespace plateau::limits {

/// How a matrix is cut so that one tile fits a memory level. Fractions are allowed.
struct Tiling {
    double rows = 1; ///< R: how often the right-hand activations are read
    double columns = 1; ///< Q: partial sums per output
};

/// n = ceil(bytes / capacity) tiles of equal area, as near square as the matrix allows:
///   side = sqrt(d1 d2 / n),  R = d1 / side,  Q = d2 / side;  a side longer than the matrix becomes the matrix.
Tiling tiling(double d1, double d2, double bytes, double capacity_bytes);

enum class Product {
    Forward, ///< Y = W X; the activation gradient is the same with the weights transposed
    WeightGradient, ///< dW = dY X^T
};

/// A weight shard d1 x d2 times a nanobatch of b_n tokens.
struct Matmul {
    double d1 = 1; ///< rows of the weights: words of Y per token
    double d2 = 1; ///< columns of the weights: words of X per token
    double nanobatch = 1; ///< b_n
    Product product = Product::Forward;
};

/// Bytes that cross each boundary, all SMs together. The weights are the stationary, tiled matrix, because the
/// nanobatch is normally its smallest side:
///   weights: W (forward) or 2W (weight gradient: read and written); none if 2W fits below
///   activations: R X + (2Q - 1) Y (forward: partial sums written and read) or R X + Q Y (weight gradient)
struct MatmulTraffic {
    double memory_bytes = 0; ///< HBM - L2
    double cache_bytes = 0; ///< L2 - SM
    double exchange_bytes = 0; ///< SM - SM (pooled shared memory only)
    double register_bytes = 0; ///< shared memory - registers
};
MatmulTraffic matmul_traffic(const Device& device, const Matmul& matmul);

/// 2 ceil8(d1) ceil8(d2) ceil8(b_n) / (e peak); ceil8 rounds up to a multiple of 8.
double matmul_arithmetic_seconds(const Device& device, const Matmul& matmul);

/// t_mm = max( HBM / beta_HBM, (HBM + L2-SM) / beta_L2, (L2-SM + SM-SM + registers) / beta_SM, arithmetic ) + tau_mm
double matmul_seconds(const Device& device, const Matmul& matmul);

/// The six matmuls of one residual block (f x d and d x f, each forward, activation and weight gradient) on one
/// shard and nanobatch.
double block_seconds(const Device& device, double d_shard, double f_shard, double nanobatch);

} // namespace plateau::limits
