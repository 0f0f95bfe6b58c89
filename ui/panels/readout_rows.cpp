// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout_rows.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

#include "ui/base/text.h"

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("readout", english); }

/// A number with the prefix that keeps it short.
struct Scaled {
    QString number;
    QString prefix;
};

Scaled scaled(double value, int digits)
{
    static constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    std::size_t index = 0;
    while (value >= (index == 0 ? 99999.5 : 999.95) && index + 1 < std::size(prefixes)) {
        value /= 1e3;
        ++index;
    }
    return {steady_number(value, digits), QLatin1String(prefixes[index])};
}

/// Of the whole run: in whatever unit keeps the number short.
void show_in_any_unit(ReadoutRow& row, const Metric& metric, double value)
{
    const units::Shown shown = units::show(value * metric.si, metric.unit);
    const QString number = QString::fromStdString(shown.number).remove(QLatin1Char(','));
    bool plain = false;
    const double bare = number.toDouble(&plain);
    row.unit = words(shown.unit.c_str()).replace(QLatin1String("USD"), QLatin1String("$"));
    row.value = plain ? steady_number(bare) : number;
}

ReadoutRow metric_row(const Metric& metric, double value, double memory_limit_bytes)
{
    ReadoutRow row;
    row.name = text(Message{metric.short_label, {}});
    row.help = text(Message{metric.definition, {}});
    if (metric.group == MetricGroup::Run) {
        show_in_any_unit(row, metric, value);
        return row;
    }
    const bool counted = metric.unit == units::Unit::Count;
    const Scaled shown = counted ? scaled(value, metric.digits)
                                 : Scaled{steady_number(value * display_factor(metric), metric.digits), {}};
    row.value = shown.number;
    row.unit = metric_unit(metric, memory_limit_bytes);
    if (!shown.prefix.isEmpty())
        row.unit.prepend(shown.prefix + QLatin1Char(' '));
    return row;
}

} // namespace

QString steady_number(double value, int digits)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const int magnitude = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    if (magnitude >= 7)
        return QString::number(value, 'e', digits - 1)
            .remove(QLatin1String("+"))
            .replace(QLatin1Char('-'), QChar(0x2212));
    const int decimals = std::clamp(digits - 1 - magnitude, 0, 4);
    QString text = QLocale(QLocale::English).toString(std::abs(value), 'f', decimals);
    return value < 0 ? QChar(0x2212) + text : text;
}

QString metric_number(const Metric& metric, double value)
{
    const double shown = value * display_factor(metric);
    return metric.decimals >= 0 && std::isfinite(shown) ? QString::number(shown, 'f', metric.decimals)
                                                        : steady_number(shown);
}

QString metric_unit(const Metric& metric, double memory_limit_bytes)
{
    if (&metric == find_metric("memory_bytes_per_gpu"))
        return words("GB of %1").arg(QString::number(memory_limit_bytes / 1e9, 'g', 4));
    return *metric.unit_words ? text(Message{metric.unit_words, {}}) : QString();
}

std::vector<ReadoutRow> readout_rows(const Estimate& estimate, const Scenario& scenario, bool extrapolated)
{
    const Parts& parts = estimate.parts;
    const bool known = parts.possible() && parts.step_seconds > 0;
    const double limit
        = parts.memory_limit_bytes > 0 ? parts.memory_limit_bytes : scenario.cluster.accelerator.memory_bytes;
    std::vector<ReadoutRow> rows;
    MetricGroup group = MetricGroup::Rate;
    for (const Metric* metric : metrics_at(on_readout)) {
        if (!says_something(*metric, parts))
            continue;
        ReadoutRow row = metric_row(*metric, known ? metric->value(parts) : std::nan(""), limit);
        const bool money = metric->group == MetricGroup::Power || metric->group == MetricGroup::Run;
        row.assumed = money || (extrapolated && metric->group != MetricGroup::Memory);
        row.rule_above = metric->group != group;
        group = metric->group;
        if (row.rule_above && group == MetricGroup::Run) {
            rows.push_back({words("Whole run"),
                            quantity(scenario.workload.tokens, units::Unit::Tokens),
                            {},
                            words("Training on all tokens of the scenario, interruptions included."),
                            false,
                            true});
            row.rule_above = false;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

QString readout_note(const Estimate& estimate, const Scenario& scenario)
{
    if (!estimate.parts.possible())
        return text(estimate.reason);
    QString note = words("MFU of the dense %1 peak, %2, attention counted in full.")
                       .arg(QLatin1String(name(scenario.workload.precision)),
                            quantity(estimate.parts.peak_flops, units::Unit::FlopPerSecond));
    if (estimate.parts.gpus_used < estimate.parts.gpus)
        note += QLatin1Char(' ')
            + words("%1 of %2 GPUs in use.")
                  .arg(quantity(estimate.parts.gpus_used, units::Unit::Count),
                       quantity(estimate.parts.gpus, units::Unit::Count));
    return note;
}

} // namespace plateau::ui
