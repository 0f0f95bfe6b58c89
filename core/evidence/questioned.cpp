// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/questioned.h"

#include <algorithm>

#include "core/evidence/pose_parts.h"
#include "core/evidence/shape.h"
#include "core/text/units/quantity.h"

namespace plateau::evidence {

namespace {

using units::format;
using units::Unit;

constexpr double least_share = 1e-3; ///< of the peak: slower was no run anybody published
constexpr double most_memory = 1.2; ///< of a device's: binary units and what the driver keeps lie below

struct Measure {
    const char* column;
    std::optional<double> Row::*value;
    double unit; ///< of the cell, in SI
    bool is_time; ///< else a rate
    const char* accepted;
};
constexpr Measure measures[] = {
    {"step_time_s", &Row::step_seconds, 1, true, PLATEAU_TEXT("seconds of one optimizer step, %1 to %2")},
    {"tokens_per_s_per_gpu", &Row::tokens_per_s_per_gpu, 1, false,
     PLATEAU_TEXT("tokens per second of each GPU, %1 to %2")},
    {"tflops_per_gpu", &Row::model_flop_per_s, 1e12, false, PLATEAU_TEXT("TFLOP/s of each GPU, %1 to %2")},
    {"mfu", &Row::mfu, 1, false, PLATEAU_TEXT("a share of the peak, %1 to %2")},
};

/// As people write it in a cell.
std::string as_written(double value) { return units::exact(value, Unit::None); }
Quantity bound(double value) { return {value, Unit::None}; }

/// Peak of the row's number format, else of the fastest there is.
double peak_of(const catalog::Accelerator& accelerator, const Row& row)
{
    if (const auto stated = stated_precision(row.precision))
        if (const double peak = accelerator.peak_flops[std::size_t(*stated)]; peak > 0)
            return peak;
    return *std::max_element(accelerator.peak_flops.begin(), accelerator.peak_flops.end());
}

double least_flop_per_token(const catalog::ModelShape& shape, const Row& row)
{
    return model_flop_per_token(shape, *row.sequence, catalog::FlopConvention::CausalAttention)
        * (row.trains_adapters() ? 2. / 3 : 1);
}

/// What share of the peak the value of a measure means; nothing where that is not said.
std::optional<double> share_of_peak(const Measure& measure, const Row& row, double peak,
                                    const std::optional<double>& flop_per_token)
{
    const double value = *(row.*measure.value);
    if (measure.value == &Row::mfu)
        return value;
    if (measure.value == &Row::model_flop_per_s)
        return value / peak;
    if (!flop_per_token)
        return std::nullopt;
    if (!measure.is_time)
        return value * *flop_per_token / peak;
    if (!row.global_batch || !row.gpus)
        return std::nullopt;
    return *row.global_batch * *row.sequence / (value * *row.gpus) * *flop_per_token / peak;
}

} // namespace

void question_measures(const Names& names, Row& row)
{
    const catalog::Accelerator* accelerator = match_accelerator(names, row.gpu);
    if (!accelerator)
        return;
    const double peak = peak_of(*accelerator, row);
    const RowShape found = row_shape(names, row);
    const auto flop
        = found.missing.empty() && row.sequence ? std::optional(least_flop_per_token(found.shape, row)) : std::nullopt;
    for (const Measure& measure : measures) {
        if (!(row.*measure.value))
            continue;
        const auto share = share_of_peak(measure, row, peak, flop);
        if (!share || (*share >= least_share && *share <= 1))
            continue;
        const double value = *(row.*measure.value);
        const double at_peak = measure.is_time ? value * *share : value / *share;
        const double slowest = measure.is_time ? at_peak / least_share : at_peak * least_share;
        question(
            row, measure.column, measure.value,
            {PLATEAU_TEXT("%1 %2 would be %3 of the peak of %4"),
             {Verbatim{measure.column}, Verbatim{as_written(value / measure.unit)}, Quantity{*share, Unit::Fraction},
              Verbatim{accelerator->title}}},
            {measure.accepted,
             {bound(std::min(at_peak, slowest) / measure.unit), bound(std::max(at_peak, slowest) / measure.unit)}});
    }
    const double memory = device_memory_bytes(*accelerator, row);
    if (row.memory_bytes > most_memory * memory)
        question(row, "memory_gb", &Row::memory_bytes,
                 {PLATEAU_TEXT("%1 %2 is more than the %3 of %4"),
                  {Verbatim{"memory_gb"}, Verbatim{as_written(*row.memory_bytes / 1e9)}, Quantity{memory, Unit::Bytes},
                   Verbatim{accelerator->title}}},
                 {PLATEAU_TEXT("GB of one GPU, up to %1"), {bound(memory / 1e9)}});
}

} // namespace plateau::evidence
