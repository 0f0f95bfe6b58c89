// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLocale>
#include <QString>

#include <cmath>
#include <set>

#include "ui/figures/export.h"
#include "ui/figures/panel_items.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

QString cell(QString words)
{
    if (!words.contains(QLatin1Char(',')) && !words.contains(QLatin1Char('"')))
        return words;
    return QLatin1Char('"') + words.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString number(double value) { return std::isfinite(value) ? QLocale::c().toString(value, 'g', 12) : QString(); }

QString unit_name(units::Unit unit)
{
    if (unit == units::Unit::Fraction)
        return QStringLiteral("fraction");
    return text(units::show(1, unit).unit);
}

QString column(const Panel& panel, const Series& series)
{
    const QString unit = panel.y.unit == units::Unit::Fraction ? unit_name(panel.y.unit) : text(panel.unit);
    return text(panel.title) + QStringLiteral(": ") + text(series.name) + QStringLiteral(" (") + unit
        + QLatin1Char(')');
}

bool any_form(const Figure& figure, SeriesForm form)
{
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            if (series.form == form && !series.x.empty())
                return true;
    return false;
}

/// A row per value: points and bars have no x in common.
QString values_csv(const Figure& figure)
{
    QString lines = QStringLiteral("panel,series,name,x,y,x_low,x_high\n");
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Line)
                continue;
            const auto end = [](const std::vector<double>& values, std::size_t i) {
                return i < values.size() ? number(values[i]) : QString();
            };
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                const auto category = static_cast<std::size_t>(std::max(0.0, series.y[i]));
                const bool words = category < panel.y.categories.size();
                lines += QStringList({cell(text(panel.title)), cell(text(series.name)),
                                      i < series.names.size() ? cell(text(series.names[i])) : QString(),
                                      number(series.x[i]),
                                      words ? cell(text(panel.y.categories[category])) : number(series.y[i]),
                                      end(series.x_low, i), end(series.x_high, i)})
                             .join(QLatin1Char(','))
                    + QLatin1Char('\n');
            }
        }
    return lines;
}

/// Points over curves: a row of its own for each, with its name in the last column.
QString points_rows(const Figure& figure)
{
    QString lines;
    std::vector<const Series*> columns;
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            columns.push_back(&series);
    for (const Series* series : columns) {
        if (series->form != SeriesForm::Points)
            continue;
        for (std::size_t i = 0; i < series->x.size(); ++i) {
            QStringList row{number(series->x[i])};
            for (const Series* other : columns) {
                row << (other == series ? number(series->y[i]) : QString());
                if (!other->y_low.empty())
                    row << QString();
            }
            row << (i < series->names.size() ? cell(text(series->names[i])) : QString());
            lines += row.join(QLatin1Char(',')) + QLatin1Char('\n');
        }
    }
    return lines;
}

QString curves_csv(const Figure& figure)
{
    const bool points = any_form(figure, SeriesForm::Points);
    QString lines;
    std::set<double> all;
    QStringList header{cell(text(figure.x.title))};
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Line)
                all.insert(series.x.begin(), series.x.end());
            const QString name = column(panel, series);
            header << cell(name);
            if (!series.y_low.empty())
                header << cell(name + QStringLiteral(" low"));
        }
    if (points)
        header << QStringLiteral("run");
    lines += header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (double x : all) {
        QStringList row{number(x)};
        for (const Panel& panel : figure.panels)
            for (const Series& series : panel.series) {
                if (series.form == SeriesForm::Points) {
                    row << QString();
                    continue;
                }
                row << number(value_at(series, x, figure.x.logarithmic, panel.y.logarithmic));
                if (series.y_low.empty())
                    continue;
                Series low = series;
                low.y = series.y_low;
                row << number(value_at(low, x, figure.x.logarithmic, panel.y.logarithmic));
            }
        if (points)
            row << QString();
        lines += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return lines + points_rows(figure);
}

/// Curves that say something share their x; reference lines alone do not make a table of curves.
bool has_curves(const Figure& figure)
{
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            if (series.form == SeriesForm::Line && series.role != SeriesRole::Reference)
                return true;
    return !any_form(figure, SeriesForm::Points) && !any_form(figure, SeriesForm::Bars);
}

QString panels_csv(const Figure& figure) { return has_curves(figure) ? curves_csv(figure) : values_csv(figure); }

QString bars_csv(const Figure& figure)
{
    QString lines = QStringLiteral("bar,segment,waiting,%1\n").arg(unit_name(figure.bar_unit));
    for (const Bar& bar : figure.bars)
        for (const Segment& segment : bar.segments)
            lines += QStringList({cell(text(bar.name)), cell(text(segment.name)),
                                  is_waiting(segment.kind) ? QStringLiteral("1") : QStringLiteral("0"),
                                  number(segment.value)})
                         .join(QLatin1Char(','))
                + QLatin1Char('\n');
    return lines;
}

/// A row per pair of choices.
QString heat_map_csv(const HeatMap& map)
{
    const QString unit = unit_name(map.unit);
    const QString value = unit.isEmpty() ? text(map.title) : text(map.title) + QStringLiteral(" (%1)").arg(unit);
    QString lines = QStringList({cell(text(map.column_title)), cell(text(map.row_title)), cell(value),
                                 QStringLiteral("reason"), QStringLiteral("mark")})
                        .join(QLatin1Char(','))
        + QLatin1Char('\n');
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const int index = static_cast<int>(i);
        const QString mark = index == map.best ? QStringLiteral("best")
            : index == map.current             ? QStringLiteral("current")
                                               : QString();
        lines += QStringList({cell(text(map.columns[i % map.columns.size()])),
                              cell(text(map.rows[i / map.columns.size()])), number(map.cells[i].value),
                              cell(text(map.cells[i].reason)), mark})
                     .join(QLatin1Char(','))
            + QLatin1Char('\n');
    }
    return lines;
}

QString swings_csv(const SwingChart& chart)
{
    QString lines = QStringList({QStringLiteral("name"), cell(text(chart.less_name) + QStringLiteral(" (fraction)")),
                                 cell(text(chart.more_name) + QStringLiteral(" (fraction)"))})
                        .join(QLatin1Char(','))
        + QLatin1Char('\n');
    for (const Swing& swing : chart.swings)
        lines += QStringList({cell(text(swing.name)), number(swing.less), number(swing.more)}).join(QLatin1Char(','))
            + QLatin1Char('\n');
    return lines;
}

QString values(const Figure& figure)
{
    if (figure.heat_map)
        return heat_map_csv(*figure.heat_map);
    if (figure.swings)
        return swings_csv(*figure.swings);
    return figure.panels.empty() ? bars_csv(figure) : panels_csv(figure);
}

} // namespace

std::string figure_csv(const Figure& figure)
{
    QString lines = QStringLiteral("# ") + text(figure.title) + QLatin1Char('\n');
    if (!figure.sentence.empty())
        lines += QStringLiteral("# ") + text(figure.sentence) + QLatin1Char('\n');
    const QStringList yaml = text(figure.scenario).split(QLatin1Char('\n'));
    for (const QString& line : yaml)
        if (!line.isEmpty())
            lines += QStringLiteral("# scenario: ") + line + QLatin1Char('\n');
    return (lines + values(figure)).toStdString();
}

} // namespace plateau::ui
