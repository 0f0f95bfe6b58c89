// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <QFontInfo>

#include <cmath>

#include <fmt/format.h>

#include "core/paper/embedded.h"
#include "core/text/units/quantity.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

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

std::string python_text(const QString& words) { return python_text(words.toStdString()); }

/// "#rrggbb", with its transparency where it has one.
std::string colour(const QColor& ink)
{
    const std::string plain = ink.name().toStdString();
    return python_text(ink.alpha() == 255 ? plain : plain + fmt::format("{:02x}", ink.alpha()));
}

template<class Values>
std::string numbers(const Values& values)
{
    std::string words;
    for (const double value : values)
        words += fmt::format("{:.9g}, ", value);
    return words;
}

const char* marker_name(Marker marker)
{
    constexpr const char* names[] = {"", "o", "D", "s", "^", "x", "+", "v", "o"};
    return names[static_cast<int>(marker)];
}

/// matplotlib measures the side of a diamond, not what it is across.
double marker_share(Marker marker) { return marker == Marker::Diamond ? std::sqrt(0.5) : 1; }

std::string line_look(const figures::Series& series, const RenderStyle& style)
{
    const SeriesStyle look = style.theme.series(series.role);
    std::string words = fmt::format(", width={:.3g}", style.pen(look.width > 1 ? look.width : 1));
    if (!look.dash.isEmpty()) {
        words += ", dash=(" + numbers(look.dash) + ")";
    }
    return words;
}

std::string marker_look(const figures::Series& series, const RenderStyle& style)
{
    const SeriesStyle look = style.theme.series(series.role);
    const bool points = series.form == figures::SeriesForm::Points;
    if (look.marker == Marker::None || (!points && !series.markers))
        return {};
    const double wider = series.x_low.empty() ? 1 : 1.5; // as the renderer has it
    const double rim = look.marker == Marker::Ring ? look.width : 1.3;
    const std::string inner = colour(look.line), open = colour(style.theme.canvas);
    std::string words
        = fmt::format(", marker=\"{}\", size={:.4g}, rim={:.3g}", marker_name(look.marker),
                      marker_share(look.marker) * wider * look.marker_size * style.line_scale, rim * style.line_scale);
    words += look.marker == Marker::Ring ? std::string(", hollow=(\"none\", \"none\")")
                                         : fmt::format(", hollow=({}, {})", inner, open);
    if (!points && series.every_value) // the table has values of other curves between them
        return words + ", marked=(" + numbers(series.x) + ")";
    return words + fmt::format(", marked=\"{}\"", points ? "points" : "powers");
}

std::string curve_call(const ScriptCurve& curve, const ScriptPlan& plan, const RenderStyle& style)
{
    const figures::Series& series = *curve.series;
    const auto column = [&](std::size_t index) { return python_text(plan.table.header[index]); };
    QColor ink = style.theme.series(series.role).line;
    std::string more;
    if (curve.low) {
        ink = series.area                                   ? style.theme.segment(*series.area).fill
            : series.role == figures::SeriesRole::Reference ? style.theme.grid
                                                            : ink;
        more = fmt::format(", low={}, alpha={:.3g}", column(*curve.low), ink.alphaF());
        if (series.area && style.theme.segment(*series.area).hatched)
            more += fmt::format(", hatch={}", colour(style.theme.segment(*series.area).edge));
        else if (series.area)
            more += fmt::format(", edge={}, width={:.3g}", colour(style.theme.canvas), style.pen(1));
        ink.setAlpha(255);
    } else if (series.form == figures::SeriesForm::Bars)
        more = fmt::format(", bars={:.6g}, edge={}, width={:.3g}", series.bar_width, colour(style.theme.canvas),
                           style.pen(1));
    else if (!series.x_low.empty() && curve.x_low && curve.x_high)
        more = fmt::format(", x_low={}, x_high={}, width={:.3g}", column(*curve.x_low), column(*curve.x_high),
                           style.pen(1.75))
            + marker_look(series, style);
    else
        more = (series.form == figures::SeriesForm::Points ? std::string() : line_look(series, style))
            + marker_look(series, style);
    if (series.extrapolated_from > 0)
        more += fmt::format(", dotted_from={:.9g}", series.extrapolated_from);
    return fmt::format("curve(axes, rows[{}:{}], {}, {}, color={}, label={}{})\n", curve.first, curve.end,
                       column(curve.x), column(curve.y), colour(ink), python_text(units::typeset(curve.name)), more);
}

/// A line of the picture that is no data: where equal values lie.
std::string plain_line(const figures::Series& series, const RenderStyle& style)
{
    const SeriesStyle look = style.theme.series(series.role);
    return fmt::format("axes.plot([{}], [{}], color={}, linewidth={:.3g} * POINT)\n", numbers(series.x),
                       numbers(series.y), colour(look.line), style.pen(look.width > 1 ? look.width : 1));
}

std::string axis_words(const TracedAxis& axis)
{
    std::string places, labels;
    for (const TracedTick& tick : axis.ticks) {
        places += fmt::format("{:.9g}, ", tick.value);
        labels += python_text(tick.words) + ", ";
    }
    return fmt::format("({:.9g}, {:.9g}, {}, [{}], [{}])", axis.low, axis.high, axis.logarithmic ? "True" : "False",
                       places, labels);
}

std::string panel_lines(const ScriptAxes& drawn, const TracedPanel& panel, const ScriptPlan& plan,
                        const RenderStyle& style)
{
    std::string lines = fmt::format(
        "axes = plot({:.6g}, {:.6g}, {:.6g}, {:.6g},\n            x={},\n            y={},\n"
        "            line=({}, {:.3g}), grid=({}, {:.3g}), tick={:.3g}, pad={:.3g}, size={:.4g}, ink={})\n",
        panel.plot.left(), panel.plot.top(), panel.plot.width(), panel.plot.height(), axis_words(panel.x),
        axis_words(panel.y), colour(style.theme.outline), style.pen(1), colour(style.theme.grid), style.pen(1),
        std::round(style.text(4)), std::round(style.text(6)),
        static_cast<double>(QFontInfo(style.font(11)).pixelSize()), colour(style.theme.text2));
    for (const figures::Series* line : drawn.lines)
        lines += plain_line(*line, style);
    for (const ScriptCurve& curve : drawn.curves)
        lines += curve_call(curve, plan, style);
    return lines + '\n';
}

std::string shape_line(const TracedShape& shape)
{
    std::string points;
    for (const QPointF& point : shape.points)
        points += fmt::format("({:.6g}, {:.6g}), ", point.x(), point.y());
    if (shape.closed && shape.stroke.isValid() && !shape.points.isClosed())
        points += fmt::format("({:.6g}, {:.6g}), ", shape.points.front().x(), shape.points.front().y());
    std::string line = "shape([" + points + "]";
    if (shape.fill.isValid())
        line += ", fill=" + colour(shape.fill);
    if (shape.stroke.isValid())
        line += fmt::format(", stroke={}, width={:.3g}", colour(shape.stroke), shape.width);
    if (!shape.dash.isEmpty())
        line += ", dash=(" + numbers(shape.dash) + ")";
    return line + (shape.above ? ", above=True)\n" : ")\n");
}

std::string words_line(const TracedText& text)
{
    return fmt::format("words({:.6g}, {:.6g}, {}, {:.6g}, {:.4g}, {}{}{})\n", text.baseline.x(), text.baseline.y(),
                       python_text(text.words), text.width, text.size, colour(text.ink),
                       text.strong ? ", \"semibold\"" : "",
                       text.angle == 0 ? std::string() : fmt::format(", angle={:.4g}", text.angle));
}

} // namespace

std::string matplotlib_script(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const ScriptPlan plan = script_plan(page);
    const TracedPage drawn = traced(page, options);
    std::string script = "#!/usr/bin/env python3\n" + figures::comment_lines(page.provenance, "# ")
        + "# Draws the figure again, its curves from the table beside it: python3 FIGURE.py [OUTPUT.pdf]\n"
        + fmt::format("WIDTH, HEIGHT, GROUND = {}, {}, {}\n", drawn.size.width(), drawn.size.height(),
                      drawn.style.see_through ? std::string("\"none\"") : colour(drawn.style.theme.canvas))
        + script_head("matplotlib.py") + "\n\n"
        + fmt::format("rows = table(HERE.with_name({}))\n\n",
                      options.table.empty() ? std::string("HERE.stem + \".csv\"") : python_text(options.table));
    for (const TracedShape& shape : drawn.shapes)
        script += shape_line(shape);
    script += '\n';
    std::size_t at = 0;
    for (const ScriptAxes& axes : plan.axes)
        if (axes.panel && at < drawn.panels.size())
            script += panel_lines(axes, drawn.panels[at++], plan, drawn.style);
    for (const TracedText& text : drawn.texts)
        script += words_line(text);
    return script
        + "\nFIGURE.savefig(sys.argv[1] if len(sys.argv) > 1 else HERE.with_name(HERE.stem + \"-matplotlib.pdf\"))\n";
}

} // namespace plateau::ui
