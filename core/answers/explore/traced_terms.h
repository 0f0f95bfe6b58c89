// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/estimate.h"
#include "core/programs/trace.h"

namespace plateau::explore {

/// One kind of work of a step, measured and predicted.
struct TracedTerm {
    std::string name; ///< of a kind of kernels, or "exposed_communication", "idle", "step"
    std::optional<double> predicted; ///< seconds; nothing where the model has no such term
    double measured = 0;
};

/// The term of a step that is the work of such kernels; nothing for collectives of other kinds.
std::optional<Part> part_of(programs::KernelKind kind);
/// Those that are not zero; `parts` of the predicted step, null: none.
std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const Parts* parts);

} // namespace plateau::explore
