// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/limits_words.h"

#include <QCoreApplication>

#include <cmath>

#include "core/narrate/limits_sentence.h"
#include "ui/pages/limits_model.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("limits", english); }

struct Cell {
    QString number;
    QString unit;
};

Cell cell(double value, units::Unit unit, bool known)
{
    if (!known)
        return {QStringLiteral("–"), {}};
    const units::Shown shown = units::show(value, unit);
    return {text(shown.number), text(shown.unit)};
}

QString times(std::initializer_list<double> degrees)
{
    QStringList parts;
    for (double degree : degrees)
        parts << quantity(degree, units::Unit::Count, 4);
    return parts.join(QStringLiteral(" × "));
}

} // namespace

std::vector<ReadoutRow> limits_readout(const LimitsScenario& scenario, const limits::Point& point)
{
    const bool known = point.feasible;
    const limits::Layout& layout = point.layout;
    std::vector<ReadoutRow> rows;
    const auto row = [&](const char* name, const Cell& value, const char* help) {
        rows.push_back({words(name), value.unit, value.number, words(help)});
    };
    const auto number = [&](double value, units::Unit unit) { return cell(value, unit, known); };
    Cell utilization = number(point.utilization, units::Unit::Fraction);
    utilization.unit = words("% of peak");
    row("Utilization", utilization, "Arithmetic of the model over what the cluster could do at its peak.");
    row("GPUs", number(point.devices, units::Unit::Count), "The smallest cluster that finishes in time.");
    const bool experts = point.model.experts > 1;
    row(experts ? "TP × EP × PP × DP" : "TP × PP × DP",
        {!known        ? QStringLiteral("–")
             : experts ? times({layout.tp_model * layout.tp_ff, layout.ep, layout.pp, layout.dp})
                       : times({layout.tp_model * layout.tp_ff, layout.pp, layout.dp}),
         {}},
        "Tensor, expert, pipeline and data degree of the best layout.");
    row("Parameters", cell(point.model.parameters(), units::Unit::None, point.model.width > 0),
        "Of all experts together.");
    row("Blocks, width",
        {point.model.width > 0 ? quantity(point.model.blocks, units::Unit::Count) + QStringLiteral(", ")
                 + quantity(point.model.width, units::Unit::Count)
                               : QStringLiteral("–"),
         {}},
        "Residual blocks, about twice a transformer's layers, and d_model.");
    row("Batch", cell(point.model.batch_tokens, units::Unit::Tokens, point.model.width > 0), "Tokens of one step.");
    row("Run",
        {known ? QString::number(point.run_seconds / limits::month_seconds, 'f', 2) : QStringLiteral("–"),
         words("months")},
        "Time of the whole run.");
    if (scenario.question.usd_per_device_hour > 0)
        row("Cost", number(point.usd, units::Unit::Usd), "Accelerators times hours times the price of one.");
    return rows;
}

QStringList what_binds_here(const LimitsScenario& scenario, const limits::Point& point, const QString& problem)
{
    QStringList paragraphs;
    if (!problem.isEmpty())
        paragraphs << problem;
    if (point.model.width > 0)
        paragraphs << text(narrate::what_binds(scenario, point));
    for (const Message& remark : scenario.remarks)
        paragraphs << text(remark);
    return paragraphs;
}

QStringList what_the_limits_leave_out()
{
    return {words("Attention. Hardware failures. Anything asynchronous. Memory for activations."),
            words("Real runs reach lower utilization. Years are laid along the compute axis by steady growth; nobody "
                  "promised it.")};
}

PageStatus limits_status(const LimitsModel& model)
{
    PageStatus status;
    const int points = model.points_known();
    status.verdict
        = model.is_working() ? words("%1 points, searching").arg(points) : words("%1 points, exact search").arg(points);
    bool quirks_kept = true;
    for (const LimitsCurve& curve : model.picture().curves)
        for (const LimitsParameter& row : limits_parameters().rows())
            if (row.group == "quirks" && curve.scenario->overrides.count(row.key))
                quirks_kept = false;
    status.known = quirks_kept ? words("Known by: model as published, 618 of 618 published points reproduced")
                               : words("Known by: the published model with its oddities changed");
    if (!model.is_working() && model.seconds() > 0)
        status.work = words("searched in %1").arg(quantity(model.seconds(), units::Unit::Seconds));
    return status;
}

} // namespace plateau::ui
