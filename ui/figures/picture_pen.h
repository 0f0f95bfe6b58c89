// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/figures/render_style.h"

namespace plateau::ui {

/// Writes and draws the parts of a picture in `area`.
class PicturePen {
protected:
    PicturePen(QPainter& painter, const QRectF& area, const RenderStyle& style)
        : painter_(painter), area_(area), style_(style)
    {
    }

    /// On one line, cut where it is longer than the box.
    void write(const QRectF& box, int flags, const QString& words, double size, int weight, const QColor& ink);
    void draw_line(const QLineF& line, const QColor& ink, double width = 1);
    void fill_segment(const QRectF& box, const SegmentStyle& look);

    QPainter& painter_;
    QRectF area_;
    const RenderStyle& style_;
};

} // namespace plateau::ui
