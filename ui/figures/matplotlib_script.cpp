// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/units/typeset.h"
#include "core/views/figures/embedded.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr double metre_inches = 1 / 0.0254;

std::string python_text(const std::string& words)
{
    std::string safe = "\"";
    for (const char letter : words)
        if (letter == '\n')
            safe += "\\n";
        else if (static_cast<unsigned char>(letter) >= 0x20) {
            if (letter == '"' || letter == '\\')
                safe += '\\';
            safe += letter;
        }
    return safe + '"';
}

/// Words that matplotlib takes for no formula.
std::string label_text(const std::string& words)
{
    std::string safe = units::typeset(words);
    for (std::size_t at = 0; (at = safe.find('$', at)) != std::string::npos; at += 2)
        safe.replace(at, 1, "\\$");
    return python_text(safe);
}

const char* marker_name(Marker marker)
{
    constexpr const char* names[] = {"", "o", "D", "s", "^", "x", "+", "v", "o"};
    return names[static_cast<int>(marker)];
}

std::string look(const figures::Series& series, const Theme& theme)
{
    const SeriesStyle style = theme.series(series.role);
    std::string words = fmt::format(", color=\"{}\", linewidth={:.3g}",
                                    (series.area ? theme.segment(*series.area).fill : style.line).name().toStdString(),
                                    std::max(0.6, 0.75 * style.width));
    if (!series.y_low.empty())
        words += fmt::format(", alpha={:.2g}", series.area ? 0.9 : style.line.alphaF() < 1 ? style.line.alphaF() : 0.6);
    if (series.form == figures::SeriesForm::Points)
        words += ", linestyle=\"none\"";
    else if (!style.dash.isEmpty()) {
        words += ", linestyle=(0, (";
        for (const double dash : style.dash)
            words += fmt::format("{:.3g}, ", dash);
        words += "))";
    }
    if (style.marker != Marker::None && (series.markers || series.form == figures::SeriesForm::Points))
        words += fmt::format(", marker=\"{}\", markersize={:.3g}", marker_name(style.marker), 0.6 * style.marker_size);
    if (style.marker == Marker::Ring)
        words += ", markerfacecolor=\"none\"";
    return words;
}

std::string curve_call(const ScriptCurve& curve, const ScriptPlan& plan, const Theme& theme)
{
    const auto column = [&](int index) { return python_text(plan.columns[static_cast<std::size_t>(index)]); };
    std::string call
        = fmt::format("curve(axes, rows[{}:{}], {}, {}", curve.first, curve.end, column(curve.x), column(curve.y));
    const std::pair<const char*, int> more[]
        = {{"low", curve.low}, {"x_low", curve.x_low}, {"x_high", curve.x_high}, {"words", curve.words}};
    for (const auto& [name, index] : more)
        if (index >= 0)
            call += fmt::format(", {}={}", name, column(index));
    if (curve.series->form == figures::SeriesForm::Bars)
        call += fmt::format(", bars={:.6g}", curve.series->bar_width);
    if (curve.series->extrapolated_from > 0)
        call += fmt::format(", dotted_from={:.6g}", curve.series->extrapolated_from);
    return call + ", label=" + label_text(curve.name) + look(*curve.series, theme) + ")\n";
}

std::string panel_lines(const ScriptAxes& drawn, const ScriptPlan& plan, const Theme& theme)
{
    const figures::Panel& panel = *drawn.panel;
    std::string lines;
    for (const ScriptCurve& curve : drawn.curves)
        lines += curve_call(curve, plan, theme);
    // A line of the picture that is no data: where equal values lie.
    if (!figures::has_curves(drawn.figure->plot()))
        for (const figures::Series& series : panel.series)
            if (series.form == figures::SeriesForm::Line && series.x.size() > 1)
                lines
                    += fmt::format("axes.plot([{:.6g}, {:.6g}], [{:.6g}, {:.6g}], color=\"#888888\", linewidth=0.8)\n",
                                   series.x.front(), series.x.back(), series.y.front(), series.y.back());
    lines += fmt::format("axes.set_title({}, loc=\"left\")\naxes.set_ylabel({})\n",
                         label_text((drawn.heading.empty() ? "" : drawn.heading + "\n") + english(panel.title)),
                         label_text(drawn.unit));
    lines += "axes.set_xlabel(" + label_text(english(drawn.figure->plot().x.title)) + ")\n";
    if (drawn.figure->plot().x.logarithmic)
        lines += "axes.set_xscale(\"log\")\n";
    if (panel.y.logarithmic)
        lines += "axes.set_yscale(\"log\")\n";
    if (drawn.figure->plot().x.maximum > drawn.figure->plot().x.minimum)
        lines += fmt::format("axes.set_xlim({:.6g}, {:.6g})\n", drawn.figure->plot().x.minimum,
                             drawn.figure->plot().x.maximum);
    if (panel.y.maximum > panel.y.minimum && panel.y.categories.empty())
        lines += fmt::format("axes.set_ylim({:.6g}, {:.6g})\n", panel.y.minimum, panel.y.maximum);
    if (!panel.y.categories.empty()) {
        std::string names;
        for (const Message& category : panel.y.categories)
            names += label_text(english(category)) + ", ";
        lines
            += fmt::format("axes.set_yticks(range({}), [{}])\naxes.invert_yaxis()\n", panel.y.categories.size(), names);
    }
    return lines
        + "axes.legend(frameon=False, fontsize=POINTS * 0.85, loc=\"upper left\", "
          "bbox_to_anchor=(1, 1))\n\n";
}

/// Bars, swings, cells of a map: a call of what draws them, with the columns of their table.
std::string picture_lines(const ScriptAxes& drawn)
{
    std::string arguments = fmt::format("axes, rows[{}:{}]", drawn.first, drawn.end);
    for (const std::string& column : drawn.columns)
        arguments += ", " + python_text(column);
    std::string lines = figures::of_picture(*drawn.figure, std::string(),
                                            [&](const auto& chart) { return python_call(chart, arguments); });
    lines += '\n';
    if (!drawn.heading.empty())
        lines += "axes.set_title(" + label_text(drawn.heading) + ", loc=\"left\")\n";
    return lines + '\n';
}

} // namespace

std::string matplotlib_script(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const ScriptPlan plan = script_plan(page);
    const Theme theme = print_theme();
    const int count = static_cast<int>(plan.axes.size());
    const int columns = std::max(1, plan.tiles > 1 ? plan.tiles : 1), rows = std::max(1, count / columns);
    std::string script = "#!/usr/bin/env python3\n" + figures::comment_lines(page.provenance, "# ")
        + "# Draws the table of the same name beside it: python3 FIGURE.py [OUTPUT.pdf]\n"
        + fmt::format("POINTS = {:.3g}\n", options.base_points * options.font_scale) + script_head("matplotlib.py")
        + "\n\n" + "rows = table(HERE.with_suffix(\".csv\"))\n"
        + fmt::format("figure, grid = plt.subplots({}, {}, figsize=({:.4g}, {:.4g}), squeeze=False, "
                      "layout=\"constrained\")\n\n",
                      rows, columns, options.size.width * metre_inches, options.size.height * metre_inches);
    for (int i = 0; i < count; ++i) {
        const ScriptAxes& drawn = plan.axes[static_cast<std::size_t>(i)];
        script += fmt::format("axes = grid[{}][{}]\n", i % rows, i / rows);
        script += drawn.panel ? panel_lines(drawn, plan, theme) : picture_lines(drawn);
    }
    return script
        + "place_notes(figure)\nfigure.savefig(sys.argv[1] if len(sys.argv) > 1 else HERE.with_suffix(\".pdf\"))\n";
}

} // namespace plateau::ui
