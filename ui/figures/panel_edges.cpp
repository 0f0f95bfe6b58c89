// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/panel_edges.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/controls/text.h"
#include "ui/figures/panel_items.h"

namespace plateau::ui {

namespace {

constexpr double end_row = 15; ///< of labels at the ends of curves
constexpr double thinnest_area = 3; ///< that has a label beside it

QFont edge_font(const RenderStyle& style, double size, int weight = 400)
{
    return interface_font(style.text(size), weight);
}

double advance(const QFont& font, const QString& words) { return QFontMetricsF(font).horizontalAdvance(words); }

std::size_t last_finite(const figures::Series& series)
{
    for (std::size_t i = series.y.size(); i-- > 0;)
        if (std::isfinite(series.y[i]))
            return i;
    return series.y.size();
}

double widest(const QFont& font, const QStringList& lines)
{
    double most = 0;
    for (const QString& line : lines)
        most = std::max(most, advance(font, line));
    return most;
}

/// The title's line and, where the unit has no room on it, those of the unit.
struct TitleLines {
    QStringList title, unit;
    bool beside = false; ///< the unit stands on the title's line
    double lead = 0; ///< of the letter

    int rows() const { return static_cast<int>(title.size() + (beside ? 0 : unit.size())); }
};

TitleLines title_lines(const figures::Panel& panel, const RenderStyle& style, int index, double width)
{
    const QFont strong = edge_font(style, 13, 600), normal = edge_font(style, 13);
    TitleLines lines;
    lines.lead = style.letters ? advance(strong, QString(QChar(u'a' + index))) + style.text(8) : 0;
    const double room = width - lines.lead;
    const QString title = text(panel.title), unit = text(panel.unit);
    lines.beside = advance(strong, title) + style.text(7) + advance(normal, unit) <= room;
    lines.title = wrapped(title, strong, room);
    lines.unit = wrapped(unit, normal, room);
    if (lines.beside)
        lines.unit = QStringList{unit};
    return lines;
}

struct AxisLines {
    QStringList title, note;
    bool beside = false;

    int rows() const { return static_cast<int>(title.size() + (beside ? 0 : note.size())); }
};

AxisLines axis_lines(const figures::Figure& figure, const RenderStyle& style, double width)
{
    const QFont font = edge_font(style, 12);
    const QString title = text(figure.plot().x.title), note = text(figure.plot().x.note);
    AxisLines lines{wrapped(title, font, width), wrapped(note, font, width), false};
    lines.beside = advance(font, title) + style.text(16) + advance(font, note) <= width;
    return lines;
}

class EdgePlacer {
public:
    EdgePlacer(const PanelPlace& place, PanelWords& words)
        : place_(place), panel_(*place.panel), figure_(*place.figure), plot_(place.figure->plot()),
          style_(*place.style), area_(place.rect->rect()), words_(words)
    {
    }

    void run()
    {
        title();
        if (place_.index == 0)
            top_scale();
        if (place_.last)
            axis_rows_below();
        ends();
        legend();
    }

private:
    double y_pixel(double y) const { return place_.rect->axis(QCPAxis::atLeft)->coordToPixel(y); }
    double x_pixel(double x) const { return place_.rect->axis(QCPAxis::atBottom)->coordToPixel(x); }

    /// Words from a point on their baseline; where they end.
    double write(QPointF baseline, const QString& words, double size, int weight, const QColor& ink)
    {
        const QFontMetricsF metrics(edge_font(style_, size, weight));
        const double width = metrics.horizontalAdvance(words);
        words_.texts.push_back({QRectF(baseline.x(), baseline.y() - metrics.ascent(), width + 1, metrics.height()),
                                words, Qt::AlignLeft, size, weight, ink});
        return baseline.x() + width;
    }

    void title()
    {
        const double width = title_width(area_.left(), place_.right_edge, style_);
        const TitleLines lines = title_lines(panel_, style_, place_.index, width);
        const bool below_title = place_.index == 0 && !plot_.top_marks.empty();
        double baseline = area_.top() - style_.text(10 + (below_title ? ui::top_scale : 0))
            - (lines.rows() - 1) * style_.text(extra_title_row);
        if (style_.letters)
            write({area_.left(), baseline}, QString(QChar(u'a' + place_.index)), 13, 600, style_.theme.text);
        const double left = area_.left() + lines.lead;
        double end = left;
        for (const QString& line : lines.title) {
            end = write({left, baseline}, line, 13, 600, style_.theme.text);
            baseline += style_.text(extra_title_row);
        }
        if (lines.beside) {
            write({end + style_.text(7), baseline - style_.text(extra_title_row)}, lines.unit.front(), 13, 400,
                  style_.theme.text2);
            return;
        }
        for (const QString& line : lines.unit) {
            write({left, baseline}, line, 13, 400, style_.theme.text2);
            baseline += style_.text(extra_title_row);
        }
    }

    void axis_rows_below()
    {
        const double width = title_width(area_.left(), place_.right_edge, style_);
        const AxisLines lines = axis_lines(figure_, style_, std::max(width, 1.0));
        double baseline = area_.bottom() + style_.text(axis_rows - 9);
        const bool beside = lines.beside && !plot_.x.note.empty();
        if (beside) {
            const QString note = text(plot_.x.note);
            const double wide = advance(edge_font(style_, 12), note);
            const double from
                = std::max(area_.right() - wide,
                           area_.left() + advance(edge_font(style_, 12), text(plot_.x.title)) + style_.text(16));
            write({from, baseline}, note, 12, 400, style_.theme.text2);
        }
        for (const QString& line : lines.title + (beside ? QStringList() : lines.note)) {
            write({area_.left(), baseline}, line, 12, 400, style_.theme.text2);
            baseline += style_.text(extra_axis_row);
        }
    }

    void top_scale()
    {
        if (plot_.top_marks.empty())
            return;
        const QFontMetricsF metrics(edge_font(style_, 11));
        const double tick = style_.text(4), baseline = area_.top() - tick - style_.text(3);
        const auto stroke = [&](const QLineF& line) {
            words_.strokes.push_back({QPolygonF({line.p1(), line.p2()}), style_.theme.outline, style_.pen(1)});
        };
        double free_from = area_.left() - style_.text(10);
        stroke({area_.topLeft(), area_.topRight()});
        for (const figures::Mark& mark : plot_.top_marks) {
            const double x = x_pixel(mark.x);
            const QString words = text(mark.text);
            const double width = metrics.horizontalAdvance(words);
            if (x < area_.left() || x > area_.right())
                continue;
            stroke({x, area_.top(), x, area_.top() - tick});
            if (x - width / 2 < free_from || x + width / 2 > place_.right_edge - 2)
                continue;
            write({x - width / 2, baseline}, words, 11, 400, style_.theme.text2);
            free_from = x + width / 2 + style_.text(14);
        }
        const double from = std::max(area_.right() + style_.text(8), free_from - style_.text(6));
        const QString note = text(plot_.top_note);
        if (!style_.foot || from + metrics.horizontalAdvance(note) <= place_.right_edge - 2)
            write({from, baseline}, note, 11, 400, style_.theme.text2);
        else {
            words_.below.insert({WordKind::TopNote, 0});
            words_.foot.push_back(
                {QCoreApplication::translate("figure", "Scale along the top: %1").arg(note), {}, {}, {}});
        }
    }

    void ends()
    {
        struct EndLabel {
            std::size_t series;
            QString words;
            QColor ink;
            int weight;
        };
        std::vector<EndLabel> labels;
        std::vector<double> wanted;
        const double half = style_.text(end_row) / 2;
        for (std::size_t i = 0; i < panel_.series.size(); ++i) {
            const figures::Series& series = panel_.series[i];
            const std::size_t end = last_finite(series);
            if (!series.label_at_end || end == series.y.size())
                continue;
            double y = y_pixel(series.y[end]);
            if (series.area) {
                double widest = 0;
                for (std::size_t k = 0; k < series.x.size(); ++k)
                    widest = std::max(widest, y_pixel(series.y_low[k]) - y_pixel(series.y[k]));
                if (widest < style_.text(thinnest_area) && !style_.foot)
                    continue;
                y = (y + std::min(y_pixel(series.y_low[end]), area_.bottom())) / 2;
            }
            if (place_.below.count({WordKind::End, i}) > 0) {
                words_.foot.push_back({text(series.name), sample_of(series), {}, {place_.index}});
                continue;
            }
            const bool reference = series.role == figures::SeriesRole::Reference;
            const bool plain = series.area || reference || series.role == figures::SeriesRole::Thin
                || series.role == figures::SeriesRole::OtherPlan;
            labels.push_back({i, text(series.name),
                              figure_.earlier.has(series.role) ? style_.theme.text3
                                  : reference                  ? style_.theme.text2
                                                               : style_.theme.series(series.role).label,
                              plain ? 400 : 600});
            wanted.push_back(std::clamp(y, area_.top(), area_.bottom()));
        }
        const auto centres = push_apart(wanted, style_.text(end_row), area_.top() + (style_.foot ? half : 0),
                                        area_.bottom() - (style_.foot ? half : 0));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const auto& area = panel_.series[labels[i].series].area;
            double left = area_.right() + style_.text(8);
            if (area) {
                const double side = style_.text(9);
                words_.swatches.push_back(
                    {QRectF(left, centres[i] - side / 2, side, side), style_.theme.segment(*area).brush()});
                left += side + style_.text(5);
            }
            const QFont font = edge_font(style_, 12, labels[i].weight);
            write({left, centres[i] + QFontMetricsF(font).capHeight() / 2}, labels[i].words, 12, labels[i].weight,
                  labels[i].ink);
        }
    }

    static Sample sample_of(const figures::Series& series)
    {
        return {series.role, series.form, series.area, !series.y_low.empty()};
    }

    /// What is drawn and named nowhere in or around the plot.
    void legend()
    {
        for (const figures::Series& series : panel_.series) {
            const bool drawn = last_finite(series) < series.y.size();
            const bool labelled
                = std::any_of(panel_.labels.begin(), panel_.labels.end(),
                              [&](const figures::Label& label) { return english(label.text) == english(series.name); });
            if (drawn && !series.label_at_end && !labelled && series.beside.empty() && !series.name.empty())
                words_.foot.push_back({text(series.name), sample_of(series), {}, {place_.index}});
        }
    }

    const PanelPlace& place_;
    const figures::Panel& panel_;
    const figures::Figure& figure_;
    const figures::Plot& plot_;
    const RenderStyle& style_;
    QRectF area_;
    PanelWords& words_;
};

} // namespace

void place_edges(const PanelPlace& place, PanelWords& words) { EdgePlacer(place, words).run(); }

double title_width(double left, double right_edge, const RenderStyle& style)
{
    return right_edge - left - style.text(4);
}

int title_rows(const figures::Panel& panel, const RenderStyle& style, int index, double width)
{
    return title_lines(panel, style, index, width).rows();
}

int axis_title_rows(const figures::Figure& figure, const RenderStyle& style, double width)
{
    return axis_lines(figure, style, width).rows();
}

bool titles_fit(const figures::Figure& figure, const RenderStyle& style, int index, double width)
{
    const bool last = index + 1 == static_cast<int>(figure.plot().panels.size());
    const TitleLines lines = title_lines(figure.plot().panels[static_cast<std::size_t>(index)], style, index, width);
    const AxisLines axis = last ? axis_lines(figure, style, width) : AxisLines{};
    const QFont strong = edge_font(style, 13, 600), normal = edge_font(style, 13), below = edge_font(style, 12);
    return lines.lead + std::max(widest(strong, lines.title), widest(normal, lines.unit)) <= width
        && std::max(widest(below, axis.title), widest(below, axis.note)) <= width;
}

double end_labels_width(const figures::Figure& figure, const RenderStyle& style)
{
    double widest = 0;
    for (const figures::Panel& panel : figure.plot().panels)
        for (const figures::Series& series : panel.series)
            if (series.label_at_end && last_finite(series) < series.y.size())
                widest = std::max(
                    widest, advance(edge_font(style, 12, 600), text(series.name)) + style.text(series.area ? 14 : 0));
    return widest;
}

double end_labels_height(const figures::Panel& panel, const RenderStyle& style)
{
    const auto count = std::count_if(panel.series.begin(), panel.series.end(), [](const figures::Series& series) {
        return series.label_at_end && last_finite(series) < series.y.size();
    });
    return static_cast<double>(count) * style.text(end_row);
}

} // namespace plateau::ui
