// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// A figure as a class sees it: the plots that the step names, and of what stands around the curves only what it speaks
/// of. Where several curves lie over each other, nothing that is one curve's alone.
figures::Figure for_class(figures::Figure figure, const Step& step);

} // namespace plateau::tours
