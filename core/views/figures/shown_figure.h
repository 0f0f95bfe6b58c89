// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answers/explore/equal.h"
#include "core/views/figures/limits_figure.h"
#include "core/views/figures/scaling_figure.h"

/// What an exported figure remembers of itself in its scenario's view, so that it can be shown and made again.
namespace plateau::figures {

inline constexpr const char* shown_figure_key = "figure"; ///< its name: "scaling-per-gpu"
inline constexpr const char* shown_facet_key = "facet"; ///< "hardware=h100_sxm,b200"
inline constexpr const char* shown_panels_key = "panels"; ///< "throughput, mfu"

inline constexpr const char* shown_without_key = "without"; ///< curves left out: "ideal, linear; exposed"

/// What the first plot of a scaling figure shows; none: no figure of that name.
std::optional<ThroughputView> shown_throughput(const std::string& figure);
/// What the last plot of a limits figure shows; none: no figure of that name.
std::optional<LimitsDetail> shown_detail(const std::string& figure);
/// The other way round.
std::string shown_name(ThroughputView view);
std::string shown_name(LimitsDetail detail);
std::string shown_name(explore::Basis basis, bool curves);

/// On paper nothing is current: where one question stands alone, its curve or bar is what is predicted.
Figure on_paper(Figure figure);

} // namespace plateau::figures
