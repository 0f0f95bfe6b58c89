// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/claims/results.h"
#include "core/model/part.h"

/// What a step of a tour names as the cause of a change, so that it can be checked: the terms of a step's time that
/// move most between two questions.
namespace plateau::tours {

using namespace claims;

struct Cause {
    std::vector<Part> parts; ///< those that move most, whichever of them first; empty: none is named
    Changes at; ///< of the step's question: after the change
    Changes against; ///< before it
};

/// How much of a GPU's time each term takes for a token, after less before. The largest change comes first.
struct Moved {
    Part part = Part::Count;
    double seconds = 0;
};
Expected<std::vector<Moved>> moved(const Question& question, const Cause& cause, Numbers& numbers);

} // namespace plateau::tours
