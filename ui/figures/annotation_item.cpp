// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/base/text.h"
#include "ui/figures/note_layout.h"
#include "ui/figures/panel_items.h"

namespace plateau::ui {

namespace {

constexpr double most_marks = 0.25; ///< of a plot's height: where marks would need more there are none
constexpr double widest_note = 0.85; ///< of a plot's width
constexpr int most_rows = 3; ///< of the reasons along the top
constexpr int most_rows_of_the_end = 8; ///< where nothing is possible there is always a reason
constexpr double bracket_reach = 7; ///< how far the bracket stands left of its x

QSizeF text_size(const QFont& font, const QString& words)
{
    const QFontMetricsF metrics(font);
    return {std::ceil(metrics.horizontalAdvance(words)), std::ceil(metrics.height())};
}

std::size_t last_finite(const figures::Series& series)
{
    for (std::size_t i = series.y.size(); i-- > 0;)
        if (std::isfinite(series.y[i]))
            return i;
    return series.y.size();
}

} // namespace

void AnnotationItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    painter->setAntialiasing(true);
    draw_words(painter);
    draw_notes(painter);
    draw_end_labels(painter);
    draw_title(painter);
    draw_banner(painter);
    draw_marks(painter);
    if (index_ == 0)
        draw_top_scale(painter);
    if (last_)
        draw_axis_row(painter);
}

void AnnotationItem::draw_title(QCPPainter* painter)
{
    const QRectF area = rect_->rect();
    const QFont strong = interface_font(style_->text(13), 600);
    const QFont normal = interface_font(style_->text(13));
    const bool below_title = index_ == 0 && !figure_->top_marks.empty();
    const double baseline = area.top() - style_->text(10 + (below_title ? top_scale : 0));
    double x = area.left();
    const auto write = [&](const QString& words, const QFont& font, const QColor& colour, double space) {
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(QPointF(x, baseline), words);
        x += QFontMetricsF(font).horizontalAdvance(words) + style_->text(space);
    };
    if (style_->letters)
        write(QString(QChar(u'a' + index_)), strong, style_->theme.text, 8);
    write(text(panel_->title), strong, style_->theme.text, 7);
    const double room = mParentPlot->viewport().right() - x - style_->text(4);
    write(QFontMetricsF(normal).elidedText(text(panel_->unit), Qt::ElideRight, room), normal, style_->theme.text2, 0);
}

void AnnotationItem::draw_axis_row(QCPPainter* painter)
{
    const QRectF area = rect_->rect();
    const double baseline = area.bottom() + style_->text(axis_rows - 9);
    painter->setFont(interface_font(style_->text(12)));
    painter->setPen(style_->theme.text2);
    const double room = mParentPlot->viewport().right() - area.left() - style_->text(4);
    const QString title = painter->fontMetrics().elidedText(text(figure_->x.title), Qt::ElideRight, int(room));
    const QString note = text(figure_->x.note);
    const double width = painter->fontMetrics().horizontalAdvance(note);
    painter->drawText(QPointF(area.left(), baseline), title);
    if (area.width() > width + painter->fontMetrics().horizontalAdvance(title) + style_->text(16))
        painter->drawText(QPointF(area.right() - width, baseline), note);
}

void AnnotationItem::draw_top_scale(QCPPainter* painter)
{
    if (figure_->top_marks.empty())
        return;
    const QRectF area = rect_->rect();
    const QFont font = interface_font(style_->text(11));
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    const double tick = style_->text(4), baseline = area.top() - tick - style_->text(3);
    double free_from = area.left() - style_->text(10);
    painter->setPen(QPen(style_->theme.outline, style_->pen(1)));
    painter->drawLine(QLineF(area.topLeft(), area.topRight()));
    for (const figures::Mark& mark : figure_->top_marks) {
        const double x = x_pixel(mark.x);
        const QString words = text(mark.text);
        const double width = metrics.horizontalAdvance(words);
        if (x < area.left() || x > area.right() || x - width / 2 < free_from)
            continue;
        painter->setPen(QPen(style_->theme.outline, style_->pen(1)));
        painter->drawLine(QLineF(x, area.top(), x, area.top() - tick));
        painter->setPen(style_->theme.text2);
        painter->drawText(QPointF(x - width / 2, baseline), words);
        free_from = x + width / 2 + style_->text(14);
    }
    painter->setPen(style_->theme.text2);
    painter->drawText(QPointF(std::max(area.right() + style_->text(8), free_from - style_->text(6)), baseline),
                      text(figure_->top_note));
}

/// From the right, each on the lowest row where its words are free.
std::vector<AnnotationItem::MarkPlace> AnnotationItem::mark_places() const
{
    const QRectF area = rect_->rect();
    const QFontMetricsF metrics(interface_font(style_->text(11)));
    const double row = style_->text(15), stroke = style_->text(7);
    std::vector<double> taken; // from where on each row is taken
    std::vector<MarkPlace> places;
    for (auto mark = panel_->marks.rbegin(); mark != panel_->marks.rend(); ++mark) {
        const double x = x_pixel(mark->x);
        if (x < area.left() || x > area.right())
            continue;
        const QString words = text(mark->text);
        const double width = metrics.horizontalAdvance(words);
        std::size_t line = 0;
        while (line < taken.size() && taken[line] < x + style_->text(14) + width)
            ++line;
        if (line == taken.size())
            taken.push_back(0);
        taken[line] = x;
        const double lift = row * static_cast<double>(line);
        const QPointF baseline(x + style_->text(4), area.bottom() - style_->text(5) - lift);
        if (row * static_cast<double>(taken.size()) > most_marks * area.height())
            return {};
        places.push_back({x, area.bottom() - stroke - lift - style_->text(line ? 6 : 0), baseline,
                          QRectF(baseline.x(), baseline.y() - metrics.ascent(), width, metrics.height()), words});
    }
    return places;
}

void AnnotationItem::draw_marks(QCPPainter* painter)
{
    painter->setFont(interface_font(style_->text(11)));
    for (const MarkPlace& mark : mark_places()) {
        painter->setPen(QPen(style_->theme.text2, style_->pen(1)));
        painter->drawLine(QLineF(mark.x, rect_->rect().bottom(), mark.x, mark.top));
        painter->setPen(style_->theme.text2);
        painter->drawText(mark.baseline, mark.text);
    }
}

void AnnotationItem::draw_end_labels(QCPPainter* painter)
{
    struct EndLabel {
        QString words;
        QColor colour;
        int weight;
        std::optional<figures::SegmentKind> area = {};
    };
    const QRectF area = rect_->rect();
    std::vector<EndLabel> labels;
    std::vector<double> wanted;
    for (const figures::Series& series : panel_->series) {
        const std::size_t end = last_finite(series);
        if (!series.label_at_end || end == series.y.size())
            continue;
        const bool reference = series.role == figures::SeriesRole::Reference;
        const QColor colour = series.stale ? style_->theme.text3
            : reference                    ? style_->theme.text2
                                           : style_->theme.series(series.role).label;
        labels.push_back(
            {text(series.name), colour,
             reference || series.role == figures::SeriesRole::Thin || series.role == figures::SeriesRole::OtherPlan
                 ? 400
                 : 600});
        double y = at(series.x[end], series.y[end]).y();
        if (series.area) {
            double widest = 0;
            for (std::size_t i = 0; i < series.x.size(); ++i)
                widest = std::max(widest, at(series.x[i], series.y_low[i]).y() - at(series.x[i], series.y[i]).y());
            if (widest < style_->text(3)) {
                labels.pop_back();
                continue;
            }
            y = (y + std::min(at(series.x[end], series.y_low[end]).y(), area.bottom())) / 2;
            labels.back().area = series.area;
            labels.back().weight = 400;
        }
        wanted.push_back(std::clamp(y, area.top(), area.bottom()));
    }
    const auto centres = push_apart(wanted, style_->text(15), area.top(), area.bottom());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const QFont font = interface_font(style_->text(12), labels[i].weight);
        painter->setFont(font);
        painter->setPen(labels[i].colour);
        const double baseline = centres[i] + QFontMetricsF(font).capHeight() / 2;
        double left = area.right() + style_->text(8);
        if (labels[i].area) {
            const SegmentStyle look = style_->theme.segment(*labels[i].area);
            const double side = style_->text(9);
            const QRectF swatch(left, centres[i] - side / 2, side, side);
            painter->fillRect(swatch, look.hatched ? QBrush(look.edge, Qt::BDiagPattern) : QBrush(look.fill));
            left += side + style_->text(5);
        }
        painter->drawText(QPointF(left, baseline), labels[i].words);
    }
}

void AnnotationItem::draw_words(QCPPainter* painter)
{
    const QRectF area = rect_->rect();
    const QFont font = interface_font(style_->text(12));
    painter->setFont(font);
    const QFontMetricsF metrics(font);
    written_.clear();
    for (const figures::Label& label : panel_->labels) {
        const QString words = text(label.text);
        const QPointF point = at(label.x, label.y);
        const double width = metrics.horizontalAdvance(words);
        painter->setPen(label.role == figures::SeriesRole::Reference ? style_->theme.text2
                                                                     : style_->theme.series(label.role).label);
        const double left = label.before ? point.x() - width - style_->text(10) : point.x() - width / 2;
        const double baseline = point.y() + (label.before ? metrics.capHeight() / 2 : 0);
        const QPointF place(std::clamp(left, area.left() + 4, area.right() - width - 4), baseline);
        const QRectF box(place.x() - 2, baseline - metrics.capHeight(), width + 4, metrics.capHeight());
        const bool is_free = std::none_of(written_.begin(), written_.end(),
                                          [&](const QRectF& other) { return other.intersects(box); });
        if (!is_free || box.top() < area.top())
            continue;
        written_.push_back(box);
        painter->drawText(place, words);
    }
    for (const figures::Region& region : panel_->regions) {
        if (region.reason.empty())
            continue;
        const double left = std::max(x_pixel(region.from), area.left()),
                     right = std::min(x_pixel(region.to), area.right());
        const QString words = metrics.elidedText(text(region.reason), Qt::ElideRight, area.width() - 8);
        if (right - left < style_->text(region.hatched ? 6 : 24))
            continue;
        const QSizeF size = text_size(font, words);
        const double from
            = std::clamp((left + right - size.width()) / 2, area.left() + 4, area.right() - size.width() - 4);
        QRectF box(from, area.center().y() - size.height() / 2, size.width(), size.height());
        if (region.at_top) {
            const auto place = free_row(box, region.hatched);
            if (!place)
                continue;
            box = *place;
        }
        if (region.hatched || !region.at_top)
            painter->fillRect(box.adjusted(-3, -1, 3, 1), style_->theme.canvas);
        painter->setPen(style_->theme.text2);
        painter->drawText(box, Qt::AlignCenter, words);
        if (region.at_top)
            written_.push_back(box.adjusted(-style_->text(6), 0, style_->text(6), 0));
    }
}

/// The box moved to the highest row below the top edge where neither curve nor words are, or for the end of what is
/// possible to the lowest one.
std::optional<QRectF> AnnotationItem::free_row(QRectF box, bool the_end) const
{
    const QRectF area = rect_->rect();
    FreeSpace space = free_space(area);
    const double step = box.height() + style_->text(4), edge = style_->text(5);
    const auto is_free_from = [&](double top) {
        box.moveTop(top);
        return space.is_free(box);
    };
    for (int row = 0; row < (the_end ? 2 : most_rows); ++row)
        if (is_free_from(area.top() + edge + row * step))
            return box;
    for (int row = 1; the_end && row <= most_rows_of_the_end; ++row)
        if (is_free_from(area.bottom() - edge - row * step))
            return box;
    return std::nullopt;
}

void AnnotationItem::draw_bracket(QCPPainter* painter, const figures::Bracket& bracket)
{
    const QPointF from = at(bracket.x_from, bracket.y_from);
    const QPointF reference = at(bracket.x_to, bracket.y_reference), target = at(bracket.x_to, bracket.y_to);
    painter->setPen(QPen(style_->theme.text3, style_->pen(1)));
    painter->drawLine(QLineF(from, reference));
    const double reach = style_->text(bracket_reach), foot = style_->text(5);
    QPen pen(style_->theme.text, style_->pen(1.5));
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    const double x = reference.x() - reach;
    painter->drawPolyline(
        QPolygonF({{x + foot, reference.y()}, {x, reference.y()}, {x, target.y()}, {x + foot, target.y()}}));
}

FreeSpace AnnotationItem::free_space(const QRectF& area) const
{
    FreeSpace space(area);
    for (const figures::Series& series : panel_->series) {
        if (series.form == figures::SeriesForm::Points) {
            for (std::size_t i = 0; i < series.x.size(); ++i)
                space.occupy(QPolygonF({at(series.x[i], series.y[i]), at(series.x[i], series.y[i])}));
            continue;
        }
        QPolygonF curve, lower;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            if (std::isfinite(series.y[i]))
                curve << at(series.x[i], series.y[i]);
            if (i < series.y_low.size() && std::isfinite(series.y_low[i]))
                lower << at(series.x[i], series.y_low[i]);
        }
        space.occupy(curve);
        space.occupy(lower);
    }
    if (figure_->marker > 0 && style_->marker) {
        const double x = x_pixel(figure_->marker);
        space.occupy(QRectF(x - 3, area.top(), 6, area.height()), 3);
    }
    for (const figures::Bracket& bracket : panel_->brackets) {
        const QPointF reference = at(bracket.x_to, bracket.y_reference), target = at(bracket.x_to, bracket.y_to);
        space.occupy(QPolygonF({at(bracket.x_from, bracket.y_from), reference, target}));
    }
    const double ring = style_->pen(8);
    for (const figures::Note& note : panel_->notes)
        if (note.ring)
            space.occupy(QRectF(at(note.x, note.y), QSizeF()).adjusted(-ring, -ring, ring, ring), 3);
    for (const MarkPlace& mark : mark_places())
        space.occupy(mark.words.united(QRectF(mark.x - 2, mark.top, 4, area.bottom() - mark.top)));
    for (const QRectF& words : written_)
        space.occupy(words);
    if (!panel_->banner.empty())
        space.occupy(QRectF(area.left(), area.top(), area.width(), style_->text(banner_height)));
    return space;
}

bool AnnotationItem::draw_note(QCPPainter* painter, FreeSpace& space, QPointF anchor, const Message& head,
                               const Message& body, bool optional)
{
    const QFont head_font = interface_font(style_->text(12), 600), body_font = interface_font(style_->text(12));
    const double widest = widest_note * rect_->rect().width();
    const QString first = QFontMetricsF(head_font).elidedText(text(head), Qt::ElideRight, widest);
    const QString second = QFontMetricsF(body_font).elidedText(text(body), Qt::ElideRight, widest);
    const double line = style_->text(16);
    const QSizeF size(std::max(text_size(head_font, first).width(), text_size(body_font, second).width()),
                      second.isEmpty() ? line : 2 * line);
    const QRectF box = space.place(anchor, size, style_->text(18));
    if (optional && !space.is_free(box))
        return false;
    const bool beside = anchor.y() > box.top() && anchor.y() < box.bottom();
    const double x = beside ? (anchor.x() < box.left() ? box.left() - 4 : box.right() + 4)
                            : std::clamp(anchor.x(), box.left(), box.right());
    const double y = beside ? anchor.y() : box.top() > anchor.y() ? box.top() - 1 : box.bottom() + 1;
    if (optional && !space.is_free(QLineF(anchor, QPointF(x, y))))
        return false;
    space.occupy(box.adjusted(-6, -2, 6, 2));
    space.occupy(QPolygonF({anchor, QPointF(x, y)}));
    painter->setPen(QPen(style_->theme.text3, style_->pen(1)));
    painter->drawLine(QLineF(anchor, QPointF(x, y)));
    const auto side = box.center().x() < anchor.x() ? Qt::AlignRight : Qt::AlignLeft;
    painter->setFont(head_font);
    painter->setPen(style_->theme.text);
    painter->drawText(QRectF(box.left(), box.top(), size.width(), line), side | Qt::AlignVCenter, first);
    painter->setFont(body_font);
    painter->setPen(style_->theme.text2);
    painter->drawText(QRectF(box.left(), box.top() + line, size.width(), line), side | Qt::AlignVCenter, second);
    return true;
}

void AnnotationItem::draw_notes(QCPPainter* painter)
{
    const bool named = std::any_of(panel_->series.begin(), panel_->series.end(),
                                   [](const figures::Series& s) { return !s.beside.empty(); });
    if (panel_->brackets.empty() && panel_->notes.empty() && !named)
        return;
    const QRectF area = rect_->rect();
    FreeSpace space = free_space(area.adjusted(6, 6, -6, -6));
    draw_names(painter, space);
    const double beside = style_->pen(8); // a ring next to the hatching may have its leader
    for (const figures::Region& region : panel_->regions)
        if (region.hatched)
            space.occupy(
                QRectF(QPointF(x_pixel(region.from) + beside, area.top()), QPointF(x_pixel(region.to), area.bottom())));
    for (const figures::Bracket& bracket : panel_->brackets) {
        draw_bracket(painter, bracket);
        if (bracket.head.empty())
            continue;
        const QPointF middle = (at(bracket.x_to, bracket.y_reference) + at(bracket.x_to, bracket.y_to)) / 2;
        draw_note(painter, space, middle - QPointF(style_->text(bracket_reach), 0), bracket.head, bracket.text, false);
    }
    const bool yields = std::any_of(panel_->brackets.begin(), panel_->brackets.end(),
                                    [](const figures::Bracket& bracket) { return !bracket.head.empty(); });
    for (const figures::Note& note : panel_->notes) {
        const QPointF anchor = at(note.x, note.y);
        // In full, else its head alone; a ring that nothing names is not drawn.
        const auto is_drawn = [&](const Message& body, bool may_go) {
            return draw_note(painter, space, anchor, note.head, body, may_go);
        };
        if (!note.head.empty() && !is_drawn(note.text, true) && !is_drawn({}, true)) {
            if (note.optional)
                continue;
            if (!yields)
                is_drawn(note.text, false);
        }
        if (note.tick) {
            painter->setPen(QPen(style_->theme.text, style_->pen(1.5)));
            painter->drawLine(QLineF(anchor - QPointF(0, style_->text(7)), anchor + QPointF(0, style_->text(7))));
        }
        if (note.ring) {
            painter->setPen(QPen(style_->theme.text, style_->pen(1.5)));
            painter->setBrush(Qt::NoBrush);
            painter->drawEllipse(anchor, style_->pen(6.5), style_->pen(6.5));
        }
    }
}

void AnnotationItem::draw_names(QCPPainter* painter, FreeSpace& space)
{
    const QFont font = interface_font(style_->text(12), 600);
    painter->setFont(font);
    for (const figures::Series& series : panel_->series) {
        if (series.beside.empty())
            continue;
        QPolygonF curve;
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (std::isfinite(series.y[i]))
                curve << at(series.x[i], series.y[i]);
        const QString words = text(series.beside);
        const QRectF box = space.beside(curve, text_size(font, words), style_->text(8));
        space.occupy(box.adjusted(-4, -1, 4, 1));
        const auto hatches = [&](const figures::Region& region) {
            return region.hatched && x_pixel(region.to) > box.left() && x_pixel(region.from) < box.right();
        };
        if (std::any_of(panel_->regions.begin(), panel_->regions.end(), hatches))
            painter->fillRect(box.adjusted(-3, -1, 3, 1), style_->theme.canvas);
        painter->setPen(style_->theme.series(series.role).label);
        painter->drawText(box, Qt::AlignCenter, words);
    }
}

void AnnotationItem::draw_banner(QCPPainter* painter)
{
    if (panel_->banner.empty())
        return;
    const QRectF area = rect_->rect();
    const QRectF strip(area.left() + 1, area.top(), area.width(), style_->text(banner_height));
    painter->fillRect(strip, style_->theme.error_fill);
    const QFont font = interface_font(style_->text(13));
    painter->setFont(font);
    painter->setPen(style_->theme.error);
    const QRectF inside = strip.adjusted(style_->text(8), 0, -style_->text(8), 0);
    painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetricsF(font).elidedText(text(panel_->banner), Qt::ElideRight, inside.width()));
}

} // namespace plateau::ui
