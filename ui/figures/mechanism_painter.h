// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/charts/mechanism.h"
#include "ui/figures/render_style.h"

namespace plateau::ui {

/// The largest sheet of 16 x 9 in the middle of an area.
QRectF sheet_in(const QRectF& area);

/// A moving picture as it stands at a time.
void draw_frame(QPainter& painter, const QRectF& sheet, const mechanisms::Mechanism& mechanism, double time,
                const RenderStyle& style);

/// The height on paper at which all stills stand in two columns; 0: the width is too small for that.
double all_stills_height(const mechanisms::Mechanism& mechanism, const RenderStyle& style, double width);

} // namespace plateau::ui
