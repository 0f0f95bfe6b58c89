// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// By which clock the view counts: behind the plot "to_loss" that of a loss.
answers::RunClock clock_of(const View& view);
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

namespace plateau::views {

/// A panel that stands beside pages of the window: a tab at the left, or a part of the column at the right. A step of a
/// tour brings it to the front by its name.
struct Dock {
    std::string name; ///< "readout"
    const char* pages; ///< that have it: "workbench,plans"
    const char* title; ///< "Where the step goes"
    const char* short_title; ///< of a tab: "Compare"
    enum class Side { Left, Right };
    Side side = Side::Right;
    /// As somebody sees it first. A folded one is a title alone; a closed one stands in the menu of panels.
    enum class Start { Open, FoldedUnlessWide, Folded, Closed };
    Start start = Start::Open;
    bool is_list = false; ///< takes the height that is left and scrolls
    bool has_rows = false; ///< of parameters: its side is as wide as their sliders need
};

/// The panels beside a page, left ones and right ones, each from the top; last the views that have a dock of their own.
std::vector<Dock> docks_beside(const std::string& page);

} // namespace plateau::views
