// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/figures/bibtex.h"
#include "core/figures/csv_cells.h"
#include "core/figures/embedded.h"
#include "core/figures/figure_csv.h"
#include "ui/base/theme.h"

namespace plateau::ui {

namespace {

constexpr double points_per_metre = 72.27 / 0.0254;

constexpr const char* tex_head = R"(\documentclass{article}
\usepackage{textcomp}
\usepackage{pgfplots}
\usepgfplotslibrary{groupplots,fillbetween}
\usepgfplotslibrary{colormaps,colorbrewer}
\pgfplotsset{compat=1.17, table/col sep=comma, unbounded coords=jump,
  % only some rows of the table, counted after its header
  rows/.style 2 args={x filter/.append code={%
    \ifnum\coordindex<#1\relax\def\pgfmathresult{}\fi\ifnum\coordindex<#2\relax\else\def\pgfmathresult{}\fi}}}
\pagestyle{empty}
\renewcommand{\familydefault}{\sfdefault}
)";

std::string words_in_tex(const std::string& words)
{
    std::string ascii;
    for (const char letter : figures::tex_words(figures::typewriter(words)))
        ascii += letter == '\n' ? ' ' : letter;
    return "{" + ascii + "}";
}

std::string colour_in_tex(const QColor& colour)
{
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", colour.red(), colour.green(), colour.blue());
}

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

std::string plot_in_tex(const std::string& look, int first, int end, const std::string& columns)
{
    return fmt::format("\\addplot[{}, rows={{{}}}{{{}}}] table[{}] {{\\jobname.csv}};\n", look, first, end, columns);
}

std::string curve_in_tex(const ScriptCurve& curve, int number, const Theme& theme)
{
    const std::string name = words_in_tex(curve.name), look = look_in_tex(*curve.series, theme);
    const auto column = [&](int y) { return fmt::format("x index={}, y index={}", curve.x, y); };
    if (curve.low >= 0) {
        const auto& area = curve.series->area;
        const std::string edge = "draw=none, mark=none, forget plot, name path=";
        return plot_in_tex(fmt::format("{}high{}", edge, number), curve.first, curve.end, column(curve.y))
            + plot_in_tex(fmt::format("{}low{}", edge, number), curve.first, curve.end, column(curve.low))
            + fmt::format("\\addplot[fill={}, fill opacity={}, area legend] fill between[of=high{} and low{}];\n",
                          colour_in_tex(area ? theme.segment(*area).fill : theme.series(curve.series->role).line),
                          area ? 0.9 : 0.15, number, number)
            + "\\addlegendentry" + name + '\n';
    }
    std::string lines = plot_in_tex(look, curve.first, curve.end, column(curve.y)) + "\\addlegendentry" + name + '\n';
    for (const int end : {curve.x_low, curve.x_high}) // both ends of the ranges
        if (end >= 0)
            lines += plot_in_tex(look + ", mark=|, forget plot", curve.first, curve.end,
                                 fmt::format("x index={}, y index={}", end, curve.y));
    return lines;
}

std::string ticks_in_tex(const char* axis, const std::vector<std::string>& names)
{
    std::string places, words;
    for (std::size_t i = 0; i < names.size(); ++i) {
        places += (i ? "," : "") + std::to_string(i);
        words += (i ? "," : "") + words_in_tex(names[i]);
    }
    return fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", axis, places, words);
}

std::vector<std::string> english_of(const std::vector<Message>& messages)
{
    std::vector<std::string> words;
    words.reserve(messages.size());
    for (const Message& message : messages)
        words.push_back(english(message));
    return words;
}

std::string panel_in_tex(const ScriptAxes& drawn, const Theme& theme)
{
    const figures::Panel& panel = *drawn.panel;
    const figures::Axis& x = drawn.figure->plot().x;
    std::string options
        = "title=" + words_in_tex((drawn.heading.empty() ? "" : drawn.heading + ": ") + english(panel.title))
        + ", ylabel=" + words_in_tex(drawn.unit) + ", xlabel=" + words_in_tex(english(x.title));
    if (x.logarithmic)
        options += ", xmode=log, log basis x=2";
    if (panel.y.logarithmic)
        options += ", ymode=log";
    if (x.maximum > x.minimum)
        options += fmt::format(", xmin={:.6g}, xmax={:.6g}", x.minimum, x.maximum);
    if (!panel.y.categories.empty())
        options += ", y dir=reverse" + ticks_in_tex("y", english_of(panel.y.categories));
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

std::string map_in_tex(const ScriptAxes& drawn)
{
    const auto& map = *drawn.figure->as<figures::HeatMap>();
    const int value = drawn.offset + 2;
    return fmt::format(
        "\\nextgroupplot[title={}, xlabel={}, ylabel={}, y dir=reverse, colormap/Blues, colorbar, enlargelimits=false, "
        "axis on top{}{}]\n"
        "\\addplot[matrix plot*, mesh/cols={}, point meta=explicit] table[x expr={{mod(\\coordindex-{},{})}}, "
        "y expr={{floor((\\coordindex-{})/{})}}, meta index={}] {{\\jobname.csv}};\n",
        words_in_tex(english(map.title)), words_in_tex(english(map.column_title)), words_in_tex(english(map.row_title)),
        ticks_in_tex("x", english_of(map.columns)), ticks_in_tex("y", english_of(map.rows)), map.columns.size(),
        drawn.first, map.columns.size(), drawn.first, map.columns.size(), value);
}

std::string swings_in_tex(const ScriptAxes& drawn, const Theme& theme)
{
    const auto& chart = *drawn.figure->as<figures::Swings>();
    std::vector<std::string> names;
    for (const figures::Swing& swing : chart.swings)
        names.push_back(swing.name.empty() ? std::string() : english(swing.name));
    std::string lines = "\\nextgroupplot[title=" + words_in_tex(english(chart.title))
        + ", xlabel=" + words_in_tex(english(chart.axis_title)) + ", y dir=reverse" + ticks_in_tex("y", names) + "]\n";
    const std::pair<int, figures::SeriesRole> sides[]
        = {{1, figures::SeriesRole::PinA}, {2, figures::SeriesRole::Current}};
    for (const auto& [column, role] : sides)
        lines += plot_in_tex(fmt::format("xbar, bar shift=0pt, bar width=0.6, draw=none, mark=none, fill={}",
                                         colour_in_tex(theme.series(role).line)),
                             drawn.first, drawn.end,
                             fmt::format("x index={}, y expr=\\coordindex-{}", column + drawn.offset, drawn.first))
            + "\\addlegendentry" + words_in_tex(english(column == 1 ? chart.less_name : chart.more_name)) + '\n';
    return lines;
}

/// Each segment a thick stroke from its start, as long as its value.
std::string bars_in_tex(const ScriptAxes& drawn, const Theme& theme)
{
    const auto& chart = *drawn.figure->as<figures::Bars>();
    std::vector<std::string> names;
    for (const figures::Bar& bar : chart.bars)
        names.push_back(english(bar.name));
    std::string lines = fmt::format("\\nextgroupplot[y dir=reverse, ymin=-0.6, ymax={:.3g}, xmin=0, xlabel={}{}, "
                                    "legend style={{at={{(0,-0.25)}}, anchor=north west}}, legend columns=2]\n",
                                    static_cast<double>(names.size()) - 0.4,
                                    chart.unit == units::Unit::Seconds ? "{s}" : "{value}", ticks_in_tex("y", names));
    int row = drawn.first;
    for (std::size_t bar = 0; bar < chart.bars.size(); ++bar)
        for (const figures::Segment& segment : chart.bars[bar].segments) {
            const QColor fill = theme.segment(segment.kind).fill;
            const QColor edge = theme.segment(segment.kind).edge;
            lines += plot_in_tex(
                fmt::format("mark=none, line width=12pt, color={}, quiver={{u=\\thisrowno{{{}}}, v=0}}{}",
                            colour_in_tex(fill.lightness() > 250 && edge.isValid() ? edge : fill), drawn.offset + 4,
                            bar ? ", forget plot" : ""),
                row, row + 1, fmt::format("x index={}, y expr={}", drawn.offset + 3, bar));
            if (bar == 0)
                lines += "\\addlegendentry" + words_in_tex(english(segment.name)) + '\n';
            ++row;
        }
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
        + "% Draws the table of the same name beside it: pdflatex FIGURE.tex\n" + tex_head
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
            script += drawn.panel                      ? panel_in_tex(drawn, theme)
                : drawn.figure->as<figures::HeatMap>() ? map_in_tex(drawn)
                : drawn.figure->as<figures::Swings>()  ? swings_in_tex(drawn, theme)
                                                       : bars_in_tex(drawn, theme);
        }
    return script + "\\end{groupplot}\n\\end{tikzpicture}\n\\end{document}\n";
}

} // namespace plateau::ui
