// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <map>

#include <algorithm>
#include <cmath>

#include "ui/controls/text.h"
#include "ui/figures/labels.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr double title_size = 13, axis_title_size = 12; ///< letters, before scaling
constexpr double end_row = 15; ///< of labels at the ends of curves
constexpr double thinnest_area = 3; ///< that has a label beside it

std::size_t last_finite(const figures::Series& series)
{
    for (std::size_t i = series.y.size(); i-- > 0;)
        if (std::isfinite(series.y[i]))
            return i;
    return series.y.size();
}

bool has_end_label(const figures::Series& series)
{
    return series.label_at_end && last_finite(series) < series.y.size();
}

QString letter_of(int index) { return QString(QChar(u'a' + index)); }

double letter_width(const RenderStyle& style, int index)
{
    return style.letters ? style.width(letter_of(index), title_size, 600) + style.text(8) : 0;
}

TitleLines title_lines(const figures::Panel& panel, const RenderStyle& style, int index, double width)
{
    return {text(panel.title), style.font(title_size, 600),       text(panel.unit), style.font(title_size),
            style.text(7),     width - letter_width(style, index)};
}

TitleLines axis_lines(const figures::Plot& plot, const RenderStyle& style, double width)
{
    const QFont font = style.font(axis_title_size);
    return {text(plot.x.title), font, text(plot.x.note), font, style.text(16), width};
}

class AroundPlot : LabelPen {
public:
    using LabelPen::LabelPen;

    void place()
    {
        title();
        if (labelled_.index == 0 && !plot_.top_marks.empty())
            top_scale();
        if (labelled_.last)
            axis_title();
        end_labels();
        legend();
    }

private:
    /// Writes from a point on the words' baseline; returns where they end.
    double write(QPointF baseline, const QString& words, double size, int weight, const QColor& ink)
    {
        const QFont font = style_.font(size, weight);
        const QFontMetricsF metrics(font);
        const double width = width_of(words, font);
        labels_.texts.push_back({QRectF(baseline.x(), baseline.y() - metrics.ascent(), width + 1, metrics.height()),
                                 words, Qt::AlignLeft, size, weight, ink});
        return baseline.x() + width;
    }

    void title()
    {
        const double width = title_width(area_.left(), labelled_.right_edge, style_),
                     row = style_.text(extra_title_row);
        const TitleLines lines = title_lines(panel_, style_, labelled_.index, width);
        const bool below_title = labelled_.index == 0 && !plot_.top_marks.empty();
        double baseline = area_.top() - style_.text(10 + (below_title ? ui::top_scale : 0)) - (lines.rows() - 1) * row;
        if (style_.letters)
            write({area_.left(), baseline}, letter_of(labelled_.index), title_size, 600, style_.theme.text);
        const double left = area_.left() + letter_width(style_, labelled_.index);
        double end = left;
        for (const QString& line : lines.title) {
            end = write({left, baseline}, line, title_size, 600, style_.theme.text);
            baseline += row;
        }
        if (lines.beside) {
            write({end + style_.text(7), baseline - row}, text(panel_.unit), title_size, 400, style_.theme.text2);
            return;
        }
        for (const QString& line : lines.note) {
            write({left, baseline}, line, title_size, 400, style_.theme.text2);
            baseline += row;
        }
    }

    void axis_title()
    {
        const double width = title_width(area_.left(), labelled_.right_edge, style_);
        const TitleLines lines = axis_lines(plot_, style_, std::max(width, 1.0));
        double baseline = area_.bottom() + style_.text(axis_rows - 9);
        const bool beside = lines.beside && !plot_.x.note.empty();
        if (beside) {
            const QString note = text(plot_.x.note);
            const double from
                = std::max(area_.right() - style_.width(note, axis_title_size),
                           area_.left() + style_.width(text(plot_.x.title), axis_title_size) + style_.text(16));
            write({from, baseline}, note, axis_title_size, 400, style_.theme.text2);
        }
        for (const QString& line : beside ? lines.title : lines.title + lines.note) {
            write({area_.left(), baseline}, line, axis_title_size, 400, style_.theme.text2);
            baseline += style_.text(extra_axis_row);
        }
    }

    void top_scale()
    {
        const QFont font = style_.font(11);
        const double tick = style_.text(4), baseline = area_.top() - tick - style_.text(3);
        const auto outline = [&](QPointF from, QPointF to) {
            stroke(QPolygonF({from, to}), style_.theme.outline, style_.pen(1));
        };
        double free_from = area_.left() - style_.text(10);
        outline(area_.topLeft(), area_.topRight());
        for (const figures::Mark& mark : plot_.top_marks) {
            const double x = x_pixel(mark.x);
            const QString words = text(mark.text);
            const double width = width_of(words, font);
            if (x < area_.left() || x > area_.right())
                continue;
            outline({x, area_.top()}, {x, area_.top() - tick});
            if (x - width / 2 < free_from || x + width / 2 > labelled_.right_edge - 2)
                continue;
            write({x - width / 2, baseline}, words, 11, 400, style_.theme.text2);
            free_from = x + width / 2 + style_.text(14);
        }
        const double from = std::max(area_.right() + style_.text(8), free_from - style_.text(6));
        const QString note = text(plot_.top_note);
        if (!style_.on_paper || from + width_of(note, font) <= labelled_.right_edge - 2)
            write({from, baseline}, note, 11, 400, style_.theme.text2);
        else {
            labels_.without_room.insert({LabelKind::TopNote, 0});
            labels_.below.push_back({QCoreApplication::translate("figure", "Scale along the top: %1").arg(note)});
        }
    }

    void end_labels()
    {
        std::vector<std::size_t> labelled;
        std::vector<double> wanted;
        std::map<std::size_t, double> areas; ///< pixels where each is thickest
        const double half = style_.on_paper ? style_.text(end_row) / 2 : 0;
        for (std::size_t i = 0; i < panel_.series.size(); ++i) {
            const figures::Series& series = panel_.series[i];
            if (!has_end_label(series))
                continue;
            const std::size_t end = last_finite(series);
            double y = y_pixel(series.y[end]);
            if (series.area) {
                double widest = 0;
                for (std::size_t k = 0; k < series.x.size(); ++k)
                    widest = std::max(widest, y_pixel(series.y_low[k]) - y_pixel(series.y[k]));
                if (widest < style_.text(thinnest_area) && !style_.on_paper)
                    continue;
                areas[i] = widest;
                y = (y + std::min(y_pixel(series.y_low[end]), area_.bottom())) / 2;
            }
            if (labelled_.without_room.count({LabelKind::End, i}) > 0)
                add_below(text(series.name), sample_of(series));
            else {
                labelled.push_back(i);
                wanted.push_back(std::clamp(y, area_.top(), area_.bottom()));
            }
        }
        const double most = 1 + std::floor(area_.height() / style_.text(end_row));
        while (!style_.on_paper && !areas.empty() && static_cast<double>(labelled.size()) > most) {
            const auto thinnest = std::min_element(areas.begin(), areas.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
            const auto at = std::find(labelled.begin(), labelled.end(), thinnest->first);
            if (at != labelled.end()) {
                wanted.erase(wanted.begin() + (at - labelled.begin()));
                labelled.erase(at);
            }
            areas.erase(thinnest);
        }
        const auto centres = push_apart(wanted, style_.text(end_row), area_.top() + half, area_.bottom() - half);
        for (std::size_t i = 0; i < labelled.size(); ++i)
            write_end_label(panel_.series[labelled[i]], centres[i]);
    }

    void write_end_label(const figures::Series& series, double centre)
    {
        const bool reference = series.role == figures::SeriesRole::Reference;
        const bool plain = series.area || reference || series.role == figures::SeriesRole::Thin
            || series.role == figures::SeriesRole::OtherPlan;
        const int weight = plain ? 400 : 600;
        double left = area_.right() + style_.text(8);
        if (series.area) {
            const double side = style_.text(9);
            labels_.swatches.push_back(
                {QRectF(left, centre - side / 2, side, side), style_.theme.segment(*series.area).brush()});
            left += side + style_.text(5);
        }
        const QFontMetricsF metrics(style_.font(12, weight));
        write({left, centre + metrics.capHeight() / 2},
              metrics.elidedText(text(series.name), Qt::ElideRight, labelled_.right_edge - left + 1), 12, weight,
              labelled_.figure->earlier.has(series.role) ? style_.theme.text3
                  : reference                            ? style_.theme.text2
                                                         : style_.theme.series(series.role).label);
    }

    /// Puts below the figure what is drawn and named nowhere in or around the plot.
    void legend()
    {
        if (!panel_.y.categories.empty())
            return; // each row has its name
        for (const figures::Series& series : panel_.series) {
            const bool drawn = last_finite(series) < series.y.size();
            const bool labelled
                = std::any_of(panel_.labels.begin(), panel_.labels.end(),
                              [&](const figures::Label& label) { return english(label.text) == english(series.name); });
            if (drawn && !series.label_at_end && !labelled && series.beside.empty() && !series.name.empty())
                add_below(text(series.name), sample_of(series));
        }
    }
};

} // namespace

void place_labels_around(const LabelledPanel& labelled, PanelLabels& labels) { AroundPlot(labelled, labels).place(); }

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
    return axis_lines(figure.plot(), style, width).rows();
}

bool titles_fit(const figures::Figure& figure, const RenderStyle& style, int index, double width)
{
    const auto& panels = figure.plot().panels;
    const bool last = index + 1 == static_cast<int>(panels.size());
    return letter_width(style, index) + title_lines(panels[static_cast<std::size_t>(index)], style, index, width).widest
        <= width
        && (!last || axis_lines(figure.plot(), style, width).widest <= width);
}

double end_labels_width(const figures::Figure& figure, const RenderStyle& style)
{
    double widest = 0;
    for (const figures::Panel& panel : figure.plot().panels)
        for (const figures::Series& series : panel.series)
            if (has_end_label(series))
                widest = std::max(widest, style.width(text(series.name), 12, 600) + style.text(series.area ? 14 : 0));
    return widest;
}

double end_labels_height(const figures::Panel& panel, const RenderStyle& style)
{
    return static_cast<double>(std::count_if(panel.series.begin(), panel.series.end(), has_end_label))
        * style.text(end_row);
}

} // namespace plateau::ui
