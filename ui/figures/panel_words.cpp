// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/panel_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/controls/text.h"
#include "ui/figures/panel_edges.h"
#include "ui/figures/panel_ink.h"
#include "ui/figures/panel_items.h"
#include "ui/figures/plot_pen.h"

namespace plateau::ui {

namespace {

constexpr double most_marks = 0.25; ///< of a plot's height: where marks would need more they go below
constexpr double widest_note = 0.85; ///< of a plot's width
constexpr int most_rows = 3; ///< of the reasons along the top
constexpr int most_rows_from_below = 8; ///< tried where those have no room
constexpr double bracket_reach = 7; ///< how far the bracket stands left of its x
constexpr double note_reach = 90; ///< of a leader, at most
constexpr double long_reach = 0.5; ///< of a plot's width, on the screen

} // namespace

/// Words inside the plot, each placed where nothing is; in order: what is bound to a place first.
class PlotPlacer : PlotPen {
public:
    PlotPlacer(const PanelPlace& place, PanelWords& words) : PlotPen(place, words) { occupy_ink(); }

    void run()
    {
        marks();
        labels();
        reasons();
        names();
        brackets();
        notes();
        for (const figures::Region* band : bands_without_room_)
            write_beside_title(text(band->reason), 400, style_.theme.text2, band_brush(*band, style_.theme));
    }

private:
    void occupy_ink()
    {
        for (const figures::Series& series : panel_.series)
            occupy_series(space_, place_, series);
        if (place_.figure->plot().marker > 0 && style_.marker)
            space_.occupy(QRectF(x_pixel(place_.figure->plot().marker) - 3, area_.top(), 6, area_.height()), 3);
        for (const figures::Bracket& bracket : panel_.brackets)
            for (const PlacedStroke& stroke : bracket_strokes(bracket))
                space_.occupy(stroke.line, stroke.width + 2);
        const double ring = style_.pen(8);
        for (const figures::Note& note : panel_.notes) {
            const QRectF point(at(note.x, note.y), QSizeF());
            if (note.ring)
                space_.occupy(point.adjusted(-ring, -ring, ring, ring), 3);
            if (note.tick)
                space_.occupy(point.adjusted(-2, -style_.text(7), 2, style_.text(7)), 3);
        }
        if (!panel_.banner.empty())
            space_.occupy(QRectF(area_.left(), area_.top(), area_.width(), style_.text(banner_height)));
    }

    /// From the right, each on the lowest row where no stroke goes through its words.
    void marks()
    {
        if (panel_.marks.empty())
            return;
        struct Row {
            double x, top;
            QRectF box;
            QString words;
            std::size_t line;
        };
        const QFontMetricsF metrics(font(11));
        const double row = style_.text(15), stroke_height = style_.text(7);
        std::vector<Row> rows;
        std::size_t lines = 0;
        QStringList all;
        bool fits = !is_below(WordKind::Marks, 0);
        for (auto mark = panel_.marks.rbegin(); mark != panel_.marks.rend(); ++mark) {
            const double x = x_pixel(mark->x);
            if (x < area_.left() || x > area_.right())
                continue;
            const QString words = text(mark->text);
            all.prepend(words);
            const double width = metrics.horizontalAdvance(words);
            std::size_t line = 0;
            for (const Row& placed : rows)
                if (placed.x < x + style_.text(14) + width)
                    line = std::max(line, placed.line + 1);
            lines = std::max(lines, line + 1);
            const double lift = row * static_cast<double>(line);
            const QPointF baseline(x + style_.text(4), area_.bottom() - style_.text(5) - lift);
            rows.push_back({x, area_.bottom() - stroke_height - lift - style_.text(line ? 6 : 0),
                            QRectF(baseline.x(), baseline.y() - metrics.ascent(), width, metrics.height()), words,
                            line});
            fits = fits && row * static_cast<double>(lines) <= most_marks * area_.height();
            if (style_.foot)
                fits = fits && rows.back().box.right() <= area_.right() && space_.is_free(rows.back().box)
                    && space_.is_free(QLineF(x, area_.bottom() - 4, x, rows.back().top));
        }
        if (fits)
            for (const Row& place : rows) {
                stroke(QPolygonF(QList<QPointF>{{place.x, area_.bottom()}, {place.x, place.top}}), style_.theme.text2,
                       style_.pen(1));
                space_.occupy(QRectF(place.x - 2, place.top, 4, area_.bottom() - place.top));
                write(place.box, place.words, 11, 400, style_.theme.text2, Qt::AlignLeft);
            }
        else if (!all.isEmpty()) {
            leave_out(WordKind::Marks, 0);
            for (const Row& place : rows)
                if (style_.foot) {
                    const double top = area_.bottom() - stroke_height;
                    stroke(QPolygonF(QList<QPointF>{{place.x, area_.bottom()}, {place.x, top}}), style_.theme.text2,
                           style_.pen(1));
                    space_.occupy(QRectF(place.x - 1, top, 2, stroke_height));
                }
            add_foot(QCoreApplication::translate("figure", "Strokes on the axis, from the left: %1")
                         .arg(all.join(QStringLiteral("; "))));
        }
    }

    /// Words at a place of their own: there, or a little above or below.
    void labels()
    {
        const QFontMetricsF metrics(font(12));
        for (std::size_t i = 0; i < panel_.labels.size(); ++i) {
            const figures::Label& label = panel_.labels[i];
            const QString words = text(label.text);
            const QPointF point = at(label.x, label.y);
            const double width = metrics.horizontalAdvance(words), height = metrics.height();
            const double left = label.before ? point.x() - width - style_.text(10) : point.x() - width / 2;
            const double from
                = std::clamp(left, area_.left() + 4, std::max(area_.left() + 4, area_.right() - width - 4));
            QRectF box(from, point.y() - (label.before ? height / 2 : height - style_.text(2)), width, height);
            bool found = !is_below(WordKind::Label, i) && space_.is_free(box);
            for (double off = style_.text(4); !is_below(WordKind::Label, i) && !found && off <= style_.text(40);
                 off += style_.text(4))
                for (const double shift : {-off, off}) {
                    const QRectF moved = box.translated(0, shift);
                    if (!found && space_.is_free(moved)) {
                        box = moved;
                        found = true;
                    }
                }
            const bool reference = label.role == figures::SeriesRole::Reference;
            if (found) {
                write(box, words, 12, 400, reference ? style_.theme.text2 : style_.theme.series(label.role).label,
                      Qt::AlignHCenter, over_hatching(box));
                continue;
            }
            leave_out(WordKind::Label, i);
            if (reference)
                foot_note(point, words, false);
            else
                add_foot(words, label_sample(label));
        }
    }

    Sample label_sample(const figures::Label& label) const
    {
        for (const figures::Series& series : panel_.series)
            if (series.role == label.role)
                return {series.role, series.form, series.area, !series.y_low.empty()};
        return {label.role};
    }

    void reasons()
    {
        for (std::size_t i = 0; i < panel_.regions.size(); ++i) {
            const figures::Region& region = panel_.regions[i];
            const double left = std::max(x_pixel(region.from), area_.left()),
                         right = std::min(x_pixel(region.to), area_.right());
            if (region.reason.empty() || right - left < (style_.foot ? 1 : style_.text(3)))
                continue;
            const QString words = text(region.reason);
            const QSizeF size = size_of(font(12), words);
            std::optional<QRectF> place;
            if (!is_below(WordKind::Reason, i) && size.width() <= area_.width() - 8) {
                const double least = area_.left() + 4, most = area_.right() - size.width() - 4;
                std::vector<double> starts{(left + right - size.width()) / 2};
                if (right - left > size.width() + 8)
                    starts.insert(starts.end(), {right - size.width() - 4, left + 4});
                for (std::size_t k = 0; !place && k < starts.size(); ++k)
                    place = reason_row(
                        QRectF(QPointF(std::clamp(starts[k], least, most), area_.center().y() - size.height() / 2),
                               size),
                        region);
            }
            if (place) {
                write(*place, words, 12, 400, style_.theme.text2, Qt::AlignHCenter,
                      region.hatched || !region.at_top || over_hatching(*place));
                continue;
            }
            leave_out(WordKind::Reason, i);
            if (!style_.foot)
                bands_without_room_.push_back(&region);
            else if (region.hatched)
                add_foot(words, Sample{figures::SeriesRole::Reference, figures::SeriesForm::Line, {}, false, true});
            else
                foot_note(QPointF((left + right) / 2, area_.top() + style_.text(16)), words, false);
        }
    }

    /// In the middle, else on the highest row below the top edge, else on the lowest one.
    std::optional<QRectF> reason_row(QRectF box, const figures::Region& region)
    {
        const double step = box.height() + style_.text(4), edge = style_.text(5);
        if (!region.at_top && space_.is_free(box))
            return box;
        const auto is_free_from = [&](double top) {
            box.moveTop(top);
            return space_.is_free(box);
        };
        for (int row = 0; row < (region.hatched ? 2 : most_rows); ++row)
            if (is_free_from(area_.top() + edge + row * step))
                return box;
        for (int row = 1; row <= most_rows_from_below; ++row)
            if (is_free_from(area_.bottom() - edge - row * step))
                return box;
        return std::nullopt;
    }

    /// Names beside curves.
    void names()
    {
        for (std::size_t i = 0; i < panel_.series.size(); ++i) {
            const figures::Series& series = panel_.series[i];
            if (series.beside.empty())
                continue;
            QPolygonF curve;
            for (std::size_t k = 0; k < series.x.size(); ++k)
                if (std::isfinite(series.y[k]))
                    curve << at(series.x[k], series.y[k]);
            const QString words = text(series.beside);
            QRectF box = space_.beside(curve, size_of(font(12, 600), words), style_.text(8));
            const QColor ink = style_.theme.series(series.role).label;
            const bool fits = !is_below(WordKind::Beside, i) && !curve.isEmpty() && space_.is_free(box);
            if (!fits && style_.foot) {
                leave_out(WordKind::Beside, i);
                add_foot(words, Sample{series.role, series.form, series.area, !series.y_low.empty()});
                continue;
            }
            if (!fits && (lead_to(curve, words, ink) || write_beside_title(words, 600, ink)))
                continue;
            write(box, words, 12, 600, ink, Qt::AlignHCenter, over_hatching(box));
        }
    }

    /// A curve's name a little away from it, with a leader. False: nowhere.
    bool lead_to(const QPolygonF& curve, const QString& words, const QColor& ink)
    {
        std::optional<QRectF> box;
        QLineF leader;
        for (const QPointF& point : curve)
            if (const auto found
                = space_.place_free(point, size_of(font(12, 600), words), style_.text(8), style_.text(short_reach)))
                if (const QLineF line = leader_to(*found, point); !box || line.length() < leader.length()) {
                    box = found;
                    leader = line;
                }
        if (!box)
            return false;
        lead(leader, ink, style_.pen(1));
        write(*box, words, 12, 600, ink);
        return true;
    }

    std::vector<PlacedStroke> bracket_strokes(const figures::Bracket& bracket) const
    {
        const QPointF from = at(bracket.x_from, bracket.y_from);
        const QPointF reference = at(bracket.x_to, bracket.y_reference), target = at(bracket.x_to, bracket.y_to);
        const double x = reference.x() - style_.text(bracket_reach), foot = style_.text(5);
        return {{QPolygonF({from, reference}), style_.theme.text3, style_.pen(1)},
                {QPolygonF(QList<QPointF>{
                     {x + foot, reference.y()}, {x, reference.y()}, {x, target.y()}, {x + foot, target.y()}}),
                 style_.theme.text, style_.pen(1.5), true}};
    }

    void brackets()
    {
        for (std::size_t i = 0; i < panel_.brackets.size(); ++i) {
            const figures::Bracket& bracket = panel_.brackets[i];
            for (const PlacedStroke& stroke : bracket_strokes(bracket))
                words_.strokes.push_back(stroke);
            if (bracket.head.empty())
                continue;
            const QPointF middle = (at(bracket.x_to, bracket.y_reference) + at(bracket.x_to, bracket.y_to)) / 2
                - QPointF(style_.text(bracket_reach), 0);
            if (is_below(WordKind::Bracket, i) || !place_note(middle, bracket.head, bracket.text))
                note_below(WordKind::Bracket, i, middle, bracket.head, bracket.text);
        }
    }

    void notes()
    {
        for (const figures::Region& region : panel_.regions)
            if (region.hatched)
                space_.occupy(
                    QRectF(QPointF(x_pixel(region.from), area_.top()), QPointF(x_pixel(region.to), area_.bottom())), 3);
        for (std::size_t i = 0; i < panel_.notes.size(); ++i) {
            const figures::Note& about = panel_.notes[i];
            const QPointF anchor = at(about.x, about.y);
            const bool fits
                = !is_below(WordKind::Note, i) && (about.head.empty() || place_note(anchor, about.head, about.text));
            if (!fits && about.optional && !style_.foot)
                continue; // a ring that nothing names is not drawn
            if (!fits)
                note_below(WordKind::Note, i, anchor, about.head, about.text);
            if (about.tick) {
                const double reach = style_.text(7);
                words_.strokes.push_back(
                    {QPolygonF(QList<QPointF>{{anchor.x(), std::max(area_.top(), anchor.y() - reach)},
                                              {anchor.x(), std::min(area_.bottom(), anchor.y() + reach)}}),
                     style_.theme.text, style_.pen(1.5)});
            }
            if (about.ring)
                words_.rings.push_back(anchor);
        }
    }

    void note_below(WordKind kind, std::size_t index, QPointF anchor, const Message& head, const Message& body)
    {
        leave_out(kind, index);
        const QString between = head.empty() || body.empty() ? QString() : QStringLiteral(": ");
        foot_note(anchor, text(head) + between + text(body), true);
        if (!style_.foot)
            write_beside_title(text(head), 600, style_.theme.text);
    }

    /// On paper near its place or below the figure. A screen has no foot: in full nearby, else its head alone, else
    /// wherever there is room. False: without room.
    bool place_note(QPointF anchor, const Message& head, const Message& body)
    {
        const double near = style_.text(note_reach), far = area_.width();
        if (style_.foot)
            return note(anchor, head, body, near);
        return note(anchor, head, body, std::max(near, long_reach * far)) || note(anchor, head, {}, near)
            || note(anchor, head, body, far) || note(anchor, head, {}, far);
    }

    /// A head with a line of text below it, and a leader no longer than `reach`.
    bool note(QPointF anchor, const Message& head, const Message& body, double reach)
    {
        const QFont head_font = font(12, 600), body_font = font(12);
        const double widest = widest_note * area_.width(), line = style_.text(16);
        QString first = text(head), second = text(body);
        if (!style_.foot) {
            first = QFontMetricsF(head_font).elidedText(first, Qt::ElideRight, widest);
            second = QFontMetricsF(body_font).elidedText(second, Qt::ElideRight, widest);
        }
        const QSizeF size(std::max(size_of(head_font, first).width(), size_of(body_font, second).width()),
                          second.isEmpty() ? line : 2 * line);
        if (size.width() > area_.width())
            return false;
        const auto box = space_.place_free(anchor, size, style_.text(14), reach);
        if (!box)
            return false;
        const QLineF leader = leader_to(*box, anchor);
        lead(leader, style_.theme.text3, style_.pen(1));
        const auto side = box->center().x() < anchor.x() ? Qt::AlignRight : Qt::AlignLeft;
        write(QRectF(box->left(), box->top(), size.width(), line), first, 12, 600, style_.theme.text, side);
        if (!second.isEmpty())
            write(QRectF(box->left(), box->top() + line, size.width(), line), second, 12, 400, style_.theme.text2,
                  side);
        return true;
    }

    std::vector<const figures::Region*> bands_without_room_;
};

PanelWords place_words(const PanelPlace& place)
{
    PanelWords words;
    words.below = place.below;
    place_edges(place, words);
    PlotPlacer(place, words).run();
    if (!place.style->foot)
        words.foot.clear();
    return words;
}

} // namespace plateau::ui
