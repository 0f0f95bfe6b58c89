// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/programs/trace.h"
#include "core/model/estimate.h"

namespace plateau::answers {

/// One kind of work of a step, measured and predicted.
struct TracedTerm {
    std::string name; ///< of a kind of kernels, or "exposed_communication", "idle", "step"
    std::optional<double> predicted; ///< seconds; nothing where the model has no such term
    double measured = 0;
};

/// The term of a step that is mostly the work of such kernels; nothing for collectives of other kinds.
std::optional<Part> part_of(programs::KernelKind kind);

/// Seconds of each kind of kernels in a possible predicted step, the same work that a trace counts to it: the output
/// head's products among the products, its loss, number conversion, accumulation and clipping among the others, what is
/// computed again where it was computed first (full recomputation, in proportion) or in attention (selective).
std::array<double, programs::kernel_kinds> predicted_kernels(const Scenario& scenario, const Parts& parts);

/// A predicted step; null: none.
struct PredictedStep {
    const Scenario* scenario = nullptr;
    const Parts* parts = nullptr; ///< possible

    explicit operator bool() const { return scenario && parts; }
};
/// The terms of a traced step that are not zero, each beside the predicted one.
std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const PredictedStep& predicted);

} // namespace plateau::answers
