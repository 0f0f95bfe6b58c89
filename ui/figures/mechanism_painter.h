// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/mechanisms/mechanism.h"
#include "ui/figures/render_style.h"

namespace plateau::ui {

/// The largest sheet of 16 x 9 in the middle of an area.
QRectF sheet_in(const QRectF& area);

/// A moving picture as it stands at a time.
void draw_frame(QPainter& painter, const QRectF& sheet, const mechanisms::Mechanism& mechanism, double time,
                const RenderStyle& style);

} // namespace plateau::ui
