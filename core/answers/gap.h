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
/// The metrics that a gap can be asked about: step time, rates, MFU; memory of a GPU.
std::span<const char* const> gap_metrics();

/// One thing that alone would explain what was measured.
struct Cause {
    std::string key; ///< of the parameter; of a memory term: its name; "peak_flops": of the MFU's denominator
    Message label;
    Value now; ///< SI, or the name of a choice
    Value needed;
    std::string now_text; ///< as people read it: "450 GB/s"
    std::string needed_text;
    const char* check = ""; ///< how to find out in a minute
    double strangeness = 0; ///< 0: as now; 1: as far as it was ever seen; the least strange come first
};

struct Gap {
    struct Key {
        TrainingQuestion question;
        Measured measured;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        Parts parts; ///< as predicted; only where it is possible is the rest told
        double predicted = 0; ///< of the metric, with eight in ten from low to high
        double low = 0;
        double high = 0;
        double measured = 0;
        double percentile = 0; ///< share of similar published runs that were quicker beside their prediction
        int runs = 0; ///< as many similar runs; 0: memory
        std::vector<Cause> causes = {}; ///< empty: nothing single explains it

        bool inside() const { return measured >= low && measured <= high; } ///< what was measured lies in the band
    };
    /// Numbers are tried along their rows, as far as they were ever seen to lie; choices one by one, where they bring
    /// the step within a quarter of the gap.
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
