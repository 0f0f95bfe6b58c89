// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/figures/scaling_figure.h"

/// What an exported figure remembers of itself in its scenario's view, so that it can be shown and made again.
namespace plateau::figures {

inline constexpr const char* shown_figure_key = "figure"; ///< its name: "scaling-per-gpu"
inline constexpr const char* shown_facet_key = "facet"; ///< "hardware=h100_sxm,b200"
inline constexpr const char* shown_panels_key = "panels"; ///< "throughput, mfu"

/// What the first plot of a scaling figure shows; none: no figure of that name.
std::optional<ThroughputView> shown_throughput(const std::string& figure);

} // namespace plateau::figures
