// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/controls/theme.h"

namespace plateau::ui {

/// The marker of a series as legends and lists show it, filled with `colour`.
void draw_marker(QPainter& painter, Marker marker, QPointF centre, const QColor& colour, double half = 3.5);
/// A stretch of a series' line with its marker in the middle.
void draw_line_sample(QPainter& painter, const QLineF& line, const SeriesStyle& look, const QColor& colour);

} // namespace plateau::ui
