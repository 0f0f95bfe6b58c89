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

/// Causes of a step that is not as predicted: suspects of presets/physics, each within its limits, and choices, each
/// option by itself. A suspect leaves PhysicsValues::left_by_cause of the gap; a choice, which cannot be turned, leaves
/// that or as_predicted of the step, and closes half of the gap. None for a step within nothing_to_explain.
std::vector<GapCause> step_causes(Work& work, const Judged& run);

/// A run that a cause does not suit: with it, more than left_by_cause of the run's gap stays, and more than
/// as_predicted of its step.
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
