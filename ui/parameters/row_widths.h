// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::ui {

inline constexpr int row_icon_width = 20;

/// Widths of a row's parts in pixels, shared by all rows so that they align.
struct RowWidths {
    int label;
    int slider;
    int field;
    int after; ///< icons and margin behind the field

    int before() const { return 12 + label + 2; }
    int control() const { return slider + 6 + field; }
};

inline RowWidths row_widths(bool compact)
{
    return compact ? RowWidths{100, 58, 84, 2 + row_icon_width + 2}
                   : RowWidths{110, 64, 84, 2 + 2 * row_icon_width + 2};
}

} // namespace plateau::ui
