// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::ui {

inline constexpr int row_icon_width = 20;
inline constexpr int least_slider = 150;
inline constexpr int slider_gap = 6; ///< between a slider, or what stands in its place, and the field

/// Widths of a row's parts in pixels, shared by all rows so that they align. The control between takes what is left.
struct RowWidths {
    int label;
    int field;
    int icons; ///< behind the field

    int before() const { return 12 + label + 2; }
    int least_control() const { return least_slider + slider_gap + field; }
    int after() const { return 2 + icons + 8; }
    int least() const { return before() + least_control() + after(); }
};

constexpr RowWidths row_widths(bool compact)
{
    return compact ? RowWidths{96, 106, row_icon_width} : RowWidths{110, 106, 2 * row_icon_width};
}

} // namespace plateau::ui
