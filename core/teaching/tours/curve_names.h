// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// Where several curves lie over each other, each has the name that the step gives it, and after a question that went
/// by letters its letter too. `now`: where the question stands; what was changed by more than the axis is no longer
/// what the step calls it.
figures::Figure named(figures::Figure figure, const Step& step, const Question& now);

} // namespace plateau::tours
