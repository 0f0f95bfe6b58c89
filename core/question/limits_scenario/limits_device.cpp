// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau {

namespace {

using catalog::Precision;

double peak(const catalog::Accelerator& accelerator, Precision precision)
{
    return accelerator.peak_flops[static_cast<std::size_t>(precision)];
}

double peak_16_bit(const catalog::Accelerator& accelerator)
{
    const double bf16 = peak(accelerator, Precision::Bf16);
    return bf16 > 0 ? bf16 : peak(accelerator, Precision::Fp16);
}

double word_bytes(Precision precision)
{
    switch (precision) {
    case Precision::Fp16:
    case Precision::Bf16:
        return 2;
    case Precision::Fp8:
    case Precision::MxFp8:
        return 1;
    case Precision::NvFp4:
        return 0.5;
    case Precision::Tf32:
        return 4;
    }
    return 2;
}

double first_known(double a, double b) { return a > 0 ? a : b; }

/// Takes from the reference, scaled, what is not known, and notes its name.
class Lender {
public:
    Lender(std::vector<Argument>& missing, double scale) : missing_(missing), scale_(scale) { }

    double value(double known, double reference, const char* what, bool grows)
    {
        if (known > 0)
            return known;
        missing_.emplace_back(Word{what});
        return reference * (grows ? scale_ : 1);
    }

private:
    std::vector<Argument>& missing_;
    double scale_;
};

} // namespace

limits::Device limits_device(const catalog::Accelerator& accelerator, Precision precision,
                             const catalog::Accelerator* reference, std::vector<Argument>& missing)
{
    const catalog::LimitsConstants& own = accelerator.limits;
    const catalog::Accelerator lender_accelerator = reference ? *reference : accelerator;
    const catalog::LimitsConstants& lent = lender_accelerator.limits;
    const double scale = peak_16_bit(accelerator) / first_known(peak_16_bit(lender_accelerator), 1);
    Lender lender(missing, scale);

    limits::Device device{.bytes_per_word = word_bytes(precision),
                          .processors = lender.value(first_known(own.processors, accelerator.processors),
                                                     first_known(lent.processors, lender_accelerator.processors),
                                                     PLATEAU_TEXT("number of processors"), true),
                          .clock_hz = lender.value(own.clock_hz, lent.clock_hz, PLATEAU_TEXT("clock"), false)};
    const double counted_peak = own.flop_per_clock * device.processors * device.clock_hz;
    device.peak_flop_per_s = first_known(counted_peak, peak_16_bit(accelerator));
    if (peak_16_bit(accelerator) > 0)
        device.peak_flop_per_s *= peak(accelerator, precision) / peak_16_bit(accelerator);
    device.sustained_fraction = first_known(own.sustained_fraction, accelerator.gemm.efficiency);
    device.memory_bytes = first_known(own.memory_bytes, accelerator.memory_bytes);
    device.memory_bytes_per_s = first_known(own.memory_bytes_per_s, accelerator.memory_bytes_per_s);
    device.cache_bytes
        = lender.value(first_known(own.cache_bytes, accelerator.cache_bytes),
                       first_known(lent.cache_bytes, lender_accelerator.cache_bytes), PLATEAU_TEXT("cache size"), true);
    device.cache_bytes_per_s
        = lender.value(own.cache_bytes_per_s, lent.cache_bytes_per_s, PLATEAU_TEXT("cache bandwidth"), true);
    device.register_bytes = first_known(own.register_bytes, device.register_bytes);
    device.pooled_shared_memory = own.pooled_shared_memory;
    device.matmul_latency_seconds
        = lender.value(own.matmul_latency_seconds, lent.matmul_latency_seconds, PLATEAU_TEXT("matmul latency"), false);
    return device;
}

} // namespace plateau
