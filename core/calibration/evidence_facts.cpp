// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/evidence_facts.h"

#include "core/calibration/evidence_filter.h"
#include "core/evidence/alike.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// Columns of the tables, and the parameter they decide.
constexpr std::pair<std::string_view, std::string_view> columns_of_keys[]
    = {{"tp", "tp"},
       {"pp", "pp"},
       {"etp", "expert_tp"},
       {"micro_batch", "micro_batch"},
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

bool was_assumed(const evidence::Posed& posed, std::string_view key)
{
    for (const auto& [parameter, column] : columns_of_keys)
        if (parameter == key)
            return std::find(posed.defaults.begin(), posed.defaults.end(), column) != posed.defaults.end();
    return false;
}

/// A line with the measured and the predicted value; `narrow` says name and unit in few words.
Fact compared(const char* name, Message unit, const char* narrow, std::optional<Argument> measured, Argument predicted,
              Message help = {})
{
    return {.name = plain(name),
            .unit = std::move(unit),
            .narrow = plain(narrow),
            .values = {measured ? plain(*measured) : Message{}, plain(std::move(predicted))},
            .help = std::move(help)};
}

Argument number_or_not_given(std::optional<double> value, int digits)
{
    return value ? Argument(steady(*value, digits)) : PLATEAU_TEXT("not given");
}

const char* yes_or_no(bool yes) { return yes ? PLATEAU_TEXT("yes") : PLATEAU_TEXT("no"); }

std::string link_of(const std::string& place)
{
    if (place.starts_with("http://") || place.starts_with("https://"))
        return place.substr(0, place.find(' '));
    if (place.starts_with("arXiv:") || place.starts_with("arxiv:"))
        return "https://arxiv.org/abs/" + place.substr(6, place.find_first_of(" ,;", 6) - 6);
    if (!place.starts_with("github:"))
        return {};
    const std::string rest = place.substr(7, place.find(' ') - 7);
    const std::size_t at = rest.find('@'), colon = rest.find(':');
    const std::string base = "https://github.com/" + rest.substr(0, std::min(at, colon));
    if (at == std::string::npos)
        return base;
    const std::string commit = rest.substr(at + 1, colon == std::string::npos ? colon : colon - at - 1);
    return colon == std::string::npos ? base + "/tree/" + commit
                                      : base + "/blob/" + commit + "/" + rest.substr(colon + 1);
}

Argument percent(std::optional<double> share) { return share ? Argument(fixed(100 * *share, 1)) : dash; }
Argument bias(std::optional<double> share) { return share ? Argument(signed_percent(*share)) : dash; }

Fact scored(const char* name, int n, std::optional<double> mean, std::optional<double> median,
            std::optional<double> mean_error)
{
    return {.name = plain(name),
            .values = {plain(count(n)), plain(percent(mean)), plain(percent(median)), plain(bias(mean_error)),
                       plain(dash), plain(dash)}};
}

} // namespace

std::vector<Fact> run_comparison(const evidence::Evidence& evidence, std::size_t run)
{
    const evidence::Row& row = evidence.sample.rows[run];
    const evidence::Prediction& prediction = evidence.predictions[run];
    const Parts& parts = prediction.parts;
    const std::optional<double> step = row.measured_step_seconds();
    const double slower = step ? prediction.step_seconds / *step : 0; // predicted rate is the measured one over this
    const auto of_measured
        = [&](double predicted) { return step ? std::optional<double>(100 * predicted * slower) : std::nullopt; };
    const Quantity peak{parts.peak_flops, Unit::FlopPerSecond};
    std::vector<Fact> facts{
        compared(PLATEAU_TEXT("Step time"), plain("s"), "", number_or_not_given(step, 4),
                 steady(prediction.step_seconds, 4)),
        compared(PLATEAU_TEXT("per GPU"), {PLATEAU_TEXT("tokens/s"), {}}, PLATEAU_TEXT("Tok/s/GPU"),
                 number_or_not_given(row.measured_tokens_per_s_per_gpu(), 4),
                 steady(prediction.tokens_per_s_per_gpu, 4)),
        compared(PLATEAU_TEXT("MFU"), {PLATEAU_TEXT("% of %1"), {peak}}, PLATEAU_TEXT("MFU, %"),
                 number_or_not_given(of_measured(parts.mfu()), 3), steady(100 * parts.mfu()),
                 {PLATEAU_TEXT("Of %1 dense per GPU; 6N + 12 L d s, attention counted in full. Both columns count the "
                               "same FLOP."),
                  {peak}}),
        compared(PLATEAU_TEXT("HFU"), plain("%"), "", number_or_not_given(of_measured(parts.hfu()), 3),
                 steady(100 * parts.hfu()), {PLATEAU_TEXT("FLOP the devices execute, recomputation included."), {}})};
    const auto gigabytes = row.memory_bytes ? std::optional<double>(*row.memory_bytes / 1e9) : std::nullopt;
    facts.push_back(compared(
        PLATEAU_TEXT("Memory"), {PLATEAU_TEXT("GB of %1"), {Quantity{parts.memory_limit_bytes / 1e9, Unit::None, 4}}},
        PLATEAU_TEXT("Memory, GB"), number_or_not_given(gigabytes, 3), steady(prediction.memory_bytes / 1e9),
        row.memory_kind.empty() ? Message{} : Message{PLATEAU_TEXT("Measured as %1."), {Verbatim{row.memory_kind}}}));
    if (row.oom)
        facts.push_back(
            compared(PLATEAU_TEXT("Fits"), {}, "", yes_or_no(!*row.oom), yes_or_no(!prediction.out_of_memory)));
    if (row.node_watts)
        facts.push_back(compared(PLATEAU_TEXT("Node power"), plain("W"), PLATEAU_TEXT("Node, W"),
                                 steady(*row.node_watts, 4), steady(prediction.node_watts, 4)));
    if (step)
        facts.push_back(compared(PLATEAU_TEXT("Error"), {PLATEAU_TEXT("% of measured step"), {}},
                                 PLATEAU_TEXT("Error, %"), {}, signed_percent(slower - 1)));
    return facts;
}

std::vector<Fact> run_configuration(const evidence::Evidence& evidence, std::size_t run)
{
    const evidence::Case& one = evidence.sample.cases[run];
    const Scenario& scenario = one.posed.scenario;
    std::vector<Fact> facts;
    const auto add = [&](const char* key) {
        const TrainingParameter& row = *training_parameters().find(key);
        facts.push_back({.name = plain(Word{row.label}),
                         .values = {plain(value_words(row, row.get(scenario)))},
                         .help = plain(Word{row.help}),
                         .assumed = was_assumed(one.posed, key)});
    };
    facts.push_back(
        {.name = {PLATEAU_TEXT("Hardware"), {}}, .values = {plain(Verbatim{scenario.cluster.accelerator.title})}});
    for (const char* key : {"gpus", "sequence", "micro_batch", "global_batch", "dp_mode"})
        add(key);
    for (const char* key : {"tp", "pp", "cp", "ep"})
        if (std::get<double>(training_parameters().find(key)->get(scenario)) > 1)
            add(key);
    if (scenario.plan.ep > 1 && scenario.plan.tp > 1)
        add("etp");
    if (scenario.plan.tp > 1)
        add("sequence_parallel");
    if (scenario.plan.pp > 1)
        add("schedule");
    if (scenario.plan.virtual_stages > 1)
        add("virtual_stages");
    for (const char* key : {"recompute", "attention", "precision", "scale_out_bandwidth", "stack"})
        add(key);
    facts.back().values = {plain(catalog::title_of(scenario.assumptions.stack))};
    return facts;
}

RunOrigin run_origin(const evidence::Row& row, const evidence::Posed& posed)
{
    constexpr const char* white = " \t";
    RunOrigin origin{.source = row.source, .place = row.url, .link = link_of(row.url), .notes = row.notes};
    const std::size_t end = row.known.find_first_of(";(,");
    origin.badge = row.known.substr(0, end);
    origin.badge.erase(origin.badge.find_last_not_of(white) + 1);
    if (end != std::string::npos) {
        const std::size_t from = row.known.find_first_not_of(";, \t", end);
        origin.remark = from == std::string::npos ? "" : row.known.substr(from);
        origin.remark.erase(origin.remark.find_last_not_of(white) + 1);
    }
    if (!posed.defaults.empty())
        origin.assumed.push_back(
            {PLATEAU_TEXT("Not given, the software's default was taken: %1."), {Verbatim{joined(posed.defaults)}}});
    if (!row.step_seconds && row.tokens_per_s_per_gpu)
        origin.assumed.push_back({PLATEAU_TEXT("Step time derived from tokens per second."), {}});
    return origin;
}

std::vector<Fact> score_facts(const evidence::ScoredGroup& group)
{
    std::vector<Fact> facts;
    if (const auto& time = group.time) {
        Fact fact = scored(PLATEAU_TEXT("Step time"), time->n, time->mape, time->median_ape, time->bias);
        fact.values[4] = plain(time->rank_correlation ? Argument(steady(*time->rank_correlation, 2)) : dash);
        fact.values[5] = plain(percent(time->top1_regret));
        fact.help = {PLATEAU_TEXT("Rank correlation and regret over layout sweeps: five or more runs that differ only "
                                  "in their layout. Regret is what the layout predicted fastest loses against the "
                                  "best."),
                     {}};
        facts.push_back(std::move(fact));
    }
    const auto& memory = group.memory;
    if (memory && memory->n > 0)
        facts.push_back(
            scored(PLATEAU_TEXT("Memory per GPU"), memory->n, memory->mape, memory->median_ape, memory->bias));
    if (const auto& power = group.power)
        facts.push_back(scored(PLATEAU_TEXT("Power per node"), power->n, power->mape, power->median_ape, power->bias));
    if (memory && memory->oom_n > 0) {
        Fact fact = scored(PLATEAU_TEXT("Fits or not"), memory->oom_n, {}, {}, {});
        fact.unit = {PLATEAU_TEXT("% wrong"), {}};
        if (memory->oom_accuracy)
            fact.values[1] = plain(percent(1 - *memory->oom_accuracy));
        fact.help = {PLATEAU_TEXT("Runs of which it is known whether they ran out of memory: %1 did and were predicted "
                                  "to fit, %2 did not and were predicted to."),
                     {Verbatim{std::to_string(memory->oom_missed)}, Verbatim{std::to_string(memory->oom_false_alarm)}}};
        facts.push_back(std::move(fact));
    }
    return facts;
}

Status evidence_status(const evidence::Evidence& evidence, std::size_t shown)
{
    const double all = double(evidence.sample.rows.size());
    const double predicted = double(std::count_if(evidence.predictions.begin(), evidence.predictions.end(),
                                                  [](const evidence::Prediction& each) { return each.predicted(); }));
    return Status{.verdict = {PLATEAU_TEXT("%1 of %2 runs predicted, %3 shown"),
                              {count(predicted), count(all), count(double(shown))}},
                  .known = {PLATEAU_TEXT("Shipped stacks; %1 runs lack a cell or are of a kind not modelled"),
                            {count(all - predicted)}}};
}

} // namespace plateau::narrate

namespace plateau::figures {

namespace {

std::string precision_group(const Scenario& run)
{
    using catalog::Precision;
    const Precision precision = run.workload.precision;
    if (precision == Precision::NvFp4)
        return english(Message{PLATEAU_TEXT("4 bit"), {}});
    const bool narrow = precision == Precision::Fp8 || precision == Precision::MxFp8;
    return english(Message{narrow ? PLATEAU_TEXT("8 bit") : PLATEAU_TEXT("16 bit"), {}});
}

std::string model_group(const Scenario& run)
{
    return english(Message{run.workload.shape.experts > 0 ? PLATEAU_TEXT("Experts") : PLATEAU_TEXT("Dense"), {}});
}

std::string attention_group(const Scenario& run)
{
    const bool flash = catalog::is_flash(run.assumptions.attention);
    return english(Message{flash ? PLATEAU_TEXT("Flash") : PLATEAU_TEXT("Unfused"), {}});
}

bool is_on(const EvidenceFilter& filter, const Scenario& run)
{
    return std::all_of(filter.groups_off.begin(), filter.groups_off.end(), [&](const auto& entry) {
        const auto found = std::ranges::find(evidence_groupings(), entry.first, &EvidenceGrouping::id);
        return found == evidence_groupings().end() || !entry.second.count(found->group(run));
    });
}

} // namespace

std::span<const EvidenceGrouping> evidence_groupings()
{
    static const EvidenceGrouping table[] = {
        {"hardware",
         {PLATEAU_TEXT("Hardware"), {}},
         [](const Scenario& run) { return hardware_family(run.cluster.accelerator); }},
        {"generation",
         {PLATEAU_TEXT("Generation"), {}},
         [](const Scenario& run) { return run.cluster.accelerator.generation; }},
        {"precision", {PLATEAU_TEXT("Precision"), {}}, precision_group},
        {"models", {PLATEAU_TEXT("Models"), {}}, model_group},
        {"attention", {PLATEAU_TEXT("Attention"), {}}, attention_group},
    };
    return table;
}

std::vector<std::string> groups_of(const evidence::Evidence& evidence, const EvidenceGrouping& grouping)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i) {
        if (!evidence.predictions[i].predicted())
            continue;
        const std::string name = grouping.group(evidence.sample.cases[i].posed.scenario);
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return names;
}

std::vector<std::size_t> filtered(const evidence::Evidence& evidence, const EvidenceFilter& filter,
                                  const Scenario& scenario)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i) {
        const evidence::Row& row = evidence.sample.rows[i];
        const Scenario& run = evidence.sample.cases[i].posed.scenario;
        if (!evidence.predictions[i].predicted() || filter.sources_off.count(row.source)
            || filter.left_out.count(row.id) || !is_on(filter, run))
            continue;
        if (run.cluster.gpus < filter.least_gpus || run.cluster.gpus > filter.most_gpus)
            continue;
        if (!filter.only_alike || evidence::is_alike(evidence.sample.cases[i], scenario))
            shown.push_back(i);
    }
    return shown;
}

} // namespace plateau::figures
