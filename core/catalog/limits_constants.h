// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau::files {
class Reader;
}

namespace plateau::catalog {

/// What only the data-movement-limit model asks of an accelerator: its inner memories, the rate it sustains, its
/// latencies. The `limits:` block of a hardware file. Zero: unknown.
struct LimitsConstants {
    double clock_hz = 0; ///< boost clock
    double flop_per_clock = 0; ///< 16-bit, dense, per processor (SM)
    double processors = 0; ///< where the model counts other than Accelerator::processors
    double sustained_fraction = 0; ///< of the peak, on long runs of large matmuls
    double memory_bytes = 0; ///< where it differs from Accelerator::memory_bytes
    double memory_bytes_per_s = 0; ///< where it differs from Accelerator::memory_bytes_per_s
    double cache_bytes = 0; ///< where it differs from Accelerator::cache_bytes
    double cache_bytes_per_s = 0;
    double matmul_latency_seconds = 0; ///< fixed time of one matmul
    double hop_latency_seconds = 0; ///< one hop, on every level of the network
    double register_bytes = 0; ///< of one processing block, a quarter of a processor
    bool pooled_shared_memory = false; ///< processors read each other's shared memory (DSMEM)
    std::string source;
};

/// Reads the `limits:` mapping of a hardware file, if it has one.
void read_limits(files::Reader& reader, LimitsConstants& limits, std::vector<Error>& errors);

} // namespace plateau::catalog
