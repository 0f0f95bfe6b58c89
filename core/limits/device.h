// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

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
    double cache_tile_bytes() const;
    /// beta_SM = 128 B x SMs x e x clock
    double processor_bytes_per_s() const
    {
        return processor_bytes_per_clock * processors * sustained_fraction * clock_hz;
    }

    friend bool operator==(const Device&, const Device&) = default;
};

} // namespace plateau::limits
