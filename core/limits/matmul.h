// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

/// The data-movement-limit model of Erdil and Schneider-Joseph, "Data movement limits to frontier model training"
/// (arXiv 2411.01137): how far one synchronous training run can be spread before moving data, and finally waiting
/// for it, eats the arithmetic. Attention is left out, hardware never fails, activations are not stored.
namespace plateau::limits {

/// One accelerator as a stack of memories: HBM - L2 - shared memory of a processor (SM) - registers.
/// All rates at the word size `bytes_per_word`.
struct Device {
    double peak_flop_per_s = 0; ///< at boost clock, dense
    double sustained_fraction = 1; ///< e: share of the peak that long runs of large matmuls keep
    double bytes_per_word = 2; ///< w
    double processors = 1; ///< SMs
    double clock_hz = 1e9; ///< boost clock; sustained clock = e x boost
    double memory_bytes = 0; ///< HBM
    double memory_bytes_per_s = 0; ///< beta_HBM
    double cache_bytes = 0; ///< L2
    double cache_bytes_per_s = 0; ///< beta_L2
    double register_bytes = 65536; ///< per processing block
    double blocks_per_processor = 4; ///< processing blocks in one SM
    double usable_fraction = 0.75; ///< of a memory level, for the stationary tile
    double processor_bytes_per_clock = 128; ///< shared-memory bytes per clock and SM
    bool pooled_shared_memory = false; ///< DSMEM: SMs read each other's shared memory
    double matmul_latency_seconds = 4.5e-6; ///< tau_mm: fixed time per matmul
    bool cache_tile_of_all_processors = false; ///< the fallback tile between HBM and L2 fills the registers of all
                                               ///< SMs (as intended) instead of one (as published)

    /// e * peak
    double sustained_flop_per_s() const { return sustained_fraction * peak_flop_per_s; }
    /// usable registers of one block: the smallest tile
    double block_tile_bytes() const { return usable_fraction * register_bytes; }
    /// usable registers of one SM
    double processor_tile_bytes() const { return blocks_per_processor * block_tile_bytes(); }
    /// tile held in L2: max(usable L2, registers of one SM)
    double cache_tile_bytes() const
    {
        const double registers = processor_tile_bytes() * (cache_tile_of_all_processors ? processors : 1.0);
        return std::max(usable_fraction * cache_bytes, registers);
    }
    /// beta_SM = 128 B x SMs x e x clock
    double processor_bytes_per_s() const
    {
        return processor_bytes_per_clock * processors * sustained_fraction * clock_hz;
    }

    friend bool operator==(const Device&, const Device&) = default;
};

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
