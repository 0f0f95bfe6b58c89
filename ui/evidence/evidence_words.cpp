// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/evidence/evidence_words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

#include "ui/base/text.h"
#include "ui/panels/readout_rows.h"
#include "ui/parameters/row_text.h"

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("evidence", english); }
const QString dash = QStringLiteral("–");

QString signed_percent(double fraction)
{
    const double percent = std::round(fraction * 1000) / 10;
    const QString digits
        = QLocale(QLocale::English).toString(std::abs(percent), 'f', std::abs(percent) < 99.95 ? 1 : 0);
    return (percent > 0 ? QStringLiteral("+") : percent < 0 ? QString(QChar(0x2212)) : QString()) + digits;
}

/// Columns of the tables, and the parameter they decide.
constexpr std::pair<const char*, const char*> columns_of_keys[] = {{"micro_batch", "micro_batch"},
                                                                   {"global_batch", "global_batch_seqs"},
                                                                   {"recompute", "recompute"},
                                                                   {"dp_mode", "sharding"},
                                                                   {"sequence_parallel", "seq_parallel"},
                                                                   {"virtual_stages", "vp"},
                                                                   {"precision", "precision"},
                                                                   {"attention", "attention_kernel"},
                                                                   {"stack", "framework"},
                                                                   {"nvlink_domain", "gpus_per_node"},
                                                                   {"scale_out_bandwidth", "nic_gbps_per_gpu"},
                                                                   {"layers", "layers"}};

bool was_assumed(const evidence::Posed& posed, const char* key)
{
    for (const auto& [parameter, column] : columns_of_keys)
        if (std::string(parameter) == key)
            return std::find(posed.defaults.begin(), posed.defaults.end(), column) != posed.defaults.end();
    return false;
}

QString link_of(const std::string& place)
{
    if (place.starts_with("http://") || place.starts_with("https://"))
        return text(place.substr(0, place.find(' ')));
    if (place.starts_with("arXiv:") || place.starts_with("arxiv:"))
        return QStringLiteral("https://arxiv.org/abs/") + text(place.substr(6, place.find_first_of(" ,;", 6) - 6));
    if (!place.starts_with("github:"))
        return {};
    const std::string rest = place.substr(7, place.find(' ') - 7);
    const std::size_t at = rest.find('@'), colon = rest.find(':');
    const std::string repository = rest.substr(0, std::min(at, colon));
    const std::string base = "https://github.com/" + repository;
    if (at == std::string::npos)
        return text(base);
    const std::string commit = rest.substr(at + 1, colon == std::string::npos ? colon : colon - at - 1);
    return text(colon == std::string::npos ? base + "/tree/" + commit
                                           : base + "/blob/" + commit + "/" + rest.substr(colon + 1));
}

} // namespace

std::vector<Fact> comparison_facts(const evidence::Evidence& evidence, std::size_t run)
{
    const evidence::Row& row = evidence.sample.rows[run];
    const evidence::Prediction& prediction = evidence.predictions[run];
    const std::optional<double> step = row.measured_step_seconds();
    const std::optional<double> rate = row.measured_tokens_per_s_per_gpu();
    const double slower = step ? prediction.step_seconds / *step : 0; // predicted rate is the measured one over this
    const QString not_given = words("not given");
    const auto shown
        = [&](std::optional<double> value, int digits) { return value ? steady_number(*value, digits) : not_given; };
    const auto of_measured
        = [&](double predicted) { return step ? std::optional<double>(100 * predicted * slower) : std::nullopt; };
    const Parts& parts = prediction.parts;
    std::vector<Fact> facts{
        {words("Step time"),
         QStringLiteral("s"),
         {shown(step, 4), steady_number(prediction.step_seconds, 4)},
         false,
         {}},
        {words("per GPU"),
         words("tokens/s"),
         {shown(rate, 4), steady_number(prediction.tokens_per_s_per_gpu, 4)},
         false,
         {}},
        {words("MFU"),
         words("% of %1").arg(quantity(parts.peak_flops, units::Unit::FlopPerSecond)),
         {shown(of_measured(parts.mfu()), 3), steady_number(100 * parts.mfu(), 3)},
         false,
         words("Of %1 dense per GPU; 6N + 12 L d s, attention counted in full. Both columns count the same FLOP.")
             .arg(quantity(parts.peak_flops, units::Unit::FlopPerSecond))},
        {words("HFU"),
         QStringLiteral("%"),
         {shown(of_measured(parts.hfu()), 3), steady_number(100 * parts.hfu(), 3)},
         false,
         words("FLOP the devices execute, recomputation included.")}};
    const double limit = parts.memory_limit_bytes / 1e9;
    const auto memory = row.memory_bytes ? std::optional<double>(*row.memory_bytes / 1e9) : std::nullopt;
    facts.push_back({words("Memory"),
                     words("GB of %1").arg(QString::number(limit, 'g', 4)),
                     {shown(memory, 3), steady_number(prediction.memory_bytes / 1e9, 3)},
                     false,
                     row.memory_kind.empty() ? QString() : words("Measured as %1.").arg(text(row.memory_kind))});
    if (row.oom)
        facts.push_back({words("Fits"),
                         {},
                         {*row.oom ? words("no") : words("yes"), prediction.out_of_memory ? words("no") : words("yes")},
                         false,
                         {}});
    if (row.node_watts)
        facts.push_back({words("Node power"),
                         QStringLiteral("W"),
                         {steady_number(*row.node_watts, 4), steady_number(prediction.node_watts, 4)},
                         false,
                         {}});
    if (step)
        facts.push_back(
            {words("Error"), words("% of measured step"), {QString(), signed_percent(slower - 1)}, false, {}});
    return facts;
}

std::vector<Fact> configuration_facts(const evidence::Evidence& evidence, std::size_t run,
                                      const catalog::Catalog& catalog)
{
    const evidence::Case& one = evidence.sample.cases[run];
    const Scenario& scenario = one.posed.scenario;
    std::vector<Fact> facts;
    const auto add = [&](const char* key) {
        const TrainingParameter& row = *training_parameters().find(key);
        facts.push_back({text(Message{row.label, {}}),
                         {},
                         {shown_value(row, row.get(scenario), catalog)},
                         was_assumed(one.posed, key),
                         text(Message{row.help, {}})});
    };
    facts.push_back({words("Hardware"), {}, {text(scenario.cluster.accelerator.title)}, false, {}});
    for (const char* key : {"gpus", "sequence", "micro_batch", "global_batch", "dp_mode"})
        add(key);
    for (const char* key : {"tp", "pp", "cp", "ep"})
        if (std::get<double>(training_parameters().find(key)->get(scenario)) > 1)
            add(key);
    if (scenario.plan.tp > 1)
        add("sequence_parallel");
    if (scenario.plan.pp > 1)
        add("schedule");
    if (scenario.plan.virtual_stages > 1)
        add("virtual_stages");
    for (const char* key : {"recompute", "attention", "precision", "scale_out_bandwidth", "stack"})
        add(key);
    facts.back().values = {text(scenario.assumptions.stack.title)};
    return facts;
}

RunSourcePanel::Words source_words(const evidence::Evidence& evidence, std::size_t run)
{
    const evidence::Row& row = evidence.sample.rows[run];
    RunSourcePanel::Words result;
    result.source = text(row.source);
    result.place = text(row.url);
    result.link = link_of(row.url);
    const std::size_t end = row.known.find_first_of(";(,");
    result.badge = text(row.known.substr(0, end)).trimmed();
    if (end != std::string::npos) {
        QString rest = text(row.known.substr(end)).trimmed();
        while (rest.startsWith(QLatin1Char(';')) || rest.startsWith(QLatin1Char(',')))
            rest = rest.mid(1).trimmed();
        result.remark = rest;
    }
    QStringList assumed;
    for (const std::string& column : evidence.sample.cases[run].posed.defaults)
        assumed << text(column);
    if (!assumed.isEmpty())
        result.assumed
            = words("Not given, the software's default was taken: %1.").arg(assumed.join(QStringLiteral(", ")));
    if (!row.step_seconds && row.tokens_per_s_per_gpu)
        result.assumed += (result.assumed.isEmpty() ? QString() : QStringLiteral(" "))
            + words("Step time derived from tokens per second.");
    result.notes = text(row.notes);
    return result;
}

QString point_hint(const EvidenceModel& model, std::size_t run, figures::EvidenceQuantity quantity)
{
    const evidence::Evidence& evidence = model.evidence();
    const auto value = compared(evidence, run, quantity);
    if (!value)
        return {};
    const bool time = quantity == figures::EvidenceQuantity::StepTime;
    const double scale = time ? 1 : 1e-9;
    const QString unit = time ? QStringLiteral("s") : QStringLiteral("GB");
    return text(figures::run_title(evidence, run)) + QStringLiteral(", ")
        + text(evidence::source_label(model.claims(), evidence.sample.rows[run].source)) + QLatin1Char('\n')
        + words("measured %1 %3, predicted %2 %3: %4 %")
              .arg(steady_number(value->measured * scale, 4), steady_number(value->predicted * scale, 4), unit,
                   signed_percent(value->error()));
}

QString measured_hint(const EvidenceModel& model, const std::string& id)
{
    if (!model.is_loaded())
        return {};
    const std::size_t run = model.find(id);
    if (run >= model.evidence().sample.rows.size())
        return {};
    const Scenario& scenario = model.evidence().sample.cases[run].posed.scenario;
    const auto rate = model.evidence().sample.rows[run].measured_tokens_per_s_per_gpu();
    return point_hint(model, run, figures::EvidenceQuantity::StepTime) + QLatin1Char('\n')
        + words("%1 tokens/s per GPU; %2, %3 sequences of %4, micro-batch %5")
              .arg(rate ? steady_number(*rate, 4) : dash, text(scenario.assumptions.stack.title),
                   quantity(scenario.workload.global_batch, units::Unit::Count),
                   quantity(scenario.workload.sequence, units::Unit::Count))
              .arg(scenario.plan.micro_batch);
}

std::vector<Fact> summary_facts(const evidence::ScoredGroup& group)
{
    const auto percent = [](std::optional<double> value) {
        return value ? QLocale(QLocale::English).toString(100 * *value, 'f', 1) : dash;
    };
    const auto bias = [](std::optional<double> value) { return value ? signed_percent(*value) : dash; };
    const auto count = [](int n) { return text(units::show(n, units::Unit::Count).number); };
    std::vector<Fact> facts;
    if (const auto& time = group.time)
        facts.push_back(
            {words("Step time"),
             {},
             {count(time->n), percent(time->mape), percent(time->median_ape), bias(time->bias),
              time->rank_correlation ? steady_number(*time->rank_correlation, 2) : dash, percent(time->top1_regret)},
             false,
             words("Rank correlation and regret over layout sweeps: five or more runs that differ only in "
                   "their layout. Regret is what the layout predicted fastest loses against the best.")});
    if (const auto& memory = group.memory; memory && memory->n > 0)
        facts.push_back(
            {words("Memory per GPU"),
             {},
             {count(memory->n), percent(memory->mape), percent(memory->median_ape), bias(memory->bias), dash, dash},
             false,
             {}});
    if (const auto& power = group.power)
        facts.push_back(
            {words("Power per node"),
             {},
             {count(power->n), percent(power->mape), percent(power->median_ape), bias(power->bias), dash, dash},
             false,
             {}});
    if (const auto& memory = group.memory; memory && memory->oom_n > 0)
        facts.push_back(
            {words("Fits or not"),
             words("% wrong"),
             {count(memory->oom_n),
              percent(memory->oom_accuracy ? std::optional<double>(1 - *memory->oom_accuracy) : std::nullopt), dash,
              dash, dash, dash},
             false,
             words("Runs of which it is known whether they ran out of memory: %1 did and were predicted to "
                   "fit, %2 did not and were predicted to.")
                 .arg(memory->oom_missed)
                 .arg(memory->oom_false_alarm)});
    return facts;
}

} // namespace plateau::ui
