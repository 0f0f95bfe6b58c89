// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QFontInfo>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/paper/embedded.h"
#include "ui/controls/text.h"
#include "ui/figures/renderer.h"
#include "ui/figures/script_plan.h"

namespace plateau::ui {

namespace {

constexpr double big_point = 72. / 96; ///< of a pixel

std::string colour_in_tex(const QColor& colour)
{
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", colour.red(), colour.green(), colour.blue());
}

std::string opacity_in_tex(const char* of, const QColor& colour)
{
    return colour.alpha() == 255 ? std::string() : fmt::format(", {} opacity={:.3g}", of, colour.alphaF());
}

std::string dashes_in_tex(const QVector<qreal>& dash, double width)
{
    std::string words;
    for (qsizetype i = 0; i < dash.size(); ++i)
        words += fmt::format("{} {:.3g}bp ",
                             i % 2               ? "off"
                                 : words.empty() ? ", dash pattern=on"
                                                 : "on",
                             dash[i] * width);
    return words;
}

const char* mark_in_tex(Marker marker)
{
    constexpr const char* names[] = {"none", "*", "diamond*", "square*", "triangle*", "x", "+", "triangle*", "o"};
    return names[static_cast<int>(marker)];
}

std::string words_in_tex(const QString& words) { return figures::tex_formula_words(words.toStdString()); }

/// Rows of the table, from `first` to before `end`.
std::string plot_in_tex(const std::string& look, int first, int end, std::size_t x, std::size_t y)
{
    return first >= end
        ? std::string()
        : fmt::format("\\addplot[{}, rows={{{}}}{{{}}}] table[x index={}, y index={}] {{\\plateautable}};\n", look,
                      first, end, x, y);
}

std::string coordinates(const std::vector<std::pair<double, double>>& points)
{
    std::string words;
    for (const auto& [x, y] : points)
        words += fmt::format(" ({:.9g},{:.9g})", x, y);
    return words;
}

class PanelInTex {
public:
    PanelInTex(const ScriptAxes& drawn, const TracedPanel& panel, const files::CsvTable& table,
               const RenderStyle& style, double page_height)
        : drawn_(drawn), panel_(panel), table_(table), style_(style), page_height_(page_height)
    {
    }

    std::string lines() const
    {
        std::string all
            = fmt::format("\\begin{{axis}}[plateau, at={{({:.6g}bp,{:.6g}bp)}}, width={:.6g}bp, height={:.6g}bp{}{}",
                          panel_.plot.left() * big_point, (page_height_ - panel_.plot.bottom()) * big_point,
                          panel_.plot.width() * big_point, panel_.plot.height() * big_point, axis("x", panel_.x),
                          axis("y", panel_.y));
        all += fmt::format(", axis line style={{{}}}, tick style={{{}}}, major tick length={:.3g}bp, grid style={{{}}}",
                           pen(style_.theme.outline, style_.pen(1)), pen(style_.theme.outline, style_.pen(1)),
                           std::round(style_.text(4)) * big_point, pen(style_.theme.grid, style_.pen(1)));
        const double size = QFontInfo(style_.font(11)).pixelSize() * big_point;
        all += fmt::format(
            ", ticklabel style={{font=\\fontsize{{{0:.4g}bp}}{{{0:.4g}bp}}\\selectfont, text={1}, inner sep=0pt, "
            "outer sep={2:.3g}bp}}]\n",
            size, colour_in_tex(style_.theme.text2), std::round(style_.text(6)) * big_point);
        for (const figures::Series* line : drawn_.lines)
            all += "\\addplot[mark=none, " + line_look(*line) + "] coordinates {" + coordinates(points_of(*line))
                + "};\n";
        for (const ScriptCurve& curve : drawn_.curves)
            all += curve_lines(curve);
        return all + "\\end{axis}\n";
    }

private:
    static std::string pen(const QColor& ink, double pixels)
    {
        return fmt::format("color={}, line width={:.3g}bp", colour_in_tex(ink), pixels * big_point);
    }

    static std::string axis(const char* name, const TracedAxis& axis)
    {
        const bool reversed = axis.high < axis.low;
        std::string places, labels;
        for (const TracedTick& tick : axis.ticks) {
            places += fmt::format("{}{:.9g}", places.empty() ? "" : ",", tick.value);
            labels += (labels.empty() ? "{" : ",{") + words_in_tex(tick.words) + "}";
        }
        return fmt::format(", {0}mode={1}, {0}min={2:.9g}, {0}max={3:.9g}{4}, {0}tick={{{5}}}, {0}ticklabels={{{6}}}",
                           name, axis.logarithmic ? "log" : "linear", reversed ? axis.high : axis.low,
                           reversed ? axis.low : axis.high, reversed ? fmt::format(", {} dir=reverse", name) : "",
                           places, labels);
    }

    bool inside(double x, double y) const
    {
        const auto holds = [](const TracedAxis& axis, double value) {
            return value >= std::min(axis.low, axis.high) && value <= std::max(axis.low, axis.high);
        };
        return std::isfinite(y) && holds(panel_.x, x) && holds(panel_.y, y);
    }

    std::string line_look(const figures::Series& series) const
    {
        const SeriesStyle look = style_.theme.series(series.role);
        const double width = style_.pen(look.width > 1 ? look.width : 1) * big_point;
        std::string words = fmt::format("color={}, line width={:.3g}bp", colour_in_tex(look.line), width);
        return words + dashes_in_tex(look.dash, width);
    }

    static std::vector<std::pair<double, double>> points_of(const figures::Series& series)
    {
        std::vector<std::pair<double, double>> points;
        for (std::size_t i = 0; i < series.x.size(); ++i)
            points.emplace_back(series.x[i], series.y[i]);
        return points;
    }

    std::string marks(const figures::Series& series, bool hollow,
                      const std::vector<std::pair<double, double>>& points) const
    {
        const SeriesStyle look = style_.theme.series(series.role);
        if (points.empty() || look.marker == Marker::None)
            return {};
        const bool ring = look.marker == Marker::Ring;
        const double wider = series.x_low.empty() ? 1 : 1.5; // as the renderer has it
        const double rim = (ring ? look.width : 1.3) * style_.line_scale * big_point;
        std::string options = fmt::format("draw={}, line width={:.3g}bp, solid", colour_in_tex(look.line), rim);
        if (!ring)
            options += ", fill=" + colour_in_tex(hollow ? style_.theme.canvas : look.line);
        if (look.marker == Marker::TriangleDown)
            options += ", rotate=180";
        return fmt::format(
            "\\addplot[only marks, mark={}, mark size={:.4g}bp, mark options={{{}}}] coordinates {{{}}};\n",
            mark_in_tex(look.marker), wider * look.marker_size * style_.line_scale * big_point / 2, options,
            coordinates(points));
    }

    std::string curve_lines(const ScriptCurve& curve) const
    {
        const figures::Series& series = *curve.series;
        if (curve.low)
            return band(series);
        if (series.form == figures::SeriesForm::Bars)
            return plot_in_tex(
                fmt::format("ybar, bar width={:.6g}, bar shift=0pt, fill={}, draw={}, line width={:.3g}bp",
                            series.bar_width, colour_in_tex(style_.theme.series(series.role).line),
                            colour_in_tex(style_.theme.canvas), style_.pen(1) * big_point),
                curve.first, curve.end, curve.x, curve.y);
        std::vector<std::pair<double, double>> filled, hollow;
        const double limit = series.extrapolated_from > 0 ? series.extrapolated_from : HUGE_VAL;
        const bool points = series.form == figures::SeriesForm::Points;
        for (const auto& [x, y] : points_of(series)) {
            const bool power = x >= 1 && std::exp2(std::round(std::log2(x))) == x;
            if (inside(x, y) && (points || (series.markers && (series.every_value || power))))
                (x > limit ? hollow : filled).emplace_back(x, y);
        }
        std::string lines;
        if (points)
            for (std::size_t i = 0; i < series.x_low.size(); ++i)
                lines += fmt::format("\\addplot[mark=none, {}] coordinates {{({:.9g},{:.9g}) ({:.9g},{:.9g})}};\n",
                                     pen(style_.theme.series(series.role).line, style_.pen(1.75)), series.x_low[i],
                                     series.y[i], series.x_high[i], series.y[i]);
        else {
            const auto [last_near, first_far] = rows_at(curve, limit);
            lines += plot_in_tex("mark=none, " + line_look(series), curve.first, last_near, curve.x, curve.y);
            const double width = style_.pen(style_.theme.series(series.role).width) * big_point;
            lines += plot_in_tex(
                "mark=none, " + line_look(series)
                    + fmt::format(", line cap=round, dash pattern=on {:.3g}bp off {:.3g}bp", 0.67 * width, 1.8 * width),
                first_far, curve.end, curve.x, curve.y);
        }
        return lines + marks(series, false, filled) + marks(series, true, hollow);
    }

    /// The row after the last one up to a value of x, and the first one from it on.
    std::pair<int, int> rows_at(const ScriptCurve& curve, double limit) const
    {
        int last = curve.first, first = curve.end;
        for (int row = curve.first; row < curve.end; ++row) {
            const double x = std::strtod(table_.rows[static_cast<std::size_t>(row)].cells[curve.x].c_str(), nullptr);
            if (x <= limit)
                last = row + 1;
            if (x >= limit)
                first = std::min(first, row);
        }
        return {last, first};
    }

    std::string band(const figures::Series& whole) const
    {
        const AxisRange y{std::min(panel_.y.low, panel_.y.high), std::max(panel_.y.low, panel_.y.high),
                          panel_.y.logarithmic};
        const figures::Series series = clipped(whole, y, panel_.x.logarithmic);
        const QColor ink = series.area                      ? style_.theme.segment(*series.area).fill
            : series.role == figures::SeriesRole::Reference ? style_.theme.grid
                                                            : style_.theme.series(series.role).line;
        std::string look = "fill=" + colour_in_tex(ink) + opacity_in_tex("fill", ink);
        if (series.area && style_.theme.segment(*series.area).hatched)
            look = "draw=none, pattern=north east lines, pattern color="
                + colour_in_tex(style_.theme.segment(*series.area).edge);
        else
            look += series.area ? fmt::format(", draw={}, line width={:.3g}bp", colour_in_tex(style_.theme.canvas),
                                              style_.pen(1) * big_point)
                                : std::string(", draw=none");
        std::string lines;
        for (std::size_t from = 0; from < series.x.size();) {
            std::size_t end = from;
            while (end < series.x.size() && std::isfinite(series.y[end]) && std::isfinite(series.y_low[end]))
                ++end;
            std::vector<std::pair<double, double>> around;
            for (std::size_t i = from; i < end; ++i)
                around.emplace_back(series.x[i], series.y[i]);
            for (std::size_t i = end; i > from; --i)
                around.emplace_back(series.x[i - 1], series.y_low[i - 1]);
            if (around.size() > 3)
                lines += "\\addplot[" + look + ", mark=none] coordinates {" + coordinates(around) + "} -- cycle;\n";
            from = end + 1;
        }
        return lines;
    }

    const ScriptAxes& drawn_;
    const TracedPanel& panel_;
    const files::CsvTable& table_;
    const RenderStyle& style_;
    double page_height_;
};

std::string shape_in_tex(const TracedShape& shape, double page_height)
{
    std::string points;
    for (const QPointF& point : shape.points)
        points += fmt::format("{}({:.6g},{:.6g})", points.empty() ? "" : " -- ", point.x(), page_height - point.y());
    std::string look;
    if (shape.fill.isValid())
        look += "fill=" + colour_in_tex(shape.fill) + opacity_in_tex("fill", shape.fill);
    if (shape.stroke.isValid())
        look += fmt::format("{}draw={}, line width={:.3g}bp{}", look.empty() ? "" : ", ", colour_in_tex(shape.stroke),
                            shape.width * big_point, opacity_in_tex("draw", shape.stroke))
            + dashes_in_tex(shape.dash, shape.width * big_point);
    return "\\path[" + look + "] " + points + (shape.closed ? " -- cycle;\n" : ";\n");
}

std::string words_in_tex(const TracedText& text, double page_height)
{
    const std::string words = words_in_tex(text.words);
    return fmt::format("\\plateauwords[{:.4g}]{{{:.6g}}}{{{:.6g}}}{{{:.6g}}}{{{:.4g}}}{{{}}}{{{}}}\n", text.angle,
                       text.baseline.x(), page_height - text.baseline.y(), text.width * big_point,
                       text.size * big_point, colour_in_tex(text.ink), text.strong ? "\\bfseries " + words : words);
}

} // namespace

std::string pgfplots_script(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const bool written_by_tex = std::string(spoken_language().code) != "ko"; // pdflatex has no such letters
    const OtherLanguage language(written_by_tex ? std::string() : std::string("en"));
    const ScriptPlan plan = script_plan(page);
    const TracedPage drawn = traced(page, options);
    const std::string stem = options.table.empty() ? "FIGURE" : options.table.substr(0, options.table.rfind('.'));
    std::string script = figures::comment_lines(page.provenance, "% ")
        + "% Draws the figure again, its curves from the table beside it:\n% pdflatex -jobname=" + stem + "-pgfplots "
        + stem + ".tex\n" + script_head("pgfplots.tex")
        + fmt::format("\\newcommand{{\\plateautable}}{{{}}}\n",
                      options.table.empty() ? std::string("\\jobname.csv") : options.table)
        + fmt::format("\\usepackage[paperwidth={:.6g}bp, paperheight={:.6g}bp, margin=0pt]{{geometry}}\n",
                      drawn.size.width() * big_point, drawn.size.height() * big_point)
        + "\\parindent=0pt \\topskip=0pt \\parskip=0pt\n\\begin{document}\n"
        + fmt::format("\\begin{{tikzpicture}}[x={0}bp, y={0}bp]\n\\useasboundingbox (0,0) rectangle ({1},{2});\n",
                      big_point, drawn.size.width(), drawn.size.height());
    if (!drawn.style.see_through)
        script += fmt::format("\\fill[fill={}] (0,0) rectangle ({},{});\n", colour_in_tex(drawn.style.theme.canvas),
                              drawn.size.width(), drawn.size.height());
    const auto draw_shapes = [&](bool above) {
        for (const TracedShape& shape : drawn.shapes)
            if (shape.above == above)
                script += shape_in_tex(shape, drawn.size.height());
    };
    draw_shapes(false);
    std::size_t at = 0;
    for (const ScriptAxes& axes : plan.axes)
        if (axes.panel && at < drawn.panels.size())
            script += PanelInTex(axes, drawn.panels[at++], plan.table, drawn.style, drawn.size.height()).lines();
    draw_shapes(true);
    for (const TracedText& text : drawn.texts)
        script += words_in_tex(text, drawn.size.height());
    return script + "\\end{tikzpicture}\n\\end{document}\n";
}

namespace {

int rows_of(const figures::Figure& figure)
{
    return static_cast<int>(
        files::parse_csv(figures::figure_values(figure), "tile").value_or(files::CsvTable{}).rows.size());
}

void add_curves(ScriptPlan& plan, const figures::Figure& figure, int first, int end)
{
    const auto columns = figures::curve_columns(figure.plot());
    const auto index = [&](const std::string& name) { return plan.table.column(figures::cell(name)); };
    const auto x = index(columns.front().name);
    for (std::size_t panel = 0; panel < figure.panels().size(); ++panel) {
        ScriptAxes axes{&figure.plot().panels[panel], {}, {}};
        for (const figures::Series& series : axes.panel->series)
            if (std::none_of(columns.begin(), columns.end(),
                             [&](const figures::CurveColumn& column) { return column.series == &series; }))
                axes.lines.push_back(&series);
        for (const figures::CurveColumn& column : columns) {
            if (!column.series || column.panel != panel)
                continue;
            if (column.low) {
                if (!axes.curves.empty())
                    axes.curves.back().low = index(column.name);
                continue;
            }
            if (const auto y = index(column.name); x && y)
                axes.curves.push_back({.series = column.series,
                                       .name = english(column.series->name),
                                       .x = *x,
                                       .y = *y,
                                       .first = first,
                                       .end = end});
        }
        plan.axes.push_back(std::move(axes));
    }
}

/// A row per value, in the order of the panels and their series.
void add_values(ScriptPlan& plan, const figures::Figure& figure, int first)
{
    int row = first;
    for (const figures::Panel& panel : figure.panels()) {
        ScriptAxes axes{&panel, {}, {}};
        for (const figures::Series& series : panel.series) {
            if (series.form == figures::SeriesForm::Line) {
                if (series.x.size() > 1 && series.y_low.empty())
                    axes.lines.push_back(&series);
                continue;
            }
            const int next = row + static_cast<int>(series.x.size());
            if (const auto x = plan.table.column("x"), y = plan.table.column("y"); x && y)
                axes.curves.push_back({.series = &series,
                                       .name = english(series.name),
                                       .x = *x,
                                       .y = *y,
                                       .x_low = plan.table.column("x_low"),
                                       .x_high = plan.table.column("x_high"),
                                       .first = row,
                                       .end = next});
            row = next;
        }
        plan.axes.push_back(std::move(axes));
    }
}

} // namespace

std::string script_head(const char* file)
{
    QFile head(QStringLiteral(":/plateau/scripts/") + QLatin1String(file));
    return head.open(QIODevice::ReadOnly) ? head.readAll().toStdString() : std::string();
}

ScriptPlan script_plan(const figures::FigurePage& page)
{
    ScriptPlan plan{files::parse_csv(figures::page_csv(page), "figure").value_or(files::CsvTable{}), {}};
    int first = 0;
    for (const figures::PageTile& tile : page.tiles) {
        const int end = first + rows_of(tile.figure);
        if (tile.figure.as<figures::Plot>()) {
            if (figures::has_curves(tile.figure.plot()))
                add_curves(plan, tile.figure, first, end);
            else
                add_values(plan, tile.figure, first);
        }
        first = end;
    }
    return plan;
}

} // namespace plateau::ui
