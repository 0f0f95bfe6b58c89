// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/charts/remarks.h"
#include "core/views/scaling_figure.h"

/// Entries of a scenario's view that say how its answers are looked at. They are saved with the question but are no
/// step of undo, and a question that is only looked at in another way is not unsaved. What is shown of plans, and what
/// people wrote on plots, are entries too, but no looks: they are edits.
namespace plateau::figures::looks {

inline constexpr std::string_view axes = "axes"; ///< of the plots: plot_view.h
inline constexpr std::string_view curves = "curves"; ///< which plans' curves are drawn: "given best"
inline constexpr std::string_view throughput = "throughput"; ///< view_name(ThroughputView)
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

} // namespace plateau::figures
