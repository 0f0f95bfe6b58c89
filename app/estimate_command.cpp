// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/registers.h"
#include "app/table.h"
#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/model/metrics.h"
#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/model/training_run.h"
#include "core/plan/plan_dimensions.h"
#include "core/question/scenario/unsaid.h"
#include "core/views/measured_runs.h"
#include "core/views/scaling_view.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

using units::format;
using units::Unit;

std::string verdict_line(const Estimate& estimate)
{
    const Parts& parts = estimate.parts;
    const std::string memory = memory_words(parts.memory_bytes) + " of " + memory_words(parts.memory_limit_bytes);
    switch (parts.verdict) {
    case Verdict::Fits:
        return fmt::format("Fits: {} per GPU.", memory);
    case Verdict::Tight:
        return fmt::format("Fits, but tight: {} per GPU.", memory);
    case Verdict::DoesNotFit:
        return fmt::format("Does not fit. {}", english(estimate.reason));
    case Verdict::Impossible:
        break;
    }
    return fmt::format("Not possible. {}", english(estimate.reason));
}

/// Shares below a tenth of a percent are named as such.
std::string share(double part, double whole)
{
    return part / whole < 0.001 ? std::string("< 0.1\u00a0%") : format(part / whole, Unit::Fraction);
}

std::string question_line(const Scenario& scenario)
{
    return english(narrate::question_words(scenario, 0)) + "; " + scenario.assumptions.stack.title;
}

std::string metric_remark(const Metric& metric, const Scenario& scenario)
{
    const bool of_precision = metric.key == std::string("peak_flops");
    return metric.definition + (of_precision ? std::string(" ") + plateau::name(scenario.workload.precision) : "");
}

/// How the numbers are known, and what that leaves open.
std::string known_lines(const Scenario& scenario, const Parts& parts, const evidence::Nearest& nearest, int published)
{
    std::string text = english(narrate::known_words(nearest, published)) + '\n';
    if (!std::isfinite(nearest.doubt.step))
        return text;
    const ReachBand step = step_band(nearest, scenario, parts);
    const ReachBand memory = band_of(nearest.doubt.memory * nearest.doubt.memory);
    const auto& calibrated = scenario.assumptions.stack.calibrated;
    const std::string own
        = calibrated ? fmt::format(" ({} run{} of one's own)", calibrated->runs, calibrated->runs == 1 ? "" : "s") : "";
    const evidence::MemoryChances chances = memory_chances(parts, nearest.doubt);
    const std::string thrashing = chances.thrashes < 0.01
        ? ""
        : fmt::format(", {} so barely that it thrashes", english(narrate::chance_words(chances.thrashes)));
    return text
        + fmt::format("Eight in ten within: step {} to {}{}, memory {} to {}; {} that it fits{}\n",
                      format(parts.step_seconds * step.low, Unit::Seconds),
                      format(parts.step_seconds * step.high, Unit::Seconds), own,
                      format(parts.memory_bytes * memory.low, Unit::Bytes),
                      format(parts.memory_bytes * memory.high, Unit::Bytes),
                      english(narrate::chance_words(chances.fits)), thrashing);
}

/// A line for each metric but those of the whole run: label, number, unit, definition.
std::string rates(const Scenario& scenario, const Parts& parts)
{
    TextTable table;
    std::vector<std::string> tails;
    for (const Metric* metric : metrics_at(on_readout | on_report)) {
        if (metric->group == MetricGroup::Run || !says_something(*metric, parts))
            continue;
        const units::NumberAndUnit shown
            = units::show(metric->value(parts) * metric->shown_in.si, metric->shown_in.unit);
        const bool bare = metric->shown_in.unit == Unit::Count || metric->shown_in.unit == Unit::None;
        table.add({metric->short_label, shown.number});
        tails.push_back(fmt::format(" {}{}{}  {}", shown.unit, shown.unit.empty() || !bare ? "" : " ",
                                    bare ? metric->shown_in.words.usual : "", metric_remark(*metric, scenario)));
    }
    std::string text;
    std::string aligned = table.text();
    for (std::size_t i = 0, from = 0; i < tails.size(); ++i) {
        const std::size_t end = aligned.find('\n', from);
        text += aligned.substr(from, end - from) + tails[i] + '\n';
        from = end + 1;
    }
    return text;
}

/// Where the rate of interruptions comes from, and how it is known.
std::string interruptions_source(const Scenario& scenario)
{
    const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, "node_mtbf");
    if (!assumed || scenario.overrides.count("node_mtbf"))
        return {};
    return fmt::format("  Interruptions ({}): {}\n", known_words(assumed->known_by), assumed->source);
}

/// "To train on 15 T tokens: 68.2 days, 1.2 M USD, ...", and what interruptions take of it.
std::string run_lines(const Scenario& scenario, const Parts& parts)
{
    const auto prepared = prepare(scenario);
    const TrainingRun run = training_run(*prepared, parts);
    const answers::RunCost million = answers::run_cost(parts, told_tokens(scenario));
    std::string text = is_length_said(scenario)
        ? fmt::format("To train on {}: {}, {}, {}, {} CO2e\n", units::in_words(run.tokens, Unit::Tokens),
                      format(run.seconds, Unit::Seconds), units::in_words(run.usd, Unit::Usd),
                      format(run.joules, Unit::Joules), format(run.kg_co2e, Unit::Kilograms))
        : fmt::format("A million tokens: {}, {}\n", format(million.seconds, Unit::Seconds),
                      units::in_words(million.usd, Unit::Usd));
    text += fmt::format("  {}\n", english(narrate::price_words(scenario)));
    if (run.every.mean_between > 0)
        text += fmt::format("  Goodput {}: one interruption every {} on {} hosts, {} to restart; a checkpoint of {} "
                            "takes {}, every {}\n",
                            format(run.goodput, Unit::Fraction), format(run.every.mean_between, Unit::Seconds),
                            format(run.nodes, Unit::Count), format(run.every.restart, Unit::Seconds),
                            format(run.checkpoint_bytes, Unit::Bytes), format(run.every.checkpoint, Unit::Seconds),
                            format(run.every.interval, Unit::Seconds))
            + interruptions_source(scenario);
    return text;
}

/// What to know beside the numbers, a line each.
std::string remark_lines(const Scenario& scenario, const Parts& parts)
{
    std::string text;
    for (const narrate::Remark& remark : narrate::remarks(scenario, parts))
        text += fmt::format("Note: {} ({})\n", english(remark.text), remark.key);
    return text;
}

std::string time_table(const Estimate& estimate)
{
    TextTable table({"Where the step's time goes", "exposed", "hidden", "share"});
    const double step = estimate.parts.step_seconds;
    for (const Term& term : estimate.terms) {
        if (term.part >= first_memory_part)
            continue;
        const double hidden = term.busy - term.value;
        table.add({std::string("  ") + label(term.part), format(term.value, Unit::Seconds),
                   hidden > 1e-9 * step ? format(hidden, Unit::Seconds) : "", share(term.value, step)});
    }
    table.add({"  Step", format(step, Unit::Seconds), "", format(1, Unit::Fraction)});
    return table.text();
}

std::string collective_lines(const Scenario& scenario, const Estimate& estimate)
{
    if (estimate.collectives.empty())
        return {};
    std::string text
        = fmt::format("Collectives, as {} takes them (gather_algorithm={})\n",
                      scenario.cluster.accelerator.transport.version, plateau::name(scenario.cluster.fabric.gather));
    for (const CollectiveUse& use : estimate.collectives)
        text += fmt::format("  {}\n", collective_words(use));
    return text + '\n';
}

/// "16 layers and the embedding, 4 micro-batches in flight"
std::string stage_words(const Stage& stage)
{
    return fmt::format("{} layers{}{}, {} micro-batch{} in flight", format(stage.layers, Unit::Count),
                       stage.embedding > 0 ? ", the embedding" : "", stage.head > 0 ? ", the output head" : "",
                       format(stage.micro_batches_in_flight, Unit::Count),
                       stage.micro_batches_in_flight == 1 ? "" : "es");
}

/// When the fullest GPU holds most; of a pipeline also which stage that is, and how much less the emptiest has.
std::string stage_lines(const Scenario& scenario, const Plan& plan)
{
    const auto prepared = prepare(scenario);
    const std::vector<Stage> all = stages(*prepared, plan);
    const std::size_t most = fullest(all);
    const std::string peak = fmt::format("  {}\n", english(narrate::fullest_peak_words(*prepared, plan)));
    if (all.size() < 2)
        return peak;
    const auto least = std::min_element(all.begin(), all.end(),
                                        [](const Stage& a, const Stage& b) { return a.bytes() < b.bytes(); });
    return fmt::format("  Of stage {} of {}, the fullest: {}\n{}  The emptiest is stage {}, {}: {}\n", most + 1,
                       all.size(), stage_words(all[most]), peak, least - all.begin() + 1,
                       format(least->bytes(), Unit::Bytes), stage_words(*least));
}

std::string memory_table(const Estimate& estimate)
{
    TextTable table({"What fills the memory of one GPU", "bytes", "share"});
    const double total = estimate.parts.memory_bytes;
    for (const Term& term : estimate.terms)
        if (term.part >= first_memory_part && term.part < first_power_part)
            table.add(
                {std::string("  ") + label(term.part), format(term.value, Unit::Bytes), share(term.value, total)});
    table.add({"  Sum", format(total, Unit::Bytes), format(1, Unit::Fraction)});
    return table.text();
}

/// "dp=128 tp=1 pp=1 dp_mode=fsdp ..." in one line, as `--set` spells it.
std::string plan_text(const Plan& plan)
{
    std::string text;
    for (const PlanDimension& dimension : plan_dimensions) {
        const int value = dimension.get(plan);
        const bool follows = value == 0 && *dimension.zero_name;
        if (dimension.reported && applies(dimension, plan) && !follows)
            text += fmt::format("{}{}={}", text.empty() ? "" : " ", dimension.key, plan_value_name(dimension, value));
    }
    return text;
}

/// An estimate for a reader at a terminal: verdict, rates, where the step's time goes, what fills the memory,
/// power and price, the plan. `nearest` says how it is known, on hardware of which that many runs were published.
std::string readout(const Scenario& scenario, const Estimate& estimate, const evidence::Nearest& nearest, int published)
{
    const Parts& parts = estimate.parts;
    std::string text = scenario.title.empty() ? std::string() : scenario.title + '\n';
    text += question_line(scenario) + '\n' + english(narrate::parameters_words(scenario.workload.shape)) + '\n'
        + verdict_line(estimate) + '\n' + unsaid_text(scenario);
    if (!parts.possible())
        return text;
    text += known_lines(scenario, parts, nearest, published) + '\n' + rates(scenario, parts)
        + remark_lines(scenario, parts) + '\n' + run_lines(scenario, parts) + '\n' + time_table(estimate) + '\n'
        + collective_lines(scenario, estimate) + memory_table(estimate) + stage_lines(scenario, parts.plan) + '\n';
    text += fmt::format("Plan: {}\n", plan_text(parts.plan));
    text += fmt::format("{} of {} used; {} sequences per step in {} micro-batch{} per rank\n",
                        format(parts.gpus_used, Unit::Count), format(parts.gpus, Unit::Gpus),
                        format(parts.global_batch, Unit::Count), format(parts.micro_batches, Unit::Count),
                        parts.micro_batches == 1 ? "" : "es");
    return text;
}

constexpr Flag trace_flag{"--trace", "FILE.json", "save the step as a timeline that Perfetto opens"};
constexpr Flag estimate_flags[]
    = {set_flag, plan_flag, objective_flag, lock_flag, trace_flag, force_flag, json_flag, quiet_flag};

/// The file of --trace, if it is asked for; told at once when it cannot be.
std::optional<files::Output> open_trace(const Arguments& arguments, const Scenario& scenario)
{
    if (!arguments.has(trace_flag.name))
        return std::nullopt;
    return opened(files::Output::open(arguments.last(trace_flag.name),
                                      replacing(arguments, is_chrome_trace, {scenario.workload.shape.file})));
}

Expected<void> save_trace(files::Output& output, const ScenarioQuestion& question, const Estimate& answer)
{
    const auto timeline = question.answers->get<answers::PlanTimeline>({question.asked().scenario, answer.parts.plan});
    output.write(chrome_trace(*timeline, question.scenario.title, answer.collectives));
    return output.commit();
}

Expected<int> run_estimate(const Arguments& arguments)
{
    auto question = require(read_question(arguments));
    require(registers().plan_output.check(arguments));
    if (question.asked().choice == search::PlanChoice::Best)
        registers().plan_output.pose(arguments, question.answers->data()->catalog(), question.scenario);
    auto trace = open_trace(arguments, question.scenario);
    const answers::TrainingQuestion asked = question.asked();
    const auto estimate = question.answers->get<answers::StepEstimate>(asked);
    const Estimate& answer = *estimate;
    if (trace && answer.parts.possible())
        if (const auto saved = save_trace(*trace, question, answer); !saved)
            return failed(saved.error());
    const auto known = question.answers->get<answers::NearestRun>(asked);
    if (arguments.has(json_flag.name)) {
        Json json = to_json(question.scenario, answer);
        json.update(known_json(known->nearest, question.scenario, answer.parts));
        registers().plan_output.add(json, arguments, answer.parts, question.scenario);
        print(json);
    } else {
        say(readout(question.scenario, answer, known->nearest, known->published)
            + registers().plan_output.text(arguments, answer.parts, question.scenario));
    }
    return answer.parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command estimate_command("estimate", "SCENARIO", "one estimate, with its terms", estimate_flags, 1,
                                      run_estimate, "predict, simulate, run, calculate");

} // namespace plateau::app
