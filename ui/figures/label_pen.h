// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/labels.h"

namespace plateau::ui {

/// Writes labels of one panel.
class LabelPen {
public:
    LabelPen(const LabelledPanel& labelled, PanelLabels& labels)
        : labelled_(labelled), panel_(*labelled.panel), plot_(labelled.figure->plot()), style_(*labelled.style),
          area_(labelled.rect->rect()), labels_(labels)
    {
    }

protected:
    double x_pixel(double x) const { return labelled_.rect->axis(QCPAxis::atBottom)->coordToPixel(x); }
    double y_pixel(double y) const { return labelled_.rect->axis(QCPAxis::atLeft)->coordToPixel(y); }
    QPointF at(double x, double y) const { return {x_pixel(x), y_pixel(y)}; }

    void stroke(const QPolygonF& line, const QColor& ink, double width)
    {
        labels_.strokes.push_back({line, ink, width});
    }
    void add_below(const QString& words, std::optional<Sample> sample = {}, const QString& number = {})
    {
        labels_.below.push_back({words, sample, number, {labelled_.index}});
    }
    /// Calls `place`, which returns false where there is no room, then `otherwise`. True: placed.
    template<class Place, class Otherwise>
    bool place_or(LabelKind kind, std::size_t index, Place place, Otherwise otherwise)
    {
        if (labelled_.without_room.count({kind, index}) == 0 && place())
            return true;
        labels_.without_room.insert({kind, index});
        otherwise();
        return false;
    }

    const LabelledPanel& labelled_;
    const figures::Panel& panel_;
    const figures::Plot& plot_;
    const RenderStyle& style_;
    QRectF area_;
    PanelLabels& labels_;
};

class FreeSpace;

/// Takes the room that a series is drawn in: its strokes, markers, ranges and bars.
void occupy_series(FreeSpace& space, const LabelledPanel& labelled, const figures::Series& series);

/// Words around one plot: title, axis rows, the scale along the top, labels at the ends of curves; and the legend of
/// what is named nowhere else.
void place_labels_around(const LabelledPanel& labelled, PanelLabels& labels);

} // namespace plateau::ui
