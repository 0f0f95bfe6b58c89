// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/diagnostics/gap.h"

/// What alone may explain that a run is not as predicted.
namespace plateau::answers {

/// A measured run beside what is predicted for it.
struct Judged {
    Scenario scenario; ///< with the plan that is asked about
    const Metric& metric;
    Parts parts; ///< predicted
    double predicted = 0; ///< of the metric, as `measured`
    double measured = 0;

    /// Measured step time over predicted.
    double ratio() const { return metric.better == Better::Lower ? measured / predicted : predicted / measured; }
};

/// Causes of a step that is not as predicted: numbers along their rows, as far as they were ever seen to lie, and
/// choices one by one. Numbers bring the step within a quarter of the gap; choices, which cannot be turned, within that
/// or a tenth of the step, and close half of the gap. None for a step within two hundredths of the predicted one.
std::vector<GapCause> step_causes(Work& work, const Judged& run);

/// A run that a cause does not suit: with it, more of the run's gap than a quarter and more than a tenth of its step
/// stay.
struct Objection {
    std::size_t run = 0;
    double predicted = 0; ///< of that run's metric, with the cause
};
/// To a cause of the run `of`, by any of them, whichever value of it is taken. Where there is none, the cause has a
/// value that suits all.
std::optional<Objection> objection(Work& work, GapCause& cause, const std::vector<Judged>& runs, std::size_t of);

/// Which part of the memory alone would have to be how large.
std::vector<GapCause> memory_causes(const Parts& parts, double missing);

} // namespace plateau::answers
