// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/charts/figure.h"

/// How a person looks at a figure of panels: which part of its axes, on what scale, what is hidden. In the scenario's
/// view as one line: "x=64:4096; throughput=linear; mfu=0.2:0.5; hidden=band,measured".
namespace plateau::figures {

struct AxisView {
    double from = 0;
    double to = 0; ///< equal to from: all there is
    std::optional<bool> logarithmic = {}; ///< not set: as the figure was made

    bool is_part() const { return to > from; }
    bool operator==(const AxisView&) const = default;
};

/// What stands around the curves and can be hidden by name.
enum class Extra { Band, Measured, Published, Reference };
const char* extra_name(Extra extra);

/// Whether a figure has any of these.
bool has(const Figure& figure, Extra extra);

struct PlotView {
    AxisView x;
    std::map<std::string, AxisView> y; ///< by key_of() a panel
    std::set<Extra> hidden;

    bool is_usual() const { return *this == PlotView(); }
    /// Whether only a part of an axis is shown.
    bool is_part() const;
    /// Shows all of every axis; scales and what is hidden stay.
    void show_all();
    bool operator==(const PlotView&) const = default;
};

/// What names a panel: its id, and which of its quantities it shows.
std::string key_of(const Panel& panel);

/// As one line, and back; what is not understood is left out. Empty: all as it was made.
std::string written(const PlotView& view);
PlotView read_plot_view(const std::string& line);

/// May an axis change its scale? Words instead of numbers have none, bars and differences no logarithm.
bool may_change_scale(const Panel& panel);
bool may_change_scale(const Plot& plot);

/// The figure looked at that way. On an axis made logarithmic what is zero or less has no place: it becomes a gap, and
/// the panel's second title says so; where nothing is left the axis stays linear. A range that shows nothing of the
/// x axis is ignored.
Figure seen(Figure figure, const PlotView& view);

} // namespace plateau::figures
