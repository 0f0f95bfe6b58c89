// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout_rows.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

#include "ui/text.h"

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("readout", english); }

/// A number with the prefix that keeps it short, and the unit that goes with it.
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

/// What training on all tokens takes, interruptions included.
void add_run(std::vector<ReadoutRow>& rows, const Parts& parts, const Scenario& scenario, bool known)
{
    const auto add = [&](const char* name, double value, units::Unit unit, const char* help) {
        const units::Shown shown = units::show(known ? value : std::nan(""), unit);
        const QString number = QString::fromStdString(shown.number).remove(QLatin1Char(','));
        bool plain = false;
        const double scaled_value = number.toDouble(&plain);
        const QString words_of_unit = words(shown.unit.c_str()).replace(QLatin1String("USD"), QLatin1String("$"));
        rows.push_back(
            {words(name), words_of_unit, plain ? steady_number(scaled_value) : number, words(help), true, false});
    };
    rows.push_back({words("Whole run"),
                    quantity(scenario.workload.tokens, units::Unit::Tokens),
                    {},
                    words("Training on all tokens of the scenario, interruptions included."),
                    false,
                    true});
    add("Time", parts.run_seconds, units::Unit::Seconds, "Wall-clock time.");
    add("Goodput", parts.goodput, units::Unit::Fraction,
        "Share of the time that advances the run; the rest goes to checkpoints, lost work and restarts.");
    add("Cost", parts.run_usd, units::Unit::Usd, "Hardware of the whole cluster for that time, spares included.");
    add("Energy", parts.run_joules, units::Unit::Joules, "Of the facility: hosts, network and cooling are assumed.");
    add("Carbon", parts.run_kg_co2e, units::Unit::Kilograms,
        "CO2 equivalent of that electricity, location-based; making the hardware is left out.");
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

std::vector<ReadoutRow> readout_rows(const Estimate& estimate, const Scenario& scenario, bool extrapolated)
{
    const Parts& parts = estimate.parts;
    const bool known = parts.possible() && parts.step_seconds > 0;
    const double nothing = std::nan("");
    const auto value = [&](double number) { return known ? number : nothing; };
    const Scaled throughput = scaled(value(parts.tokens_per_s), 4);
    const double gigabyte = 1e9;
    std::vector<ReadoutRow> rows{
        {words("Throughput"),
         throughput.prefix + (throughput.prefix.isEmpty() ? QString() : QString(QLatin1Char(' '))) + words("tokens/s"),
         throughput.number, words("Tokens of the whole cluster per second."), extrapolated, false},
        {words("per GPU"), words("tokens/s"), steady_number(value(parts.tokens_per_s_per_gpu()), 4),
         words("Throughput divided by the GPUs in use."), extrapolated, false},
        {words("MFU"), QStringLiteral("%"), steady_number(100 * value(parts.mfu())),
         words("Model FLOP/s over the dense peak; attention counted in full."), extrapolated, false},
        {words("HFU"), QStringLiteral("%"), steady_number(100 * value(parts.hfu())),
         words("Executed FLOP/s over the dense peak, recomputation included."), extrapolated, false},
        {words("Step time"), QStringLiteral("s"), steady_number(value(parts.step_seconds), 4),
         words("One optimizer step."), extrapolated, true},
        {words("Exposed comm."), words("% of step"), steady_number(100 * value(parts.communication_fraction())),
         words("Communication the step waits for."), extrapolated, false},
        {words("All comm."), words("% of step"), steady_number(100 * value(parts.communication_busy_fraction())),
         words("Communication, hidden under compute or not."), extrapolated, false},
    };
    if (parts.plan.pp > 1)
        rows.push_back({words("Pipeline idle"), words("% of step"), steady_number(100 * value(parts.bubble_fraction())),
                        words("Stages waiting for the pipeline to fill and drain."), extrapolated, false});
    const double limit
        = parts.memory_limit_bytes > 0 ? parts.memory_limit_bytes : scenario.cluster.accelerator.memory_bytes;
    rows.push_back({words("Memory"), words("GB of %1").arg(QString::number(limit / gigabyte, 'g', 4)),
                    steady_number(value(parts.memory_bytes) / gigabyte), words("Largest on any GPU."), false, true});
    rows.push_back({words("Power"), words("W per GPU"), steady_number(value(parts.power_watts)),
                    words("Board power, from a two-state model: busy or waiting."), true, true});
    rows.push_back({words("Energy"), words("tokens/J"), steady_number(value(parts.tokens_per_joule())),
                    words("Per joule of the whole facility: hosts, network and cooling are assumed."), true, false});
    rows.push_back({words("Cost"), words("$ per M tokens"), steady_number(value(parts.usd_per_million_tokens)),
                    words("All GPUs of the cluster at their hourly price."), true, false});
    add_run(rows, parts, scenario, known);
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
            + words("%1 of %2 GPUs used.")
                  .arg(quantity(estimate.parts.gpus_used, units::Unit::Count),
                       quantity(estimate.parts.gpus, units::Unit::Count));
    return note;
}

} // namespace plateau::ui
