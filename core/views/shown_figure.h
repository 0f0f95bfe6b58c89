// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"

/// What an exported figure remembers of itself in its scenario's view, so that it can be shown and made again.
namespace plateau::figures {

inline constexpr const char* shown_figure_key = "figure"; ///< its name: "scaling-per-gpu"
inline constexpr const char* shown_facet_key = "facet"; ///< "hardware=h100_sxm,b200"
inline constexpr const char* shown_panels_key = "panels"; ///< "throughput, mfu"

inline constexpr const char* shown_without_key = "without"; ///< curves left out: "ideal, linear; exposed"

/// On paper nothing is current: where one question stands alone, its curve or bar is what is predicted.
Figure on_paper(Figure figure);
/// The figure of one question that stands alone, whatever else is drawn there, such as a guess.
Figure alone(Figure figure);

} // namespace plateau::figures
