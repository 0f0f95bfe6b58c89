// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/figures/embedded.h"
#include "core/figures/figure_csv.h"
#include "core/units/typeset.h"
#include "ui/base/theme.h"

namespace plateau::ui {

namespace {

constexpr double metre_inches = 1 / 0.0254;

/// What every script begins with; the names in capitals are its own.
constexpr const char* python_head = R"(import csv
import math
import pathlib

import matplotlib

matplotlib.rcParams.update({"font.size": POINTS, "axes.titlesize": POINTS + 1, "svg.fonttype": "none",
                            "pdf.fonttype": 42, "hatch.linewidth": 0.5})
import matplotlib.pyplot as plt

HERE = pathlib.Path(__file__)
NOTES = []  # words beside points


def table(file):
    """Rows of the table as dictionaries; comment lines begin with #."""
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def numbers(rows, column):
    return [float(row[column]) if row[column] else math.nan for row in rows]


def curve(axes, rows, x, y, low=None, x_low=None, x_high=None, words=None, dotted_from=math.inf, bars=None,
          **look):
    across, along = numbers(rows, x), numbers(rows, y)
    if low:
        lower = numbers(rows, low)
        axes.fill_between(across, lower, along, color=look["color"], alpha=look.get("alpha", 0.15), linewidth=0,
                          label=look["label"])
        return
    if bars:
        axes.bar(across, along, width=bars, color=look["color"], label=look["label"])
        return
    if x_low:
        axes.hlines(along, numbers(rows, x_low), numbers(rows, x_high), color=look["color"], linewidth=0.8)
    if look.get("linestyle") != "none":
        look["markevery"] = [i for i, value in enumerate(across) if value > 0 and math.log2(value).is_integer()]
    far = [value > dotted_from for value in across]
    if any(far):
        axes.plot([v for v, f in zip(across, far) if f], [v for v, f in zip(along, far) if f],
                  color=look["color"], linewidth=look["linewidth"], linestyle=":")
        along = [math.nan if f else v for v, f in zip(along, far)]
    axes.plot(across, along, **look)
    if words:
        for a, b, row in zip(across, along, rows):
            if row[words] and math.isfinite(b):
                NOTES.append(axes.annotate(row[words], (a, b), fontsize=POINTS * 0.6, xytext=(2, 2),
                                           textcoords="offset points"))


def place_notes(figure):
    """Each beside its point where it stands on no other; what has no room is said."""
    figure.canvas.draw()
    taken, left_out = [], []
    for note in NOTES:
        for x, y, side in ((2, 2, "left"), (2, -POINTS * 0.8, "left"), (-2, 2, "right"), (-2, -POINTS * 0.8, "right")):
            note.xyann = (x, y)
            note.set_horizontalalignment(side)
            box = note.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
        else:
            note.set_visible(False)
            left_out.append(note.get_text())
    if left_out:
        print("no room for the names of: " + ", ".join(left_out), file=sys.stderr)


)";

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
std::string shown(const std::string& words)
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
    return call + ", label=" + shown(curve.name) + look(*curve.series, theme) + ")\n";
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
                         shown((drawn.heading.empty() ? "" : drawn.heading + "\n") + english(panel.title)),
                         shown(drawn.unit));
    lines += "axes.set_xlabel(" + shown(english(drawn.figure->plot().x.title)) + ")\n";
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
            names += shown(english(category)) + ", ";
        lines
            += fmt::format("axes.set_yticks(range({}), [{}])\naxes.invert_yaxis()\n", panel.y.categories.size(), names);
    }
    return lines
        + "axes.legend(frameon=False, fontsize=POINTS * 0.85, loc=\"upper left\", "
          "bbox_to_anchor=(1, 1))\n\n";
}

/// Bars of segments, swings to both sides, or cells of a map.
std::string picture_lines(const ScriptAxes& drawn, const ScriptPlan& plan)
{
    const auto column = [&](int index) {
        return python_text(plan.columns[static_cast<std::size_t>(index) + static_cast<std::size_t>(drawn.offset)]);
    };
    std::string lines = fmt::format("own = rows[{}:{}]\n", drawn.first, drawn.end);
    if (drawn.figure->as<figures::HeatMap>())
        lines += fmt::format(R"(across = list(dict.fromkeys(row[{0}] for row in own))
along = list(dict.fromkeys(row[{1}] for row in own))
cells = {{(row[{0}], row[{1}]): row for row in own}}
grid = [[float(cells[a, b][{2}] or "nan") for a in across] for b in along]
axes.imshow(grid, cmap="Blues", aspect="auto")
for j, b in enumerate(along):
    for i, a in enumerate(across):
        row = cells[a, b]
        value = row[{2}]
        words = format(float(value), ".4g") if value else row[{3}]
        axes.text(i, j, words, ha="center", va="center", fontsize=POINTS * 0.7,
                  weight="bold" if row[{4}] == "best" else "normal")
axes.set_xticks(range(len(across)), across)
axes.set_yticks(range(len(along)), along)
axes.set_xlabel({0})
axes.set_ylabel({1})
axes.set_title({2}, loc="left")
)",
                             column(0), column(1), column(2), column(3), column(4));
    else if (drawn.figure->as<figures::Swings>())
        lines += fmt::format(R"(places = range(len(own))
for column, colour in (({1}, "#D55E00"), ({2}, "#0072B2")):
    axes.barh(places, numbers(own, column), color=colour, label=column)
axes.set_yticks(places, [row[{0}] for row in own])
axes.invert_yaxis()
axes.axvline(0, color="black", linewidth=0.6)
axes.legend(frameon=False)
)",
                             column(0), column(1), column(2));
    else
        lines += fmt::format(R"(for number, row in enumerate(own):
    axes.barh(row[{0}], float(row[{4}] or 0), left=float(row[{3}] or 0), label=row[{1}], edgecolor="white",
              color=plt.get_cmap("tab20")(number % 20), hatch="//" if row[{2}] == "1" else None)
axes.invert_yaxis()
axes.set_xlabel({4})
axes.legend(frameon=False, fontsize=POINTS * 0.8, ncols=2, loc="upper left", bbox_to_anchor=(0, -0.25))
)",
                             column(0), column(1), column(2), column(3), column(4));
    if (!drawn.heading.empty())
        lines += "axes.set_title(" + shown(drawn.heading) + ", loc=\"left\")\n";
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
        + fmt::format("POINTS = {:.3g}\n", options.base_points * options.font_scale) + "import sys\n" + python_head
        + "rows = table(HERE.with_suffix(\".csv\"))\n"
        + fmt::format("figure, grid = plt.subplots({}, {}, figsize=({:.4g}, {:.4g}), squeeze=False, "
                      "layout=\"constrained\")\n\n",
                      rows, columns, options.size.width * metre_inches, options.size.height * metre_inches);
    for (int i = 0; i < count; ++i) {
        const ScriptAxes& drawn = plan.axes[static_cast<std::size_t>(i)];
        script += fmt::format("axes = grid[{}][{}]\n", i % rows, i / rows);
        script += drawn.panel ? panel_lines(drawn, plan, theme) : picture_lines(drawn, plan);
    }
    return script
        + "place_notes(figure)\nfigure.savefig(sys.argv[1] if len(sys.argv) > 1 else HERE.with_suffix(\".pdf\"))\n";
}

} // namespace plateau::ui
