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

QString panels_csv(const Figure& figure)
{
    QString lines;
    std::set<double> all;
    QStringList header{cell(text(figure.x.title))};
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series) {
            all.insert(series.x.begin(), series.x.end());
            const QString unit = panel.y.unit == units::Unit::Fraction ? unit_name(panel.y.unit) : text(panel.unit);
            const QString name = text(panel.title) + QStringLiteral(": ") + text(series.name) + QStringLiteral(" (")
                + unit + QLatin1Char(')');
            header << cell(name);
            if (!series.y_low.empty())
                header << cell(name + QStringLiteral(" low"));
        }
    lines += header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (double x : all) {
        QStringList row{number(x)};
        for (const Panel& panel : figure.panels)
            for (const Series& series : panel.series) {
                row << number(value_at(series, x, figure.x.logarithmic, panel.y.logarithmic));
                if (series.y_low.empty())
                    continue;
                Series low = series;
                low.y = series.y_low;
                row << number(value_at(low, x, figure.x.logarithmic, panel.y.logarithmic));
            }
        lines += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return lines;
}

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
    return (lines + (figure.panels.empty() ? bars_csv(figure) : panels_csv(figure))).toStdString();
}

} // namespace plateau::ui
