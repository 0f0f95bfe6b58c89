// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/paper/export_options.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

/// How a figure is put on its surface: colours, how large letters and lines are, which helpers are drawn.
struct RenderStyle {
    Theme theme;
    double text_scale = 1; ///< x the window's letter sizes and margins
    double line_scale = 1; ///< x pens and markers
    bool compact = false; ///< narrow margins, fewer labels
    bool letters = false; ///< panels are lettered a, b, c
    bool marker = true; ///< the line through the current point
    bool on_paper = false; ///< words without room go below the figure
    double least_legend = 0; ///< pixels below the axes, whether words need them or not
    figures::NamePlace names = figures::NamePlace::Curves;
    bool fast = false; ///< on screen: quick joins in long lines
    bool see_through = false; ///< nothing behind the figure

    QColor ground() const { return see_through ? QColor(Qt::transparent) : theme.canvas; }

    double text(double pixels) const { return pixels * text_scale; }
    QFont font(double pixels, int weight = 400) const { return interface_font(text(pixels), weight); }
    double width(const QString& words, double pixels, int weight = 400) const
    {
        return width_of(words, font(pixels, weight));
    }
    double pen(double pixels) const { return pixels * line_scale; }
};

// Lengths around each plot, in logical pixels before scaling.
inline constexpr double margin_left = 60;
inline constexpr double margin_right = 112;
inline constexpr double margin_right_compact = 96;
inline constexpr double margin_right_most = 200; ///< however long the labels
inline constexpr double margin_right_bare = 16; ///< without direct labels
inline constexpr double title_row = 28;
inline constexpr double extra_title_row = 16; ///< each further row of a title or its unit
inline constexpr double extra_axis_row = 15;
inline constexpr double gap_below = 12;
inline constexpr double top_scale = 18; ///< the second scale along the top
inline constexpr double axis_rows = 48;
inline constexpr double ticks_row = 22;
inline constexpr double axis_title_row = 20;
inline constexpr double banner_height = 24;

} // namespace plateau::ui
