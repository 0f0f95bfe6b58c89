// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/figures/figure.h"
#include "ui/figures/render_style.h"

namespace plateau::ui {

/// Bars of segments, across them their limit, below a legend, "Computing" and "Waiting": two columns, or one above the
/// other where the names are too long for half the width. The step panel and the exports draw the same.
void draw_step_bars(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style);
/// The height that takes at the given width.
double step_bars_height(const figures::Figure& figure, const RenderStyle& style, double width);
/// Can every word of it be read there?
bool step_bars_fit(const QSizeF& size, const figures::Figure& figure, const RenderStyle& style);

/// The least width and the height that it takes on paper, where all words have room and every bar's numbers are told.
QSizeF step_bars_need(const figures::Figure& figure, const RenderStyle& style, double width);

// Every segment of every bar is a part of the picture, bar by bar.
int bar_part_count(const figures::Figure& figure);
/// Empty where it is too thin to be seen.
QRectF bar_part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part);
/// "Current, All-gather: 405 ms, 26 %"
QString bar_part_words(const figures::Figure& figure, int part);
const figures::Segment& bar_segment(const figures::Figure& figure, int part);
const figures::Bar& bar_of_part(const figures::Figure& figure, int part);

} // namespace plateau::ui
