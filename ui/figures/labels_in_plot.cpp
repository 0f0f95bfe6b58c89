// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/charts/plot.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/labels.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

constexpr double most_marks = 0.25; ///< of a plot's height: where marks would need more they go below
constexpr double widest_note = 0.85, narrow_note = 0.5; ///< of a plot's width; narrow: in several lines
constexpr int most_rows = 3; ///< of the reasons along the top
constexpr int most_rows_from_below = 8; ///< tried where those have no room
constexpr double bracket_reach = 4; ///< of the stroke at its end
constexpr double note_reach = 90; ///< of a leader, at most
constexpr double short_reach = 60; ///< of the leader of a footnote's number or a curve's name
constexpr double long_reach = 0.5; ///< of a plot's width, on the screen
constexpr double number_size = 11; ///< of a footnote: as small as letters get

/// Places the labels in the plot, each where nothing is. Those that are bound to a place come first.
class InPlot : LabelPen {
public:
    InPlot(const LabelledPanel& labelled, PanelLabels& labels)
        : LabelPen(labelled, labels),
          space_(area_.adjusted(2, 2, -2, -2), style_.on_paper ? std::clamp(style_.text(4), 3.0, 8.0) : 6)
    {
    }

    void place()
    {
        occupy_drawing(space_, labelled_);
        for (const figures::Bracket& bracket : panel_.brackets)
            for (const PlacedStroke& stroke : bracket_strokes(bracket))
                space_.occupy(stroke.line, stroke.width + 2);
        marks();
        labels();
        reasons();
        curve_names();
        brackets();
        notes();
        for (const figures::Region* region : regions_without_room_)
            write_beside_title(text(region->reason), 400, style_.theme.text2, band_brush(*region, style_.theme));
    }

private:
    QSizeF size_of(const QString& words, double size, int weight = 400) const
    {
        const QFont font = style_.font(size, weight);
        return {std::ceil(width_of(words, font)), std::ceil(QFontMetricsF(font).height())};
    }

    void write(const QRectF& box, const QString& words, double size, int weight, const QColor& ink,
               Qt::Alignment side = Qt::AlignHCenter, bool backed = false)
    {
        labels_.texts.push_back({box, words, side, size, weight, ink, backed});
        space_.occupy(box.adjusted(-style_.text(4), -1, style_.text(4), 1));
    }

    void lead(const QLineF& leader, const QColor& ink, double width)
    {
        const QPolygonF line({leader.p1(), leader.p2()});
        space_.occupy(line);
        stroke(line, ink, width);
    }

    bool over_hatching(const QRectF& box) const
    {
        return std::any_of(panel_.regions.begin(), panel_.regions.end(), [&](const figures::Region& region) {
            return region.hatched && x_pixel(region.to) > box.left() - 3 && x_pixel(region.from) < box.right() + 3;
        });
    }

    /// On paper, a footnote whose number stands near its place, or that has none where there is no room even for that.
    void add_footnote(QPointF anchor, const QString& words, bool on_point)
    {
        if (!style_.on_paper)
            return;
        const QString number = QString::number(labelled_.first_number + labels_.numbers);
        const auto box = space_.place_free(anchor, size_of(number, number_size, 600), on_point ? style_.text(5) : 0,
                                           style_.text(short_reach));
        if (!box) {
            add_below(style_.letters ? words : text(panel_.title) + QStringLiteral(": ") + words);
            return;
        }
        ++labels_.numbers;
        const QLineF leader = leader_to(*box, anchor);
        if (leader.length() > style_.text(7) && !box->contains(anchor))
            lead(leader, style_.theme.text3, style_.pen(0.8));
        write(*box, number, number_size, 600, style_.theme.text, Qt::AlignHCenter, over_hatching(*box));
        add_below(words, {}, number);
    }

    /// On the screen, right of the panel's title, each words once, behind their mark: a sample or a ring as in the
    /// plot. False: no room there.
    bool write_beside_title(const QString& words, int weight, const QColor& ink, const QBrush& sample = {},
                            bool ring = false)
    {
        if (labels_.texts.empty())
            return false;
        const double bottom = labels_.texts.front().box.bottom(); // the title comes first
        double from = 0;
        for (const PlacedText& placed : labels_.texts) {
            if (placed.words == words)
                return true;
            if (std::abs(placed.box.bottom() - bottom) < 1)
                from = std::max(from, placed.box.right());
        }
        const QSizeF size = size_of(words, 12, weight);
        const double side = style_.text(11);
        const QRectF swatch(from + style_.text(18), bottom - size.height() / 2 - side / 2, side, side);
        const bool marked = ring || sample != QBrush();
        const double left = marked ? swatch.right() + style_.text(6) : swatch.left();
        if (left + size.width() > labelled_.right_edge - 2)
            return false;
        if (sample != QBrush())
            labels_.swatches.push_back({swatch, sample});
        if (ring) {
            QPainterPath circle;
            circle.addEllipse(swatch.center(), style_.pen(5), style_.pen(5));
            stroke(circle.toFillPolygon(), style_.theme.text, style_.pen(1.5));
        }
        labels_.texts.push_back(
            {QRectF(QPointF(left, bottom - size.height()), size), words, Qt::AlignLeft, 12, weight, ink});
        return true;
    }

    /// Places marks from the right, each on the lowest row where no stroke goes through its words.
    void marks()
    {
        struct MarkLabel {
            double x, top;
            QRectF box;
            QString words;
            std::size_t row;
        };
        const QFont font = style_.font(11);
        const QFontMetricsF metrics(font);
        const double row_height = style_.text(15), stroke_height = style_.text(7);
        std::vector<MarkLabel> labels;
        std::size_t rows = 0;
        QStringList all;
        bool fits = true;
        for (auto mark = panel_.marks.rbegin(); mark != panel_.marks.rend(); ++mark) {
            const double x = x_pixel(mark->x);
            if (x < area_.left() || x > area_.right())
                continue;
            const QString words = text(mark->text);
            all.prepend(words);
            const double width = width_of(words, font);
            std::size_t row = 0;
            for (const MarkLabel& placed : labels)
                if (placed.x < x + style_.text(14) + width)
                    row = std::max(row, placed.row + 1);
            rows = std::max(rows, row + 1);
            const double lift = row_height * static_cast<double>(row);
            const QPointF baseline(x + style_.text(4), area_.bottom() - style_.text(5) - lift);
            labels.push_back({x, area_.bottom() - stroke_height - lift - style_.text(row ? 6 : 0),
                              QRectF(baseline.x(), baseline.y() - metrics.ascent(), width, metrics.height()), words,
                              row});
            fits = fits && row_height * static_cast<double>(rows) <= most_marks * area_.height();
            if (style_.on_paper)
                fits = fits && labels.back().box.right() <= area_.right() && space_.is_free(labels.back().box)
                    && space_.is_free(QLineF(x, area_.bottom() - 4, x, labels.back().top));
        }
        if (labels.empty())
            return;
        const auto draw = [&](double x, double top, double half) {
            stroke(QPolygonF(QList<QPointF>{{x, area_.bottom()}, {x, top}}), style_.theme.text2, style_.pen(1));
            space_.occupy(QRectF(x - half, top, 2 * half, area_.bottom() - top));
        };
        const auto place = [&] {
            for (std::size_t i = 0; fits && i < labels.size(); ++i) {
                draw(labels[i].x, labels[i].top, 2);
                write(labels[i].box, labels[i].words, 11, 400, style_.theme.text2, Qt::AlignLeft);
            }
            return fits;
        };
        place_or(LabelKind::Marks, 0, place, [&] {
            for (std::size_t i = 0; style_.on_paper && i < labels.size(); ++i)
                draw(labels[i].x, area_.bottom() - stroke_height, 1);
            add_below(QCoreApplication::translate("figure", "Strokes on the axis, from the left: %1")
                          .arg(all.join(QStringLiteral("; "))));
        });
    }

    /// Places labels at their own place, or a little above or below it.
    void labels()
    {
        for (std::size_t i = 0; i < panel_.labels.size(); ++i) {
            const figures::Label& label = panel_.labels[i];
            const QString words = text(label.text);
            const QPointF point = at(label.x, label.y);
            const QFont font = style_.font(12);
            const double width = width_of(words, font), height = QFontMetricsF(font).height();
            const double left = label.before ? point.x() - width - style_.text(10) : point.x() - width / 2;
            const double from
                = std::clamp(left, area_.left() + 4, std::max(area_.left() + 4, area_.right() - width - 4));
            const QRectF box(from, point.y() - (label.before ? height / 2 : height - style_.text(2)), width, height);
            const bool of_fill = label.role == figures::SeriesRole::HiddenBand; // which stands in the legend
            const bool reference = of_fill || label.role == figures::SeriesRole::Reference;
            const auto place = [&] {
                for (double away = 0; away <= style_.text(40); away += style_.text(4))
                    for (const double shift : {-away, away})
                        if (const QRectF moved = box.translated(0, shift); space_.is_free(moved)) {
                            write(moved, words, 12, 400,
                                  reference ? style_.theme.text2 : style_.theme.series(label.role).label,
                                  Qt::AlignHCenter, over_hatching(moved));
                            return true;
                        }
                return false;
            };
            place_or(LabelKind::Label, i, place, [&] {
                const auto named
                    = std::find_if(panel_.series.begin(), panel_.series.end(),
                                   [&](const figures::Series& series) { return series.role == label.role; });
                const bool of_point = named != panel_.series.end() && named->form == figures::SeriesForm::Points
                    && text(named->name) != words; // not what the series is called
                if (of_fill || of_point)
                    return;
                if (reference)
                    add_footnote(point, words, false);
                else
                    add_below(words, named == panel_.series.end() ? Sample{label.role} : sample_of(*named));
            });
        }
    }

    void reasons()
    {
        for (std::size_t i = 0; i < panel_.regions.size(); ++i) {
            const figures::Region& region = panel_.regions[i];
            const double left = std::max(x_pixel(region.from), area_.left()),
                         right = std::min(x_pixel(region.to), area_.right());
            if (region.reason.empty() || right - left < (style_.on_paper ? 1 : style_.text(3)))
                continue;
            const QString words = text(region.reason);
            const QSizeF size = size_of(words, 12);
            const auto place = [&] {
                if (size.width() > area_.width() - 8)
                    return false;
                std::vector<double> starts{(left + right - size.width()) / 2};
                if (right - left > size.width() + 8)
                    starts.insert(starts.end(), {right - size.width() - 4, left + 4});
                for (const double start : starts) {
                    const double x = std::clamp(start, area_.left() + 4, area_.right() - size.width() - 4);
                    const auto box
                        = reason_box(QRectF(QPointF(x, area_.center().y() - size.height() / 2), size), region);
                    if (!box)
                        continue;
                    write(*box, words, 12, 400, style_.theme.text2, Qt::AlignHCenter,
                          region.hatched || !region.at_top || over_hatching(*box));
                    return true;
                }
                return false;
            };
            place_or(LabelKind::Reason, i, place, [&] {
                if (!style_.on_paper)
                    regions_without_room_.push_back(&region);
                else if (region.hatched)
                    add_below(words,
                              Sample{figures::SeriesRole::Reference, figures::SeriesForm::Line, {}, false, true});
                else
                    add_footnote(QPointF((left + right) / 2, area_.top() + style_.text(16)), words, false);
            });
        }
    }

    /// A box in the middle, else on the highest row below the top edge, else on the lowest one.
    std::optional<QRectF> reason_box(QRectF box, const figures::Region& region)
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
        if (style_.on_paper && is_free_from(area_.top() + 2)) // close to the edge, before a footnote
            return box;
        return std::nullopt;
    }

    /// The points of a curve that no other named curve is near; where there are none, all.
    QPolygonF where_it_stands_apart(const figures::Series& series) const
    {
        const double apart = style_.text(26);
        QPolygonF all, alone;
        for (std::size_t k = 0; k < series.x.size(); ++k) {
            if (!std::isfinite(series.y[k]))
                continue;
            const QPointF point = at(series.x[k], series.y[k]);
            all << point;
            const bool is_near = std::any_of(panel_.series.begin(), panel_.series.end(), [&](const auto& other) {
                if (&other == &series || other.beside.empty())
                    return false;
                const double there = figures::value_at(other, series.x[k], plot_.x.logarithmic, panel_.y.logarithmic);
                return std::isfinite(there) && std::abs(at(series.x[k], there).y() - point.y()) < apart;
            });
            if (!is_near)
                alone << point;
        }
        return alone.isEmpty() ? all : alone;
    }

    void curve_names()
    {
        for (std::size_t i = 0; i < panel_.series.size(); ++i) {
            const figures::Series& series = panel_.series[i];
            if (series.beside.empty())
                continue;
            const QPolygonF curve = where_it_stands_apart(series);
            const QString words = text(series.beside);
            const QColor ink = style_.theme.series(series.role).label;
            const QRectF box = space_.beside(curve, size_of(words, 12, 600), style_.text(8));
            const auto write_there = [&] { write(box, words, 12, 600, ink, Qt::AlignHCenter, over_hatching(box)); };
            const auto place = [&] {
                const bool fits = !curve.isEmpty() && space_.is_free(box);
                if (fits)
                    write_there();
                return fits;
            };
            place_or(LabelKind::Beside, i, place, [&] {
                if (style_.on_paper)
                    add_below(words, sample_of(series));
                else if (!lead_to(curve, words, ink) && !write_beside_title(words, 600, ink))
                    write_there();
            });
        }
    }

    /// A curve's name a little away from it, with a leader. False: nowhere.
    bool lead_to(const QPolygonF& curve, const QString& words, const QColor& ink)
    {
        std::optional<QRectF> box;
        QLineF leader;
        for (const QPointF& point : curve)
            if (const auto found
                = space_.place_free(point, size_of(words, 12, 600), style_.text(8), style_.text(short_reach)))
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
        const double x = reference.x(), half = style_.text(bracket_reach);
        return {{QPolygonF({from, reference}), style_.theme.text3, style_.pen(1)},
                {QPolygonF(QList<QPointF>{{x - half, reference.y()}, {x + half, reference.y()}}), style_.theme.text,
                 style_.pen(1.5), true},
                {QPolygonF(QList<QPointF>{reference, target}), style_.theme.text, style_.pen(1), true}};
    }

    void brackets()
    {
        for (std::size_t i = 0; i < panel_.brackets.size(); ++i) {
            const figures::Bracket& bracket = panel_.brackets[i];
            for (const PlacedStroke& stroke : bracket_strokes(bracket))
                labels_.strokes.push_back(stroke);
            const QPointF reported = at(bracket.x_to, bracket.y_to);
            labels_.rings.push_back(reported);
            if (bracket.head.empty())
                continue;
            place_or(
                LabelKind::Bracket, i, [&] { return place_note(reported, bracket.head, bracket.text); },
                [&] { add_note_elsewhere(reported, bracket.head, bracket.text, true); });
        }
    }

    void notes()
    {
        for (const figures::Region& region : panel_.regions)
            if (region.hatched)
                space_.occupy(
                    QRectF(QPointF(x_pixel(region.from), area_.top()), QPointF(x_pixel(region.to), area_.bottom())), 3);
        for (std::size_t i = 0; i < panel_.notes.size(); ++i) {
            const figures::Note& note = panel_.notes[i];
            const QPointF anchor = at(note.x, note.y);
            const bool left_out = note.optional && !style_.on_paper; // where it has no room
            const bool placed = place_or(
                LabelKind::Note, i, [&] { return note.head.empty() || place_note(anchor, note.head, note.text); },
                [&] {
                    if (!left_out)
                        add_note_elsewhere(anchor, note.head, note.text, note.ring);
                });
            if (!placed && left_out)
                continue;
            if (note.tick) {
                const double reach = style_.text(7);
                stroke(QPolygonF(QList<QPointF>{{anchor.x(), std::max(area_.top(), anchor.y() - reach)},
                                                {anchor.x(), std::min(area_.bottom(), anchor.y() + reach)}}),
                       style_.theme.text, style_.pen(1.5));
            }
            if (note.ring)
                labels_.rings.push_back(anchor);
        }
    }

    void add_note_elsewhere(QPointF anchor, const Message& head, const Message& body, bool ring = false)
    {
        const QString between = head.empty() || body.empty() ? QString() : QStringLiteral(": ");
        add_footnote(anchor, text(head) + between + text(body), true);
        if (!style_.on_paper)
            write_beside_title(text(head), 600, style_.theme.text, {}, ring);
    }

    /// On paper in full, the text in several lines where one has no room. On the screen in full nearby, else its head
    /// alone, else wherever there is room.
    bool place_note(QPointF anchor, const Message& head, const Message& body)
    {
        const double near = style_.text(note_reach), far = area_.width();
        if (style_.on_paper) {
            const double paper_far = std::max(near, long_reach * far);
            return write_note(anchor, head, body, near) || write_note(anchor, head, body, near, narrow_note)
                || write_note(anchor, head, body, paper_far) || write_note(anchor, head, body, paper_far, narrow_note);
        }
        return write_note(anchor, head, body, std::max(near, long_reach * far)) || write_note(anchor, head, {}, near)
            || write_note(anchor, head, body, far) || write_note(anchor, head, {}, far);
    }

    /// A head with its text below it, at most `share` of the plot wide, and a leader no longer than `reach`. False: no
    /// room.
    bool write_note(QPointF anchor, const Message& head, const Message& body, double reach, double share = widest_note)
    {
        const double widest = share * area_.width(), line = style_.text(16);
        struct Line {
            QString words;
            int weight;
            QColor ink;
        };
        std::vector<Line> lines;
        QSizeF size(0, 0);
        const auto add = [&](const Message& said, int weight, const QColor& ink) {
            const QFont font = style_.font(12, weight);
            QStringList all(text(said));
            if (share < widest_note)
                all = wrapped(all.front(), font, widest);
            else if (!style_.on_paper)
                all = {QFontMetricsF(font).elidedText(all.front(), Qt::ElideRight, widest)};
            for (const QString& words : all)
                if (!words.isEmpty()) {
                    lines.push_back({words, weight, ink});
                    size = {std::max(size.width(), size_of(words, 12, weight).width()), size.height() + line};
                }
        };
        add(head, 600, style_.theme.text);
        add(body, 400, style_.theme.text2);
        if (size.width() > area_.width())
            return false;
        const auto box = space_.place_free(anchor, size, style_.text(14), reach);
        if (!box)
            return false;
        lead(leader_to(*box, anchor), style_.theme.text3, style_.pen(1));
        const auto side = box->center().x() < anchor.x() ? Qt::AlignRight : Qt::AlignLeft;
        for (std::size_t i = 0; i < lines.size(); ++i)
            write(QRectF(box->left(), box->top() + line * static_cast<double>(i), size.width(), line), lines[i].words,
                  12, lines[i].weight, lines[i].ink, side);
        return true;
    }

    FreeSpace space_;
    std::vector<const figures::Region*> regions_without_room_;
};

PanelLabels place_labels(const LabelledPanel& labelled)
{
    PanelLabels labels;
    labels.without_room = labelled.without_room;
    place_labels_around(labelled, labels);
    InPlot(labelled, labels).place();
    if (!labelled.style->on_paper)
        labels.below.clear();
    return labels;
}

} // namespace plateau::ui
