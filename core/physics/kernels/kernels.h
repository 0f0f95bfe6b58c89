// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <type_traits>

#include "core/math/formula/number.h"
#include "core/physics/kernels/accelerator_rates.h"

namespace plateau::kernels {

/// A parameter of type N that takes no part in deducing N: the device's type says which it is.
template<class N>
using Same = std::type_identity_t<N>;

/// As many rows, columns or terms as whole tiles have.
template<class N>
N whole_tiles(const AcceleratorRatesOf<N>& device, const N& size)
{
    return device.tile * formula::ceil(N(size / device.tile));
}

/// Seconds of `groups` products of equal shape without the floor: arithmetic and traffic of all together. A group
/// without a row costs nothing. Formula: gemm_seconds().
template<class N>
N product_seconds(const AcceleratorRatesOf<N>& device, Same<N> groups, Same<N> m, Same<N> n, Same<N> k)
{
    using formula::named;
    using units::Unit;
    const N ideal = named({"t_ideal", "arithmetic at the efficiency of such products", Unit::Seconds},
                          groups * (2 * whole_tiles(device, m) * whole_tiles(device, n) * whole_tiles(device, k))
                              / (device.gemm_efficiency * device.peak_flops));
    const N arithmetic = named({"t_arithmetic", "arithmetic, with what long kernels lose", Unit::Seconds},
                               ideal * (1 + device.gemm_long_loss * ideal / (ideal + device.long_kernel_seconds)));
    const N bytes = named({"bytes", "operands and result", Unit::Bytes},
                          groups * (device.operand_bytes * (m * k + k * n) + device.result_bytes * (m * n)));
    const N traffic = named({"t_memory", "memory traffic", Unit::Seconds},
                            bytes / (device.gemm_memory_fraction * device.memory_bytes_per_s));
    return formula::sqrt(arithmetic * arithmetic + traffic * traffic);
}

/// Seconds of `groups` products of equal shape, one per expert, of which none takes less than `each`:
///     t = floor + (t_products^4 + (groups each)^4)^(1/4)
/// Against the grouped products measured on one B200 and one A100 host (tests/data): median error 8 %.
template<class N>
N grouped_gemm_seconds(const AcceleratorRatesOf<N>& device, Same<N> groups, Same<N> m, Same<N> n, Same<N> k,
                       Same<N> each)
{
    const auto square = [](const N& t) { return N(t * t); };
    const N products = formula::named({"t_products_all", "products of all experts of the rank", units::Unit::Seconds},
                                      product_seconds(device, groups, m, n, k));
    const N least = formula::named({"t_products_least", "what so many products take at least", units::Unit::Seconds},
                                   groups * each);
    return device.gemm_floor_seconds + formula::sqrt(formula::sqrt(square(square(products)) + square(square(least))));
}

/// Seconds of one matrix product C[m,n] = A[m,k] B[k,n]: arithmetic x and traffic y overlap, but not fully.
///     x = 2 m' n' k' / (e P),   x' = x (1 + d x / (x + x0)),   y = (s (m k + k n) + s_C m n) / (e_bw BW)
///     t = floor + sqrt(x'^2 + y^2)
/// m', n', k' are m, n, k up to whole tiles, e efficiency, P dense peak, d the loss on long kernels (power limit), half
/// of it at x0, s bytes per element of A and B with its share of a scale, s_C of C, 16 bit whatever the operands, BW
/// memory line rate. Against measured bf16 tables: training shapes (m >= 2048; n, k >= 1024) median 3 to 6 %, 90th
/// percentile 9 to 15 %; m >= 512 of any shape median 4 to 7 %. Constants of narrow formats come from products so large
/// that arithmetic decides. Leaves out waves: a quantised-wave term changed these medians by less than 0.3 points.
/// Source: fit to the measured tables in tests/data.
template<class N>
N gemm_seconds(const AcceleratorRatesOf<N>& device, Same<N> m, Same<N> n, Same<N> k)
{
    return device.gemm_floor_seconds + product_seconds(device, 1, m, n, k);
}

/// Seconds of a memory-bound kernel that moves `bytes`: bytes / (f BW).
template<class N>
N memory_seconds(const AcceleratorRatesOf<N>& device, Same<N> bytes)
{
    return bytes / (device.memory_fraction * device.memory_bytes_per_s);
}

/// Forward seconds of FlashAttention over `batch_heads` = sequences x heads on this device, causal (half the score
/// matrix): t = 2 B s^2 d / (f e(s, d) P), e = e_inf s / (s + s0) min(1, (d / d0)^(1/4)).
/// Source: values printed in the FlashAttention repository.
template<class N>
N flash_attention_seconds(const AcceleratorRatesOf<N>& device, Same<N> batch_heads, Same<N> queries, Same<N> keys,
                          Same<N> head_dim, Same<N> efficiency, Same<N> half_sequence, Same<N> factor)
{
    const N flop = 2 * batch_heads * queries * keys * head_dim;
    const N narrow = formula::sqrt(formula::sqrt(formula::min(N(1.0), head_dim / device.full_rate_head_size)));
    const N share = factor * efficiency * narrow * keys / (keys + half_sequence);
    return flop / (share * device.attention_peak_flops);
}

/// Forward seconds of attention with a stored score matrix, not halved by causality:
///     4 B s^2 d / (e sqrt(min(1, d/d0)) P) x misaligned + passes 2 B s^2 / BW
/// e efficiency of batched products, d0 the head size of full rate; `misaligned` applies when d is no multiple of 8.
/// Source: fit to published runs without FlashAttention, presets/physics.
template<class N>
N unfused_attention_seconds(const AcceleratorRatesOf<N>& device, Same<N> batch_heads, Same<N> queries, Same<N> keys,
                            Same<N> head_dim, Same<N> passes, Same<N> misaligned_factor)
{
    const N flop = 4 * batch_heads * queries * keys * head_dim;
    const N share
        = device.batched_efficiency * formula::sqrt(formula::min(N(1.0), head_dim / device.full_rate_head_size));
    const N misaligned = std::fmod(formula::value_of(head_dim), 8) == 0 ? N(1.0) : N(misaligned_factor);
    const N score_bytes = 2 * batch_heads * queries * keys;
    return misaligned * flop / (share * device.attention_peak_flops) + memory_seconds(device, passes * score_bytes);
}

} // namespace plateau::kernels
