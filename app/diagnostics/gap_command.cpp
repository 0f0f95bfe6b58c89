// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "core/diagnostics/gap.h"
#include "core/diagnostics/programs/reading.h"
#include "core/model/estimate.h"
#include "core/paper/embedded.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

constexpr Flag measured_flag{"--measured", "VALUE|LOG",
                             "step_time_s=1.2, mfu=38, \"38 % MFU of 312 TFLOP/s, 6N\", \"9,800 tokens/s per GPU\", "
                             "61GB, a line of a log, or its "
                             "file; repeatable: all of the same run"};
constexpr Flag also_flag{
    "--also", "\"[SCENARIO] KEY=VALUE...\"",
    "another run of the same cluster, with what was measured of it: \"gpus=8 mfu=52\"; rules causes out; repeatable"};
constexpr Flag gap_flags[]
    = {measured_flag, also_flag, set_flag, plan_flag, objective_flag, lock_flag, json_flag, quiet_flag};

using answers::Gap;
using answers::Measured;
using answers::MeasuredRun;

bool is_metric(const std::string& key)
{
    const auto keys = answers::gap_metrics();
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::optional<programs::Reading> read_brought(const catalog::Catalog& catalog, const std::string& word)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(word, error))
        return std::nullopt;
    const auto reading = programs::read_file(catalog, word);
    return reading ? std::optional(*reading) : std::nullopt;
}

/// What a file is that holds no configuration.
std::string called(const programs::Reading& reading)
{
    constexpr const char* kinds[]
        = {"the shape of a model", "a log", "a table of collectives", "a trace", "a table of matrix products"};
    return fmt::format("{} ({})", kinds[std::size_t(reading.kind)], reading.program);
}

/// A log tells its run and its memory, a trace its step.
std::vector<Measured> told_by(const programs::Reading& reading, const Scenario& scenario)
{
    if (const auto* trace = std::get_if<programs::Trace>(&reading.measured); trace && trace->step.seconds > 0)
        return {{"step_time_s", trace->step.seconds}};
    const auto* logged = std::get_if<programs::LoggedRun>(&reading.measured);
    if (!logged)
        return {};
    programs::LoggedRun run = *logged;
    if (!run.step_seconds && !run.tokens_per_s_per_gpu) // sequences a second: the batch makes a step of them
        run.complete({}, estimate(scenario).parts.global_batch, {});
    std::vector<Measured> told;
    if (const auto time = answers::logged(run))
        told.push_back(*time);
    if (run.memory_bytes)
        told.push_back({answers::memory_metric, *run.memory_bytes});
    return told;
}

/// One --measured: words, or the file of a log.
Expected<std::vector<Measured>> read_measured(const ScenarioQuestion& question, const char* flag,
                                              const std::string& text)
{
    const std::string where = fmt::format("{} {}", flag, text);
    if (const auto reading = read_brought(question.catalog(), text)) {
        auto told = told_by(*reading, question.scenario);
        if (!told.empty())
            return told;
        const auto* run = std::get_if<programs::LoggedRun>(&reading->measured);
        return failure({PLATEAU_TEXT("this is %1: it tells no time of a step"), {Verbatim{called(*reading)}}}, where,
                       run && !run->remarks.empty() ? run->remarks.front() : answers::measured_forms());
    }
    auto measured = answers::typed_measured(question.catalog(), text);
    if (measured)
        return std::vector<Measured>{*measured};
    measured.error().where = where;
    return tl::unexpected(measured.error());
}

/// What the operand says of itself: a log its steps, a scenario what was noted of it.
Expected<std::vector<Measured>> told_by_operand(const ScenarioQuestion& question, const std::string& operand)
{
    if (const auto reading = read_brought(question.catalog(), operand))
        if (auto told = told_by(*reading, question.scenario); !told.empty())
            return told;
    if (const auto noted = answers::noted_measured(question.catalog(), question.scenario))
        return std::vector<Measured>{*noted};
    return failure({PLATEAU_TEXT("what was measured is not told"), {}}, measured_flag.name, answers::measured_forms());
}

/// A log whose head holds no configuration says what was measured, and not of what.
Expected<void> check_operand(const Arguments& arguments)
{
    const std::string& operand = arguments.operands.front();
    std::error_code error;
    const catalog::Catalog& catalog = the_answers(arguments)->data()->catalog();
    if (!std::filesystem::is_regular_file(operand, error) || figures::question_kind(catalog, operand))
        return {};
    const auto reading = programs::read_file(catalog, operand);
    if (!reading)
        return tl::unexpected(reading.error());
    if (reading->scenario.contains("batch_mode"))
        return {};
    Error without{{PLATEAU_TEXT("this is %1: it does not say what was trained, and how"), {Verbatim{called(*reading)}}},
                  operand,
                  {PLATEAU_TEXT("the configuration or a scenario, and this file as --measured"), {}}};
    without.type = fmt::format("plateau gap CONFIGURATION --measured {}", operand);
    return tl::unexpected(std::move(without));
}

/// What is to be known of a log's numbers: how many runs it holds, whether memory is what the allocator reserved.
void remark_on_log(const Arguments& arguments, const std::string& file, const programs::Reading& reading)
{
    const auto* run = std::get_if<programs::LoggedRun>(&reading.measured);
    if (!run || arguments.has(quiet_flag.name))
        return;
    for (const Message& remark : run->remarks)
        app::remark(fmt::format("{}: {}", file, english(remark)));
    if (run->memory_bytes && run->memory_is_reserved)
        app::remark(fmt::format("{}: its memory is what the allocator reserved, which is more than is in use", file));
}

/// The scenario with what the configuration leaves out and a measured log tells.
Expected<Scenario> with_told(const Arguments& arguments, const ScenarioQuestion& question)
{
    Expected<Scenario> scenario = question.scenario;
    for (const std::string& text : arguments.all(measured_flag.name)) {
        const auto reading = read_brought(question.catalog(), text);
        if (reading)
            remark_on_log(arguments, text, *reading);
        for (const char* key : {"hardware", "gpus"}) {
            if (!reading || !scenario || !find_unsaid(unsaid(*scenario), key))
                continue;
            if (const auto told = reading->scenario.find(key); told != reading->scenario.end())
                scenario = with(question.catalog(), *scenario, key, told->second);
        }
    }
    return scenario;
}

/// One --also: words with `=` are settings of the first run's scenario, or of the one named first; one of them is what
/// was measured.
Expected<MeasuredRun> read_other(const Arguments& arguments, const std::string& text)
{
    Arguments asked = arguments;
    std::optional<std::string> measured;
    for (const std::string& word : split(text, " ")) {
        const auto equals = word.find('=');
        if (word.empty())
            continue;
        if (equals == std::string::npos)
            asked.operands = {word};
        else if (is_metric(word.substr(0, equals)))
            measured = word;
        else
            asked.flags.emplace_back(set_flag.name, word);
    }
    auto question = read_question(asked);
    if (!question)
        return tl::unexpected(question.error());
    auto told = measured ? read_measured(*question, also_flag.name, *measured)
                         : told_by_operand(*question, asked.operands.front());
    const std::string where = fmt::format("{} \"{}\"", also_flag.name, text);
    if (!told) {
        told.error().where = where;
        return tl::unexpected(told.error());
    }
    if (told->front().metric == answers::memory_metric)
        return failure({PLATEAU_TEXT("only times rule causes out"), {}}, where,
                       {PLATEAU_TEXT("a step time, a rate or an MFU"), {}});
    return MeasuredRun{question->asked(), told->front()};
}

Json run_json(const answers::RunBeside& run)
{
    return {{"measured", number(run.measured)},
            {"predicted", number(run.predicted)},
            {"low", number(run.low)},
            {"high", number(run.high)},
            {"peak_flops", number(run.peak)},
            {"share_of_peak", run.least_share > 0 ? number(run.least_share) : Json(nullptr)}};
}

Json cause_json(const answers::GapCause& cause)
{
    return {{"key", cause.key},
            {"label", english(cause.label)},
            {"value_now", to_json(cause.now)},
            {"value_needed", to_json(cause.needed)},
            {"words", fmt::format("{} instead of {}", english(cause.needed_text), english(cause.now_text))},
            {"check", cause.check.text},
            {"with", list_of(cause.with, cause_json)}};
}

/// The answer as JSON; of a plan that is impossible, it has what was measured alone.
Json document(const Gap::Key& asked, const Gap::Value& gap)
{
    answers::RunBeside none;
    none.measured = asked.measured.value;
    none.predicted = none.low = none.high = none.peak = std::numeric_limits<double>::quiet_NaN();
    Json json = run_json(gap.possible() ? gap.first() : none);
    json["metric"] = asked.measured.metric;
    json["fits"] = gap.parts.fits();
    json["can_be"] = !gap.possible() || gap.runs_beside[gap.furthest].can_be();
    json["contradicts"] = gap.contradicting == Gap::Value::no_run ? Json(nullptr) : Json(gap.contradicting + 1);
    json["verdict"] = gap.possible() ? Json(english(narrate::gap_verdict(asked, gap))) : Json(nullptr);
    json["percentile"] = gap.runs > 0 ? number(gap.percentile) : Json(nullptr);
    json["runs"] = gap.runs;
    json["also"] = Json::array();
    for (std::size_t i = 1; i < gap.runs_beside.size(); ++i)
        json["also"].push_back(run_json(gap.runs_beside[i]));
    json["causes"] = list_of(gap.causes, cause_json);
    json["ruled_out"] = Json::array();
    for (const answers::RuledOut& ruled_out : gap.ruled_out) {
        Json each = cause_json(ruled_out.cause);
        each["by_run"] = ruled_out.by + 1;
        each["predicted"] = number(ruled_out.predicted);
        json["ruled_out"].push_back(std::move(each));
    }
    return json;
}

/// What is said of memory beside a time.
Json memory_json(const Gap::Key& asked, const Gap::Value& gap)
{
    const Json all = document(asked, gap);
    Json json;
    for (const char* key : {"measured", "predicted", "low", "high", "verdict", "causes"})
        json[key] = all[key];
    return json;
}

std::string cause_text(const answers::GapCause& cause)
{
    std::string text = fmt::format("  {}\n      {}\n", english(narrate::cause_words(cause)), cause.check.text);
    for (const answers::GapCause& also : cause.with)
        text += fmt::format("      {}\n", also.check.text);
    return text;
}

std::string words(const Gap::Key& asked, const Gap::Value& gap)
{
    std::string text, denominators;
    for (std::size_t i = 0; i < gap.runs_beside.size(); ++i) {
        const MeasuredRun run = asked.run(i);
        const Metric& row = metric(run.measured.metric);
        text += (asked.others.empty() ? std::string() : fmt::format("Run {}: ", i + 1))
            + english(narrate::gap_words(gap.runs_beside[i], row)) + "\n";
        const std::string share = english(narrate::denominator_words(gap.runs_beside[i], row, *run.question.scenario));
        if (!share.empty() && denominators.find(share) == std::string::npos)
            denominators += share + "\n";
    }
    text += denominators;
    if (gap.runs > 0)
        text += english(narrate::gap_place(gap)) + "\n";
    for (const Message& said : {narrate::gap_room(gap), narrate::gap_verdict(asked, gap)})
        if (!said.empty())
            text += english(said) + "\n";
    for (const answers::GapCause& cause : gap.causes)
        text += cause_text(cause);
    if (!gap.ruled_out.empty())
        text += "Ruled out by another run\n";
    for (const answers::RuledOut& ruled_out : gap.ruled_out)
        text += fmt::format(
            "  {}\n",
            english(narrate::ruled_out_words(ruled_out, fmt::format("run {}", ruled_out.by + 1), asked, gap)));
    return text;
}

/// What was measured was measured on something: no hardware stands in for another, but where --assume takes it.
Expected<void> require_hardware(const Arguments& arguments, const Scenario& scenario)
{
    const std::vector<Unsaid> list = unsaid(scenario);
    const Unsaid* entry = find_unsaid(list, "hardware");
    if (!entry || arguments.has(assume_flag.name))
        return {};
    return failure({PLATEAU_TEXT("nobody said on which hardware it was measured"), {}}, arguments.operands.front(),
                   {PLATEAU_TEXT("--set hardware=NAME (plateau catalog hardware), or --assume, which takes %1"),
                    {Verbatim{entry->value}}});
}

/// All that was measured of the operand's run.
Expected<std::vector<Measured>> read_all_measured(const Arguments& arguments, const ScenarioQuestion& question)
{
    if (!arguments.has(measured_flag.name))
        return told_by_operand(question, arguments.operands.front());
    std::vector<Measured> all;
    for (const std::string& text : arguments.all(measured_flag.name)) {
        const auto measured = read_measured(question, measured_flag.name, text);
        if (!measured)
            return tl::unexpected(measured.error());
        all.insert(all.end(), measured->begin(), measured->end());
    }
    // Times first: memory is another question.
    std::stable_partition(all.begin(), all.end(),
                          [](const Measured& one) { return one.metric != answers::memory_metric; });
    return all;
}

/// Of the times that were measured, with the other runs; of the memory.
Expected<std::vector<Gap::Key>> read_keys(const Arguments& arguments, const ScenarioQuestion& question)
{
    const auto measured = read_all_measured(arguments, question);
    if (!measured)
        return tl::unexpected(measured.error());
    std::vector<Gap::Key> keys;
    for (const Measured& one : *measured) {
        const bool of_memory = one.metric == answers::memory_metric;
        if (keys.empty() || of_memory != (keys.back().measured.metric == answers::memory_metric))
            keys.push_back({question.asked(), one});
        else
            keys.back().others.push_back({question.asked(), one});
    }
    for (const std::string& text : arguments.all(also_flag.name)) {
        const auto other = read_other(arguments, text);
        if (!other)
            return tl::unexpected(other.error());
        keys.front().others.push_back(*other);
    }
    return keys;
}

std::string answer_text(const Gap::Key& key, const Gap::Value& gap)
{
    if (gap.possible())
        return words(key, gap);
    return key.others.empty()
        ? std::string("The plan is impossible as it is asked: plateau estimate says why\n")
        : fmt::format("The plan of run {} is impossible as it is asked: plateau estimate says why\n",
                      gap.impossible + 1);
}

Expected<int> run_gap(const Arguments& arguments)
{
    if (const auto checked = check_operand(arguments); !checked)
        return tl::unexpected(checked.error());
    auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    auto scenario = with_told(arguments, *question);
    if (!scenario)
        return tl::unexpected(scenario.error());
    question->scenario = std::move(*scenario);
    if (const auto said = require_hardware(arguments, question->scenario); !said)
        return tl::unexpected(said.error());
    const auto keys = read_keys(arguments, *question);
    if (!keys)
        return tl::unexpected(keys.error());
    Json json;
    std::string text;
    bool can_be = true;
    for (const Gap::Key& key : *keys) {
        const auto gap = question->answers->get<Gap>(key);
        can_be = can_be && gap->possible() && gap->runs_beside[gap->furthest].can_be();
        if (json.is_null())
            json = document(key, *gap);
        else
            json["memory"] = memory_json(key, *gap);
        text += answer_text(key, *gap);
    }
    std::vector<Unsaid> list = unsaid(question->scenario);
    say_parameter(list, "tokens"); // a step does not hang on the length of its run
    json.update(unsaid_json(list));
    if (arguments.has(json_flag.name))
        print(json);
    else
        say(text + unsaid_text(list));
    return can_be ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command gap_command("gap", "SCENARIO", "why a run is slower, or larger, than predicted", gap_flags, 1,
                                 run_gap);

} // namespace plateau::app
