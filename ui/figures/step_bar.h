// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/figures/figure.h"
#include "ui/figures/render_style.h"

namespace plateau::ui {

/// Bars of segments with their legend in two columns, "Computing" and "Waiting". The step panel and the exports
/// draw the same.
void draw_step_bars(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style);
/// The height that takes at the given width.
double step_bars_height(const figures::Figure& figure, const RenderStyle& style);

} // namespace plateau::ui
