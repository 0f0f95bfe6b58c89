// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/limits/limits_words.h"

#include <QCoreApplication>

#include <cmath>

#include "core/limits/closed_forms.h"
#include "core/narrate/limits_sentence.h"
#include "ui/base/text.h"
#include "ui/limits/limits_model.h"

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

std::vector<ReadoutRow> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                       const catalog::Growth& growth)
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
    if (growth.per_year > 1 && point.model.training_flop > 0)
        rows.push_back({words("Year"), words("at × %1 a year").arg(quantity(growth.per_year, units::Unit::None)),
                        QString::number(catalog::year_of(growth, point.model.training_flop), 'f', 1),
                        words("When the largest runs reach this compute if they keep growing so.")});
    return rows;
}

std::vector<ReadoutRow> closed_form_readout(const LimitsScenario& scenario)
{
    const limits::Question& question = scenario.question;
    const limits::NodeRates node = limits::node_rates(question.machine);
    const limits::GrowthRule growth = limits::growth_rule(question.rules);
    std::vector<ReadoutRow> rows;
    const auto row = [&](const char* name, double value, units::Unit unit, const char* help) {
        const Cell shown = cell(value, unit, std::isfinite(value));
        rows.push_back({words(name), shown.unit, shown.number, words(help)});
    };
    row("Nanobatch needed", limits::needed_nanobatch(node), units::Unit::Tokens,
        "Tokens at a time for which the arithmetic takes as long as reading the weights.");
    rows.push_back({words("Shard needed"), words("words"), quantity(limits::needed_shard(node), units::Unit::Count),
                    words("Side of a weight shard for which the arithmetic takes as long as the all-reduces.")});
    row("Stage latency", node.stage_latency_seconds, units::Unit::Seconds,
        "One matmul and two hops on every level of the network.");
    row("T_crit", limits::critical_flop(node, growth, question.run_seconds), units::Unit::Flop,
        "The end of linear scaling.");
    row("T_limit", limits::limit_flop(node, growth, question.run_seconds), units::Unit::Flop, "The latency wall.");
    return rows;
}

QStringList what_the_forms_balance(const LimitsScenario& scenario)
{
    QStringList paragraphs;
    for (const Message& reason : narrate::closed_form_reasons(scenario))
        paragraphs << text(reason);
    return paragraphs;
}

QString run_hint(const catalog::KnownRun& run)
{
    const char* said = run.known_by == catalog::KnownBy::Read
        ? QT_TRANSLATE_NOOP("limits", "the developer's own figure")
        : run.known_by == catalog::KnownBy::Derived ? QT_TRANSLATE_NOOP("limits", "derived")
                                                    : QT_TRANSLATE_NOOP("limits", "another party's estimate");
    return QStringLiteral("<p><b>%1</b><br>%2</p><p>%3</p>")
        .arg(QString::fromStdString(figures::mark_words(run)).toHtmlEscaped(),
             words("%1, %2").arg(quantity(run.flop, units::Unit::Flop), words(said)).toHtmlEscaped(),
             QString::fromStdString(run.source).toHtmlEscaped());
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

QStringList what_the_limits_leave_out(const catalog::KnownRuns& known)
{
    QStringList paragraphs{
        words("Attention. Hardware failures. Anything asynchronous. Memory for activations. Real runs reach lower "
              "utilization."),
        words("Years assume steady growth, which nobody promised. Most known runs are estimates: point at one to "
              "read whose.")};
    if (!known.growth.source.empty())
        paragraphs << words("Growth: %1").arg(QString::fromStdString(known.growth.source));
    return paragraphs;
}

PageStatus limits_status(const LimitsModel& model)
{
    PageStatus status;
    const int points = model.points_known();
    status.verdict
        = model.is_working() ? words("%1 points, searching").arg(points) : words("%1 points, exact search").arg(points);
    bool quirks_kept = true;
    for (const figures::LimitsCurve& curve : model.picture().curves)
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
