// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/kernels.h"

#include <algorithm>
#include <cmath>

namespace plateau::kernels {

double gemm_seconds(const AcceleratorRates& device, double m, double n, double k)
{
    return grouped_gemm_seconds(device, 1, m, n, k);
}

double grouped_gemm_seconds(const AcceleratorRates& device, double groups, double m, double n, double k)
{
    const double ideal = groups * (2 * m * n * k) / (device.gemm_efficiency * device.peak_flops);
    const double arithmetic = ideal * (1 + device.gemm_long_loss * ideal / (ideal + device.long_kernel_seconds));
    const double bytes = device.gemm_bytes * groups * (m * k + k * n + m * n);
    const double traffic = bytes / (device.gemm_memory_fraction * device.memory_bytes_per_s);
    return device.gemm_floor_seconds + std::sqrt(arithmetic * arithmetic + traffic * traffic);
}

double memory_seconds(const AcceleratorRates& device, double bytes)
{
    return bytes / (device.memory_fraction * device.memory_bytes_per_s);
}

double flash_attention_seconds(const AcceleratorRates& device, double batch_heads, double queries, double keys,
                               double head_dim, double efficiency, double half_sequence, double factor)
{
    const double flop = 2 * batch_heads * queries * keys * head_dim;
    const double narrow = std::sqrt(std::sqrt(std::min(1.0, head_dim / device.full_rate_head_size)));
    const double share = factor * efficiency * narrow * keys / (keys + half_sequence);
    return flop / (share * device.attention_peak_flops);
}

double unfused_attention_seconds(const AcceleratorRates& device, double batch_heads, double queries, double keys,
                                 double head_dim, double passes, double misaligned_factor)
{
    const double flop = 4 * batch_heads * queries * keys * head_dim;
    const double share = device.batched_efficiency * std::sqrt(std::min(1.0, head_dim / device.full_rate_head_size));
    const double misaligned = std::fmod(head_dim, 8) == 0 ? 1 : misaligned_factor;
    const double score_bytes = 2 * batch_heads * queries * keys;
    return misaligned * flop / (share * device.attention_peak_flops) + memory_seconds(device, passes * score_bytes);
}

} // namespace plateau::kernels
