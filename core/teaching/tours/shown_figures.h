// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/charts/figure.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

enum class Shown {
    Asked, ///< before the answer
    Told,
};

/// What a class sees of a step where its question stands at `question`. Empty: that has no answer that could be drawn,
/// or the picture would tell what is asked. A schematic is no figure.
std::vector<figures::Figure> shown_figures(answers::Answers& answers, const Step& step, const Question& question,
                                           const PaperClaims& claims, Shown shown);

} // namespace plateau::tours
