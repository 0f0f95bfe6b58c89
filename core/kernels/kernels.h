// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/accelerator_rates.h"

namespace plateau::kernels {

/// Seconds of one matrix product C[m,n] = A[m,k] B[k,n]: arithmetic x and traffic y overlap, but not fully.
///     x = 2 m n k / (e P),   x' = x (1 + d x / (x + x0)),   y = s (m k + k n + m n) / (e_bw BW)
///     t = floor + sqrt(x'^2 + y^2)
/// e efficiency, P dense peak, d the loss on long kernels (power limit), half of it at x0, s bytes per element, BW
/// memory line rate. Against measured bf16 tables: training shapes (m >= 2048; n, k >= 1024) median 3 to 6 %, 90th
/// percentile 9 to 15 %; m >= 512 of any shape median 4 to 7 %. Leaves out tiles, waves and alignment: a quantised-wave
/// term changed these medians by less than 0.3 points. Source: fit to the measured tables in tests/data.
double gemm_seconds(const AcceleratorRates& device, double m, double n, double k);

/// Seconds of `groups` products of equal shape in one launch, one per expert: arithmetic and traffic of all together,
/// the floor once. A group without a row costs nothing.
double grouped_gemm_seconds(const AcceleratorRates& device, double groups, double m, double n, double k);

/// Seconds of a memory-bound kernel that moves `bytes`: bytes / (f BW).
double memory_seconds(const AcceleratorRates& device, double bytes);

/// Forward seconds of FlashAttention over `batch_heads` = sequences x heads on this device, causal (half the score
/// matrix): t = 2 B s^2 d / (f e(s, d) P), e = e_inf s / (s + s0) min(1, (d / d0)^(1/4)).
/// Source: values printed in the FlashAttention repository.
double flash_attention_seconds(const AcceleratorRates& device, double batch_heads, double queries, double keys,
                               double head_dim, double efficiency, double half_sequence, double factor);

/// Forward seconds of attention with a stored score matrix, not halved by causality:
///     4 B s^2 d / (e sqrt(min(1, d/d0)) P) x misaligned + passes 2 B s^2 / BW
/// e efficiency of batched products, d0 the head size of full rate; `misaligned` applies when d is no multiple of 8.
/// Source: fit to published runs without FlashAttention, presets/physics.
double unfused_attention_seconds(const AcceleratorRates& device, double batch_heads, double queries, double keys,
                                 double head_dim, double passes, double misaligned_factor);

} // namespace plateau::kernels
