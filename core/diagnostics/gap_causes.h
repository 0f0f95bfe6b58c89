// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/gap.h"
#include "core/question/scenario/parameter_table.h"

/// How causes of a gap are found; gap.cpp alone uses it.
namespace plateau::answers {

/// A measured run beside what is predicted for it.
struct Judged {
    Scenario scenario; ///< with the plan that is asked about
    const Metric& metric;
    Parts parts; ///< predicted
    double predicted = 0; ///< of the metric, as `measured`
    double measured = 0;

    /// Measured step time over predicted; of memory, measured over predicted.
    double ratio() const { return metric.better == Better::Lower ? measured / predicted : predicted / measured; }
    /// How far that is from one, as a logarithm.
    double gap() const;
    bool of_memory() const;
};

/// A run that a cause does not suit: with it, more than left_by_cause of the run's gap stays, and more than
/// as_predicted of its step.
struct Objection {
    std::size_t run = 0;
    double predicted = 0; ///< of that run's metric, with the cause
};

/// Causes of a step or a memory that is not as predicted: suspects of presets/physics, each within its limits, and
/// choices, each value by itself; where none explains it, pairs of choices. A suspect leaves
/// PhysicsValues::left_by_cause of the gap; a choice, which cannot be turned, leaves that or as_predicted, and closes
/// half of the gap. None within nothing_to_explain.
std::vector<GapCause> causes(Work& work, const Judged& run);

/// Accelerators with which it would be as predicted, the nearest first: nobody said which one it is.
std::vector<GapCause> other_hardware(Work& work, const Judged& run);

/// What is wrong with the number rather than with the run: what a share was divided by (a peak of another accelerator,
/// with sparsity, of another format), seconds for milliseconds, all accelerators for one. `can_be`: it is not above the
/// peak.
std::vector<GapCause> mistakes(Work& work, const Judged& run, bool can_be);

/// To a cause of the run `of`, by any of them, whichever value of it is taken. Where there is none, the cause has a
/// value that suits all.
std::optional<Objection> objection(Work& work, GapCause& cause, const std::vector<Judged>& runs, std::size_t of);

/// That the row's value is another one.
GapCause cause_of(Work& work, const Judged& run, const TrainingParameter& row, const Value& needed, double strangeness);
/// In the words of the accelerator's tools.
Word check_of(Work& work, const Judged& run, const std::string& key);

} // namespace plateau::answers
