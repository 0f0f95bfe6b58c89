// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::ui {

/// Lets screen readers know what paints a figure as a chart, whose value is what a figure says of itself. Called by
/// whatever paints one; more calls change nothing.
void tell_plots();

/// A widget that paints a figure has this property.
inline constexpr const char* plot_property = "plateau_plot";

} // namespace plateau::ui
