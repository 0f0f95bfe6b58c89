// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/note_layout.h"
#include "ui/figures/panel_words.h"

namespace plateau::ui {

QSizeF size_of(const QFont& font, const QString& words); ///< whole pixels

/// Writes and draws in one plot, and knows what is still free there; what has no room goes beside its title or below.
class PlotPen {
protected:
    static constexpr double short_reach = 60; ///< of the leader of a footnote's number or a curve's name

    PlotPen(const PanelPlace& place, PanelWords& words);

    QPointF at(double x, double y) const { return {x_pixel(x), place_.rect->axis(QCPAxis::atLeft)->coordToPixel(y)}; }
    double x_pixel(double x) const { return place_.rect->axis(QCPAxis::atBottom)->coordToPixel(x); }
    QFont font(double size, int weight = 400) const { return interface_font(style_.text(size), weight); }

    bool is_below(WordKind kind, std::size_t index) const { return place_.below.count({kind, index}) > 0; }
    /// On paper the words go below the figure, on the screen beside its title.
    void leave_out(WordKind kind, std::size_t index) { words_.below.insert({kind, index}); }
    void add_foot(const QString& words, std::optional<Sample> sample = {}, const QString& number = {})
    {
        words_.foot.push_back({words, sample, number, {place_.index}});
    }

    void stroke(const QPolygonF& line, const QColor& ink, double width);
    void lead(const QLineF& leader, const QColor& ink, double width);
    void write(const QRectF& box, const QString& words, double size, int weight, const QColor& ink,
               Qt::Alignment side = Qt::AlignHCenter, bool backed = false);
    bool over_hatching(const QRectF& box) const;

    /// A footnote's number beside its place; without one where there is no room even for that. Only paper has a foot.
    void foot_note(QPointF anchor, const QString& words, bool on_point);
    /// A screen has no foot: words without room in the plot stand right of its title, each once. False: no room there.
    bool write_beside_title(const QString& words, int weight, const QColor& ink, const QBrush& sample = {});

    const PanelPlace& place_;
    const figures::Panel& panel_;
    const RenderStyle& style_;
    QRectF area_;
    PanelWords& words_;
    FreeSpace space_;
};

} // namespace plateau::ui
