// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/charts/figure.h"
#include "core/charts/plot_view.h"
#include "core/views/scaling_view.h"

namespace plateau::figures::looks {

inline constexpr std::string_view axes = "axes"; ///< of the plots: plot_view.h
inline constexpr std::string_view curves = "curves"; ///< which plans' curves are drawn: "given best"
inline constexpr std::string_view throughput = "throughput"; ///< name of a ScalingAxis
inline constexpr std::string_view time = "time"; ///< name(TimePlot)
inline constexpr std::string_view picture = "picture"; ///< "timeline" in place of the plots
inline constexpr std::string_view map = "map"; ///< of plans: across, down, metric
inline constexpr std::string_view plans = "plans"; ///< "frontier" in place of the map

bool is_look(std::string_view key);

/// One of a view; empty: the usual one.
std::string of(const View& view, std::string_view key);
/// A view without looks.
View without(View view);
/// `view` with the looks of `other` in place of its own.
View with_looks_of(View view, const View& other);

} // namespace plateau::figures::looks

namespace plateau::figures {

/// Which plot of a step's time the view shows; where the view says nothing, where all of it goes.
TimePlot time_plot(const View& view);

/// A figure as a scenario's view shows it: what is written on it, the part of its axes, what is hidden.
Figure as_viewed(Figure figure, const View& view);

inline constexpr const char* shown_figure_key = "figure"; ///< its name: "scaling-per-gpu"
inline constexpr const char* shown_facet_key = "facet"; ///< "hardware=h100_sxm,b200"
inline constexpr const char* shown_panels_key = "panels"; ///< "throughput, mfu"

inline constexpr const char* shown_without_key = "without"; ///< curves left out: "ideal, linear; exposed"

/// On paper nothing is current: where one question stands alone, its curve or bar is what is predicted.
Figure on_paper(Figure figure);
/// The figure of one question that stands alone, whatever else is drawn there, such as a guess.
Figure alone(Figure figure);

} // namespace plateau::figures
