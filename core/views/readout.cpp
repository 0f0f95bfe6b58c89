// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/answers/returns.h"
#include "core/model/prepared.h"
#include "core/model/training_run.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/words.h"
#include "core/views/scaling_view.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

Message above_peak(const char* metric, bool attention_counted)
{
    if (attention_counted)
        return {
            PLATEAU_TEXT("%1 would exceed 100 %: more attention is counted than kernels execute that skip the masked "
                         "half. Count causal attention."),
            {metric}};
    return {PLATEAU_TEXT("%1 would exceed 100 %: kernels cannot be this fast."), {metric}};
}

/// What crosses domains has the links of those that share one alone; empty where nearly all of a domain take part.
Message few_in_a_domain(const Scenario& scenario, const Parts& parts)
{
    constexpr double nearly_all = 0.75;
    if (!(parts.gpus_used > parts.domain_used))
        return {};
    const Degrees degrees = complete(*prepare(scenario), parts.plan);
    const double room = degrees.domain_used, rest = std::fmod(degrees.gpus_used, degrees.segment);
    const double least = rest > 0 ? rest : degrees.segment;
    if (least >= nearly_all * room)
        return {};
    const Quantity here{least, Unit::Count}, all{room, Unit::Count};
    const Quantity filling{room * std::round(parts.gpus_used / room), Unit::Gpus};
    return rest > 0 ? Message{PLATEAU_TEXT("The last scale-up domain holds %1 of %2 accelerators: what crosses domains "
                                           "is as slow as the links of those. %3 fill all domains."),
                              {here, all, filling}}
                    : Message{PLATEAU_TEXT("Each scale-up domain holds %1 of %2 accelerators, as that comes out even: "
                                           "what crosses domains has fewer links. %3 fill all domains."),
                              {here, all, filling}};
}

Message eaten(const Prepared& prepared, const Parts& parts)
{
    const TrainingRun run = training_run(prepared, parts);
    if (run.tokens > 0 && std::isnan(parts.run_seconds))
        return {PLATEAU_TEXT("The run never ends: an interruption comes every %1, and a step takes %2."),
                {Quantity{run.every.mean_between, Unit::Seconds}, Quantity{parts.step_seconds, Unit::Seconds}}};
    if (run.availability < much_lost)
        return {
            PLATEAU_TEXT(
                "Only %1 of the time advances the run: most of the time, more hosts are down than there are spares."),
            {Quantity{parts.goodput, Unit::Fraction, 2}}};
    return {PLATEAU_TEXT("Only %1 of the time advances the run: an interruption comes every %2, a checkpoint every %3 "
                         "takes %4, a restart %5."),
            {Quantity{parts.goodput, Unit::Fraction, 2}, Quantity{run.every.mean_between, Unit::Seconds},
             Quantity{run.every.interval, Unit::Seconds}, Quantity{run.every.checkpoint, Unit::Seconds},
             Quantity{run.every.restart, Unit::Seconds}}};
}

} // namespace

std::vector<Remark> remarks(const Scenario& scenario, const Parts& parts)
{
    std::vector<Remark> result;
    if (!parts.possible())
        return result;
    if (Message warning = software_warning(scenario, parts.plan); !warning.empty())
        result.push_back({std::move(warning), "tokens_per_s", "stack"});
    if (Message refusal = dispatcher_warning(scenario, parts.plan); !refusal.empty())
        result.push_back({std::move(refusal), "tokens_per_s", "dispatcher"});
    if (Message few = few_in_a_domain(scenario, parts); !few.empty())
        result.push_back({std::move(few), "tokens_per_s", "gpus"});
    const answers::LossTime to_loss(scenario);
    const double batch = to_loss.batch(parts), critical = to_loss.critical_batch();
    if (is_length_said(scenario) && batch > critical)
        result.push_back(
            {{PLATEAU_TEXT("The batch of %1 is %2 the critical batch of %3: the loss of %4 takes %5."),
              {in_prose(batch, Unit::Tokens), times(batch / critical), in_prose(critical, Unit::Tokens),
               in_prose(scenario.workload.tokens, Unit::Tokens), in_prose(to_loss.tokens(parts), Unit::Tokens)}},
             "tokens_per_s",
             scenario.workload.batch_mode == BatchMode::PerGpu ? "sequences_per_gpu" : "global_batch"});
    const bool counted = scenario.workload.counted_flop == catalog::FlopConvention::FullAttention;
    const char* const turn = counted ? "counted_flop" : "stack";
    if (std::isnan(parts.mfu()))
        result.push_back({above_peak("MFU", counted), "mfu", turn});
    if (std::isnan(parts.hfu()))
        result.push_back({above_peak("HFU", counted), "hfu", turn});
    if (parts.goodput < much_lost)
        result.push_back({eaten(*prepare(scenario), parts), "goodput", "node_mtbf"});
    return result;
}

namespace {

bool answers(const Parts& parts) { return parts.possible() && parts.step_seconds > 0; }

/// Shows a number of the whole run in whatever unit keeps it short.
MetricShown in_any_unit(const Metric& metric, double value)
{
    MetricShown look;
    constexpr int exact = 12; // the factor follows from the unit alone
    units::NumberInParts shown = units::in_parts(value * metric.shown_in.si, metric.shown_in.unit, exact);
    const auto bare = units::parse(shown.number, Unit::None);
    if (shown.noun == "USD")
        shown.noun = "$";
    look.fact.unit = unit_words(shown);
    look.factor = bare && value > 0 ? *bare / value : 1;
    return look;
}

} // namespace

MetricShown metric_shown(const Metric& metric, const Parts& parts, const Parts& other)
{
    const Parts& measure = answers(parts) ? parts : other;
    const double value = answers(measure) ? metric.value(measure) : std::numeric_limits<double>::quiet_NaN();
    MetricShown look;
    if (metric.group == MetricGroup::Run)
        look = in_any_unit(metric, value);
    else {
        const MetricScale scale = metric_scale(metric, value);
        look.fact.unit = metric_unit(metric, parts, false, scale);
        look.factor = display_factor(metric) / scale.divisor;
        look.digits = metric.shown_in.digits;
    }
    look.fact.name = plain(metric.short_label);
    const Message few = metric.group == MetricGroup::Run
        ? look.fact.unit
        : metric_unit(metric, parts, true, metric_scale(metric, value));
    look.fact.narrow = few.empty() ? look.fact.name : Message{"%1, %2", {Word{metric.short_label}, few}};
    look.fact.help = plain(metric.definition);
    return look;
}

void tell_limits(Fact& fact, const Metric& metric, const Parts& first, const Parts& second)
{
    const double one = metric.most ? metric.most(first) : 0, other = metric.most ? metric.most(second) : 0;
    if (!(one > 0) || !(other > 0) || one == other)
        return;
    const auto both = [&](bool narrow) {
        return Message{
            PLATEAU_TEXT("%1 and %2"),
            {metric_unit(metric, first, narrow, {}), Quantity{other * display_factor(metric), Unit::None, 4}}};
    };
    fact.unit = both(false);
    fact.narrow = {"%1, %2", {Word{metric.short_label}, both(true)}};
}

double shown_value(const Metric& metric, const Parts& parts, const MetricShown& look)
{
    return answers(parts) ? metric.value(parts) * look.factor : std::numeric_limits<double>::quiet_NaN();
}

std::vector<Fact> answer_facts(const Parts& parts, const Scenario& scenario)
{
    const answers::RunCost run = answers::run_cost(parts, told_tokens(scenario));
    const catalog::Price& price = scenario.cluster.accelerator.price;
    const Quantity hourly{scenario.assumptions.usd_per_gpu_hour, Unit::Usd};
    const bool listed = scenario.assumptions.money.pricing != Pricing::Owned && !price.date.empty()
        && !scenario.overrides.contains("usd_per_gpu_hour");
    const auto fact = [&](const char* metric, Argument value, bool known, Message words) {
        return Fact{.name = std::move(words),
                    .values = {plain(parts.fits() && known ? std::move(value) : Argument(dash))},
                    .metric = metric};
    };
    const double each = parts.tokens_per_s_per_gpu(), waits = 1 - figures::computing_share(parts);
    return {
        fact("tokens_per_s_per_gpu", each < 100 ? fixed(each, 1) : count(std::round(each)), true,
             {PLATEAU_TEXT("tokens/s each GPU"), {}}),
        fact("mfu", Quantity{parts.mfu(), Unit::Fraction, 2}, !std::isnan(parts.mfu()), plain("MFU")),
        fact("communication_fraction", Quantity{waits, Unit::Fraction, 2}, true, {PLATEAU_TEXT("of a step waits"), {}}),
        fact("run_days", Quantity{run.seconds, Unit::Seconds}, std::isfinite(run.seconds),
             {PLATEAU_TEXT("for %1"), {Quantity{told_tokens(scenario), Unit::Tokens}}}),
        fact("usd", Quantity{run.usd, Unit::Usd}, std::isfinite(run.usd),
             listed ? Message{PLATEAU_TEXT("at %1/GPU-h, %2"), {hourly, Verbatim{price.date}}}
                    : Message{PLATEAU_TEXT("at your price"), {}})};
}

std::vector<Fact> readout(const Estimate& estimate, const Scenario& scenario, bool extrapolated, const Message& known,
                          const Parts* beside)
{
    Parts parts = estimate.parts;
    if (parts.memory_limit_bytes <= 0)
        parts.memory_limit_bytes = usable_memory_bytes(scenario.cluster.accelerator);
    std::vector<Fact> facts;
    MetricGroup group = MetricGroup::Rate;
    for (const Metric* metric : metrics_at(on_readout)) {
        if (!says_something(*metric, parts))
            continue;
        // What is kept beside sets the units: its numbers stay as they are whatever is asked now.
        const MetricShown look = metric_shown(*metric, beside ? *beside : parts, parts);
        Fact fact = look.fact;
        if (beside)
            tell_limits(fact, *metric, parts, *beside);
        fact.metric = metric->key;
        fact.values = {plain(steady(shown_value(*metric, parts, look), look.digits))};
        if (beside) {
            fact.values.push_back(plain(steady(shown_value(*metric, *beside, look), look.digits)));
            fact.values.push_back(metric_change(*metric, parts, *beside));
        }
        const bool money = metric->group == MetricGroup::Power || metric->group == MetricGroup::Run;
        fact.assumed = money || (extrapolated && metric->group != MetricGroup::Memory);
        fact.known = fact.assumed && !extrapolated ? Message{PLATEAU_TEXT("Known by: assumption"), {}} : known;
        fact.rule_above = metric->group != group;
        group = metric->group;
        if (fact.rule_above && group == MetricGroup::Run) {
            facts.push_back(
                {.name = {PLATEAU_TEXT("Whole run"), {}},
                 .unit = is_length_said(scenario) ? plain(Quantity{scenario.workload.tokens, Unit::Tokens})
                                                  : Message{PLATEAU_TEXT("length not said"), {}},
                 .values = {Message{}},
                 .help = {PLATEAU_TEXT("Training on all tokens of the scenario, interruptions included."), {}},
                 .rule_above = true});
            fact.rule_above = false;
        }
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::vector<Message> counting_note(const Estimate& estimate, const Scenario& scenario)
{
    const Parts& parts = estimate.parts;
    if (!parts.possible())
        return {estimate.reason};
    std::vector<Message> note;
    note.push_back({PLATEAU_TEXT("MFU of the dense %1 peak, %2, counting %3."),
                    {Verbatim{name(scenario.workload.precision)}, Quantity{parts.peak_flops, Unit::FlopPerSecond},
                     counted_words(scenario)}});
    if (parts.gpus_used < parts.gpus)
        note.push_back({PLATEAU_TEXT("%1 of %2 GPUs in use."), {count(parts.gpus_used), count(parts.gpus)}});
    return note;
}

std::vector<Message> readout_note(const Estimate& estimate, const Scenario& scenario)
{
    std::vector<Message> note = counting_note(estimate, scenario);
    std::vector<Message> hangs_on = unsaid_lines(scenario);
    for (Message& line : hangs_on)
        line = Message{"%1.", {line}};
    if (!estimate.parts.possible()) {
        note.insert(note.end(), hangs_on.begin(), hangs_on.end());
        return note;
    }
    for (const Remark& remark : remarks(scenario, estimate.parts))
        hangs_on.push_back(remark.text);
    note.insert(note.begin(), hangs_on.begin(), hangs_on.end());
    note.push_back({"%1.", {price_words(scenario, true)}});
    return note;
}

Status estimate_status(const Parts& parts)
{
    const std::vector<Argument> memory{metric_number(metric("memory_bytes_per_gpu"), parts.memory_bytes),
                                       Quantity{1e-9 * parts.memory_limit_bytes, Unit::None, 4}};
    switch (parts.verdict) {
    case Verdict::Fits:
        return {Status::Tone::Good, {PLATEAU_TEXT("Fits: %1 of %2 GB per GPU"), memory}, {}, {}};
    case Verdict::Tight:
        return {Status::Tone::Warning, {PLATEAU_TEXT("Tight: %1 of %2 GB per GPU"), memory}, {}, {}};
    case Verdict::DoesNotFit:
        return {Status::Tone::Error, {PLATEAU_TEXT("Does not fit: %1 of %2 GB per GPU"), memory}, {}, {}};
    case Verdict::Impossible:
        break;
    }
    return {Status::Tone::Error, {PLATEAU_TEXT("Not possible"), {}}, {}, {}};
}

Message question_words(const Scenario& scenario, int changes)
{
    const TrainingParameter& sharding = *training_parameters().find("dp_mode");
    const Message asked{PLATEAU_TEXT("%1 on %2 %3, %4"),
                        {model_words(scenario), count(scenario.cluster.gpus),
                         Verbatim{scenario.cluster.accelerator.title}, value_words(sharding, sharding.get(scenario))}};
    if (changes == 0)
        return asked;
    return {"%1; %2",
            {asked,
             changes == 1 ? Message{PLATEAU_TEXT("1 change"), {}}
                          : Message{PLATEAU_TEXT("%1 changes"), {Verbatim{std::to_string(changes)}}}}};
}

Message subject_words(const Scenario& scenario)
{
    const Message asked = question_words(scenario, 0);
    return scenario.title.empty() ? asked : Message{"%1: %2", {title_of(scenario), asked}};
}

} // namespace plateau::narrate
