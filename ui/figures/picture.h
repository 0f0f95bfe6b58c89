// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/charts/figure.h"
#include "ui/figures/render_style.h"

/// Figures that are no plots: bars, heat maps, swings. The window and every export draw them with these functions.
namespace plateau::ui {

inline bool is_picture(const figures::Figure& figure) { return !figure.as<figures::Plot>(); }

void draw_picture(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style);

/// The least width and the height it needs at a width, pixels, so that all its words have room.
QSizeF picture_needs(const figures::Figure& figure, const RenderStyle& style, double width);

/// Is it as high as it is, whatever room there is?
bool has_own_height(const figures::Figure& figure);

/// How many parts of a picture can be pointed at: cells, two sides of every swing (less first), or segments of bars.
int part_count(const figures::Figure& figure);
/// How many of them stand side by side.
int parts_across(const figures::Figure& figure);
/// Where one is; and which one is at a point, -1: none.
QRectF part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part);
int part_at(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, QPointF point);
/// One sentence about it: "Tensor 8, pipeline 1: 1,072 tokens/s".
QString part_words(const figures::Figure& figure, int part);

/// Terms and metrics of an estimate that it sums up; may be none.
std::vector<std::string> part_subjects(const figures::Figure& figure, int part);

/// A title with its note over a picture: beside it, else on lines of its own.
double heading_height(const RenderStyle& style, double width, const QString& title, const QString& note);
void draw_heading(QPainter& painter, const QRectF& area, const RenderStyle& style, const QString& title,
                  const QString& note);

// What each kind of picture offers, in KIND_painter.cpp.
#define PLATEAU_PAINTER(KIND)                                                                                          \
    void draw(QPainter& painter, const QRectF& area, const figures::KIND& chart, figures::Roles earlier,               \
              const RenderStyle& style);                                                                               \
    QSizeF needs(const figures::KIND& chart, const RenderStyle& style, double width);                                  \
    int part_count(const figures::KIND& chart);                                                                        \
    int parts_across(const figures::KIND& chart);                                                                      \
    QRectF part_rect(const QRectF& area, const figures::KIND& chart, const RenderStyle& style, int part);              \
    QString part_words(const figures::KIND& chart, int part);
PLATEAU_PICTURES(PLATEAU_PAINTER)
#undef PLATEAU_PAINTER

/// Black or white, whichever stands out more.
QColor ink_on(const QColor& fill);
/// Lines from the lower left to the upper right, none beyond the box: not every vector format clips.
QVector<QLineF> hatch_lines(const QRectF& box, double step);
/// Draws hatch_lines() as thin lines.
void hatch(QPainter& painter, const QRectF& box, const QColor& colour, double pen);
/// A value as cells and bars show it, without its unit: "1,072", "52.9".
QString short_number(double value, units::Unit unit);

} // namespace plateau::ui
