// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/evidence/known.h"
#include "core/model/metrics.h"

/// Why a run is slower, faster, larger or smaller than predicted.
namespace plateau::answers {

/// What was measured of the question's step: the value of a metric of time or of memory.
struct Measured {
    std::string metric; ///< key of a row of gap_metrics()
    double value = 0; ///< in the metric's own unit
    friend bool operator==(const Measured&, const Measured&) = default;
};
/// The metric of memory: all others are of the step.
inline constexpr const char* memory_metric = "memory_bytes_per_gpu";
/// The metrics that a gap can be asked about: step time, rates, MFU; memory of a GPU.
std::span<const char* const> gap_metrics();

/// One thing that alone would explain what was measured.
struct GapCause {
    std::string key; ///< of the parameter; of a memory term: its name; "peak_flops": of the MFU's denominator
    Message label;
    Value now; ///< SI, or the name of a choice
    Value needed;
    Argument now_text = Verbatim{}; ///< as people read it: "450 GB/s"
    Argument needed_text = Verbatim{};
    const char* check = ""; ///< how to find out in a minute
    double strangeness = 0; ///< 0: as now; 1: as far as it was ever seen; the least strange come first
};

/// A measured run and the question it is a run of.
struct MeasuredRun {
    TrainingQuestion question;
    Measured measured;
    friend bool operator==(const MeasuredRun&, const MeasuredRun&) = default;
};

/// A run beside what is predicted for it, of its metric.
struct RunBeside {
    double predicted = 0; ///< with eight in ten from low to high
    double low = 0;
    double high = 0;
    double measured = 0;

    bool inside() const { return measured >= low && measured <= high; } ///< what was measured lies in the band
};

/// A cause that would explain the run furthest off, and with which another run would not be as it was measured.
struct RuledOut {
    GapCause cause;
    std::size_t by = 0; ///< that run
    double predicted = 0; ///< of its metric, with the cause
};

struct Gap {
    struct Key {
        TrainingQuestion question;
        Measured measured;
        std::vector<MeasuredRun> others = {}; ///< of the same cluster and program: what holds for all explains it
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        Parts parts; ///< as predicted for the first run
        std::vector<RunBeside> runs_beside = {}; ///< the first, then the others
        std::size_t impossible = no_run; ///< the run whose plan is impossible; only where none is the rest told
        double percentile = 0; ///< share of similar published runs that were quicker beside their prediction
        int runs = 0; ///< as many similar runs; 0: memory
        std::size_t furthest = 0; ///< the run whose causes are told
        std::vector<GapCause> causes = {}; ///< empty: nothing single explains it
        std::vector<RuledOut> ruled_out = {};

        static constexpr std::size_t no_run = -1;
        bool possible() const { return impossible == no_run; }
        const RunBeside& first() const { return runs_beside.front(); }
    };
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
