// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/charts/figure.h"

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

/// Names a panel: its id, and which of its quantities it shows.
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

using View = std::map<std::string, std::string>; ///< of a scenario

struct PlacedRemark {
    std::string panel; ///< key_of() it
    Remark remark;

    bool operator==(const PlacedRemark&) const = default;
};
std::vector<PlacedRemark> remarks(const View& view);

/// The entry of one; and the number a new one gets.
std::string remark_key(int number);
std::string written(const PlacedRemark& placed);
int next_remark(const View& view);

/// Puts them onto the panels they belong to, in place of those there.
void place_remarks(Figure& figure, const View& view);

} // namespace plateau::figures
