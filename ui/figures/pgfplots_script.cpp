// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/views/figures/embedded.h"
#include "core/views/figures/script.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr double points_per_metre = 72.27 / 0.0254;

std::string colour_in_tex(const QColor& colour)
{
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", colour.red(), colour.green(), colour.blue());
}

/// A white fill leaves its edge.
std::string segment_in_tex(figures::SegmentKind kind)
{
    const SegmentStyle look = print_theme().segment(kind);
    return colour_in_tex(look.fill.lightness() > 250 && look.edge.isValid() ? look.edge : look.fill);
}

std::string series_in_tex(figures::SeriesRole role) { return colour_in_tex(print_theme().series(role).line); }

const char* mark_in_tex(Marker marker)
{
    constexpr const char* names[]
        = {"none", "*", "diamond*", "square*", "triangle*", "x", "+", "triangle*, mark options={rotate=180}", "o"};
    return names[static_cast<int>(marker)];
}

std::string look_in_tex(const figures::Series& series, const Theme& theme)
{
    const SeriesStyle style = theme.series(series.role);
    const double width = std::max(0.5, 0.75 * style.width);
    std::string words = fmt::format("color={}, line width={:.3g}pt", colour_in_tex(style.line), width);
    if (series.form == figures::SeriesForm::Points)
        words += fmt::format(", only marks, mark={}, mark size={:.3g}pt", mark_in_tex(style.marker),
                             0.3 * style.marker_size);
    else {
        words += ", mark=none";
        if (!style.dash.isEmpty()) {
            words += ", dash pattern=";
            for (qsizetype i = 0; i < style.dash.size(); ++i)
                words += fmt::format("{} {:.3g}pt ", i % 2 ? "off" : "on", style.dash[i] * width);
        }
    }
    if (series.form == figures::SeriesForm::Bars)
        words += fmt::format(", ybar, bar width={:.6g}, fill, draw=none", series.bar_width);
    return words;
}

std::string curve_in_tex(const ScriptCurve& curve, int number, const Theme& theme)
{
    const std::string name = figures::tex_text(curve.name), look = look_in_tex(*curve.series, theme);
    const auto column = [&](int y) { return fmt::format("x index={}, y index={}", curve.x, y); };
    if (curve.low >= 0) {
        const auto& area = curve.series->area;
        const std::string edge = "draw=none, mark=none, forget plot, name path=";
        return figures::tex_plot(fmt::format("{}high{}", edge, number), curve.first, curve.end, column(curve.y))
            + figures::tex_plot(fmt::format("{}low{}", edge, number), curve.first, curve.end, column(curve.low))
            + fmt::format("\\addplot[fill={}, fill opacity={}, area legend] fill between[of=high{} and low{}];\n",
                          colour_in_tex(area ? theme.segment(*area).fill : theme.series(curve.series->role).line),
                          area ? 0.9 : 0.15, number, number)
            + "\\addlegendentry" + name + '\n';
    }
    std::string lines
        = figures::tex_plot(look, curve.first, curve.end, column(curve.y)) + "\\addlegendentry" + name + '\n';
    for (const int end : {curve.x_low, curve.x_high}) // both ends of the ranges
        if (end >= 0)
            lines += figures::tex_plot(look + ", mark=|, forget plot", curve.first, curve.end,
                                       fmt::format("x index={}, y index={}", end, curve.y));
    return lines;
}

std::string panel_in_tex(const ScriptAxes& drawn, const Theme& theme)
{
    const figures::Panel& panel = *drawn.panel;
    const figures::Axis& x = drawn.figure->plot().x;
    std::string options
        = "title=" + figures::tex_text((drawn.heading.empty() ? "" : drawn.heading + ": ") + english(panel.title))
        + ", ylabel=" + figures::tex_text(drawn.unit) + ", xlabel=" + figures::tex_text(x.title);
    if (x.logarithmic)
        options += ", xmode=log, log basis x=2";
    if (panel.y.logarithmic)
        options += ", ymode=log";
    if (x.maximum > x.minimum)
        options += fmt::format(", xmin={:.6g}, xmax={:.6g}", x.minimum, x.maximum);
    if (!panel.y.categories.empty())
        options += ", y dir=reverse" + figures::tex_ticks("y", panel.y.categories);
    else if (panel.y.maximum > panel.y.minimum)
        options += fmt::format(", ymin={:.6g}, ymax={:.6g}", panel.y.minimum, panel.y.maximum);
    std::string lines = "\\nextgroupplot[" + options + "]\n";
    int number = 0;
    for (const ScriptCurve& curve : drawn.curves)
        lines += curve_in_tex(curve, ++number, theme);
    if (!figures::has_curves(drawn.figure->plot())) // a line of the picture that is no data: where equal values lie
        for (const figures::Series& series : panel.series)
            if (series.form == figures::SeriesForm::Line && series.x.size() > 1)
                lines += fmt::format(
                    "\\addplot[gray, thin, mark=none, forget plot] coordinates {{({:.6g},{:.6g}) ({:.6g},{:.6g})}};\n",
                    series.x.front(), series.y.front(), series.x.back(), series.y.back());
    return lines;
}

} // namespace

std::string pgfplots_script(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const ScriptPlan plan = script_plan(page);
    const Theme theme = print_theme();
    const int count = static_cast<int>(plan.axes.size());
    const int columns = std::max(1, plan.tiles > 1 ? plan.tiles : 1), rows = std::max(1, count / columns);
    const double points = options.base_points * options.font_scale;
    const double width = options.size.width * points_per_metre;
    std::string script
        = figures::comment_lines(page.provenance, "% ")
        + "% Draws the table of the same name beside it: pdflatex FIGURE.tex\n" + script_head("pgfplots.tex")
        + fmt::format("\\usepackage[paperwidth={0:.6g}pt, paperheight={1:.6g}pt, margin=2pt]{{geometry}}\n",
                      1.25 * width, 1.9 * options.size.height * points_per_metre)
        + fmt::format("\\begin{{document}}\\noindent\\fontsize{{{:.3g}}}{{{:.3g}}}\\selectfont\n", points, 1.2 * points)
        + fmt::format(
              "\\begin{{tikzpicture}}\n\\begin{{groupplot}}[group style={{group size={} by {}, vertical "
              "sep=5.5\\baselineskip, horizontal sep=5em}}, width={:.6g}pt, height={:.6g}pt, axis lines=left, "
              "legend style={{draw=none, font=\\tiny, at={{(1.02,1)}}, anchor=north west, cells={{anchor=west}}}}]\n",
              columns, rows, 0.8 * width / columns, std::max(80.0, options.size.height * points_per_metre / rows));
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const ScriptAxes& drawn = plan.axes[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows)
                                                + static_cast<std::size_t>(row)];
            script += drawn.panel
                ? panel_in_tex(drawn, theme)
                : figures::of_picture(*drawn.figure, std::string(), [&](const auto& chart) {
                      return tex_axis(chart, {drawn.first, drawn.end, drawn.offset}, {series_in_tex, segment_in_tex});
                  });
        }
    return script + "\\end{groupplot}\n\\end{tikzpicture}\n\\end{document}\n";
}

} // namespace plateau::ui
