// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::kernels {

/// What the kernel formulas need to know of one accelerator and precision, in numbers of type N; SI.
template<class N>
struct AcceleratorRatesOf {
    N peak_flops = 0; ///< dense, at the matmul precision
    N attention_peak_flops = 0; ///< dense 16-bit peak: attention cores run in 16 bit even under FP8
    N memory_bytes_per_s = 0; ///< line rate of HBM
    N memory_fraction = 0.8; ///< achieved share of it by element-wise kernels
    N gemm_floor_seconds = 4.5e-6;
    N gemm_efficiency = 0.75; ///< already times the stack's kernel efficiency
    N gemm_memory_fraction = 0.8;
    N gemm_long_loss = 0; ///< extra share of time on kernels far longer than long_kernel_seconds
    N tile = 1; ///< a product works on whole tiles of so many rows, columns and terms
    N operand_bytes = 2; ///< per element of a product's operands, with its share of a scale
    N result_bytes = 2; ///< per element of its result
    N long_kernel_seconds = 0; ///< length of a kernel at which half of gemm_long_loss has set in
    N batched_efficiency = 0; ///< share of the peak that batched products of unfused attention reach
    N full_rate_head_size = 0; ///< from which attention runs at its full rate
};
using AcceleratorRates = AcceleratorRatesOf<double>;

} // namespace plateau::kernels
