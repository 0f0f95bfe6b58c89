// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace plateau::ui {

/// Finds room for a block of text near `anchor`: inside `area`, away from the curves and from what is already there.
/// `distance` is how far the block would like to stand from its anchor.
QRectF place_note(QPointF anchor, QSizeF size, const QRectF& area, const std::vector<QPolygonF>& curves,
                  const std::vector<QRectF>& taken, double distance);

} // namespace plateau::ui
