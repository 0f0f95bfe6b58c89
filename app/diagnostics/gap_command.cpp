// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "core/diagnostics/gap.h"
#include "core/diagnostics/programs/reading.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

constexpr Flag measured_flag{
    "--measured", "VALUE",
    "step_time_s=1.2, mfu=38, \"9,800 tokens/s per GPU\", 61GB, or a line of a log; a log tells its own"};
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

/// What the file says of itself: a log its step, a scenario what was noted of it.
Expected<Measured> told_by(const catalog::Catalog& catalog, const std::string& operand, const Scenario& scenario)
{
    std::error_code error;
    if (std::filesystem::is_regular_file(operand, error))
        if (const auto reading = programs::read_file(catalog, operand))
            if (const auto* run = std::get_if<programs::LoggedRun>(&reading->measured); run && run->step_seconds)
                return Measured{"step_time_s", *run->step_seconds};
    if (const auto noted = answers::noted_measured(catalog, scenario))
        return *noted;
    return failure({PLATEAU_TEXT("what was measured is not told"), {}}, measured_flag.name, answers::measured_forms());
}

Expected<Measured> typed(const catalog::Catalog& catalog, const char* flag, const std::string& text)
{
    auto measured = answers::typed_measured(catalog, text);
    if (!measured)
        measured.error().where = fmt::format("{} {}", flag, text);
    return measured;
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
    auto told = measured ? typed(question->catalog(), also_flag.name, *measured)
                         : told_by(question->catalog(), asked.operands.front(), question->scenario);
    if (!told) {
        told.error().where = fmt::format("{} \"{}\"", also_flag.name, text);
        return tl::unexpected(told.error());
    }
    if (told->metric == answers::memory_metric)
        return failure({PLATEAU_TEXT("only times rule causes out"), {}}, fmt::format("{} \"{}\"", also_flag.name, text),
                       {PLATEAU_TEXT("a step time, a rate or an MFU"), {}});
    return MeasuredRun{question->asked(), *told};
}

Json run_json(const answers::RunBeside& run)
{
    return {{"measured", number(run.measured)},
            {"predicted", number(run.predicted)},
            {"low", number(run.low)},
            {"high", number(run.high)}};
}

Json cause_json(const answers::GapCause& cause)
{
    return {{"key", cause.key},
            {"label", english(cause.label)},
            {"value_now", to_json(cause.now)},
            {"value_needed", to_json(cause.needed)},
            {"words", fmt::format("{} instead of {}", english(cause.needed_text), english(cause.now_text))},
            {"check", cause.check}};
}

/// The answer as JSON; of a plan that is impossible, it has what was measured alone.
Json document(const Gap::Key& asked, const Gap::Value& gap)
{
    Json json = gap.possible()
        ? run_json(gap.first())
        : Json{{"measured", number(asked.measured.value)}, {"predicted", nullptr}, {"low", nullptr}, {"high", nullptr}};
    json["percentile"] = gap.runs > 0 ? number(gap.percentile) : Json(nullptr);
    json["runs"] = gap.runs;
    json["also"] = Json::array();
    for (std::size_t i = 1; i < gap.runs_beside.size(); ++i)
        json["also"].push_back(run_json(gap.runs_beside[i]));
    json["causes"] = Json::array();
    for (const answers::GapCause& cause : gap.causes)
        json["causes"].push_back(cause_json(cause));
    json["ruled_out"] = Json::array();
    for (const answers::RuledOut& ruled_out : gap.ruled_out) {
        Json each = cause_json(ruled_out.cause);
        each["by_run"] = ruled_out.by + 1;
        each["predicted"] = number(ruled_out.predicted);
        json["ruled_out"].push_back(std::move(each));
    }
    return json;
}

std::string words(const Gap::Key& asked, const Gap::Value& gap)
{
    std::string text;
    for (std::size_t i = 0; i < gap.runs_beside.size(); ++i) {
        const Metric& row = metric(i == 0 ? asked.measured.metric : asked.others[i - 1].measured.metric);
        text += (asked.others.empty() ? std::string() : fmt::format("Run {}: ", i + 1))
            + english(narrate::gap_words(gap.runs_beside[i], row)) + "\n";
    }
    if (gap.runs > 0)
        text += english(narrate::gap_place(gap)) + "\n";
    text += english(narrate::gap_verdict(gap)) + "\n";
    for (const answers::GapCause& cause : gap.causes)
        text += fmt::format("  {}\n      {}\n", english(narrate::cause_words(cause)), cause.check);
    if (!gap.ruled_out.empty())
        text += "Ruled out by another run\n";
    for (const answers::RuledOut& ruled_out : gap.ruled_out)
        text += fmt::format(
            "  {}\n",
            english(narrate::ruled_out_words(ruled_out, fmt::format("run {}", ruled_out.by + 1), asked, gap)));
    return text;
}

Expected<Gap::Key> read_key(const Arguments& arguments, const ScenarioQuestion& question)
{
    const auto measured = arguments.has(measured_flag.name)
        ? typed(question.catalog(), measured_flag.name, arguments.last(measured_flag.name))
        : told_by(question.catalog(), arguments.operands.empty() ? std::string() : arguments.operands.front(),
                  question.scenario);
    if (!measured)
        return tl::unexpected(measured.error());
    Gap::Key key{question.asked(), *measured};
    for (const std::string& text : arguments.all(also_flag.name)) {
        const auto other = read_other(arguments, text);
        if (!other)
            return tl::unexpected(other.error());
        key.others.push_back(*other);
    }
    return key;
}

Expected<int> run_gap(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto key = read_key(arguments, *question);
    if (!key)
        return tl::unexpected(key.error());
    const auto gap = question->answers->get<Gap>(*key);
    if (arguments.has(json_flag.name))
        print(document(*key, *gap));
    else if (gap->possible())
        say(words(*key, *gap));
    else
        say(key->others.empty()
                ? std::string("The plan is impossible as it is asked: plateau estimate says why\n")
                : fmt::format("The plan of run {} is impossible as it is asked: plateau estimate says why\n",
                              gap->impossible + 1));
    return gap->possible() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command gap_command;
const Command gap_command{"gap", "SCENARIO", "why a run is slower, or larger, than predicted", gap_flags, 1, run_gap};

} // namespace plateau::app
