// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/picture.h"

/// Bars of segments, across them their limit, below a legend, "Computing" and "Waiting": two columns, or one above the
/// other where the names are too long for half the width.
namespace plateau::ui {

/// The height that bars and legend take at a width.
double bars_height(const figures::Bars& chart, const RenderStyle& style, double width);
/// Can every word of it be read there?
bool bars_fit(const QSizeF& size, const figures::Bars& chart, const RenderStyle& style);

// Every segment of every bar is a part of the picture, bar by bar.
const figures::Segment& bar_segment(const figures::Bars& chart, int part);
const figures::Bar& bar_of_part(const figures::Bars& chart, int part);

} // namespace plateau::ui
