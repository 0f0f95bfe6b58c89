// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "core/answers/gap.h"
#include "core/programs/reading.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

constexpr Flag measured_flag{
    "--measured", "KEY=VALUE",
    "step_time_s=1.2, tokens_per_s_per_gpu=9800, mfu=38, memory_bytes_per_gpu=61GB; a log tells its own"};
constexpr Flag flags[] = {measured_flag, set_flag, plan_flag, objective_flag, lock_flag, json_flag, quiet_flag};

std::vector<std::string> legal_metrics()
{
    const auto keys = answers::gap_metrics();
    return {keys.begin(), keys.end()};
}

/// The step time of a log.
std::optional<answers::Measured> logged(const Arguments& arguments)
{
    std::error_code error;
    if (arguments.operands.empty() || !std::filesystem::is_regular_file(arguments.operands.front(), error))
        return std::nullopt;
    const auto reading = programs::read_file(read_catalog(arguments), arguments.operands.front());
    const auto* run = reading ? std::get_if<programs::LoggedRun>(&reading->measured) : nullptr;
    return run && run->step_seconds ? std::optional(answers::Measured{"step_time_s", *run->step_seconds})
                                    : std::nullopt;
}

Expected<answers::Measured> read_measured(const Arguments& arguments)
{
    const std::vector<std::string> legal = legal_metrics();
    if (!arguments.has(measured_flag.name)) {
        if (const auto measured = logged(arguments))
            return *measured;
        return failure({PLATEAU_TEXT("what was measured is not told"), {}}, measured_flag.name, one_of(legal));
    }
    const std::string text = arguments.last(measured_flag.name);
    const auto assignment = split_assignment(measured_flag.name, text);
    if (!assignment)
        return tl::unexpected(assignment.error());
    const std::string where = fmt::format("{} {}", measured_flag.name, text);
    if (std::find(legal.begin(), legal.end(), assignment->first) == legal.end())
        return failure({PLATEAU_TEXT("%1 cannot be compared; the nearest is %2"),
                        {assignment->first, nearest(assignment->first, legal)}},
                       where, one_of(legal));
    const auto value = parse_metric(*find_metric(assignment->first), assignment->second);
    if (!value) {
        Error error = value.error();
        error.where = where;
        return tl::unexpected(std::move(error));
    }
    if (!(*value > 0))
        return failure({PLATEAU_TEXT("must be above zero"), {}}, where, {});
    return answers::Measured{assignment->first, *value};
}

Json document(const answers::Gap::Value& gap)
{
    Json json;
    json["measured"] = number(gap.measured);
    json["predicted"] = number(gap.predicted);
    json["low"] = number(gap.low);
    json["high"] = number(gap.high);
    json["percentile"] = gap.runs > 0 ? number(gap.percentile) : Json(nullptr);
    json["runs"] = gap.runs;
    json["causes"] = Json::array();
    for (const answers::Cause& cause : gap.causes) {
        Json each;
        each["key"] = cause.key;
        each["label"] = english(cause.label);
        each["value_now"] = to_json(cause.now);
        each["value_needed"] = to_json(cause.needed);
        each["words"] = fmt::format("{} instead of {}", cause.needed_text, cause.now_text);
        each["check"] = cause.check;
        json["causes"].push_back(std::move(each));
    }
    return json;
}

std::string words(const answers::Gap::Value& gap, const Metric& metric)
{
    std::string text = fmt::format("{}: measured {}, predicted {}, eight in ten {} to {}: {}\n", metric.label,
                                   metric_text(metric, gap.measured), metric_text(metric, gap.predicted),
                                   metric_text(metric, gap.low), metric_text(metric, gap.high),
                                   gap.inside() ? "as expected" : "not as expected");
    if (gap.runs > 0)
        text += fmt::format("Of {} published runs like it, {} were quicker beside their prediction\n", gap.runs,
                            units::format(gap.percentile, units::Unit::Fraction));
    if (gap.causes.empty())
        return text + "Nothing single explains it within what was ever seen; several things together may\n";
    text += "Each of these alone would explain it, the least strange first\n";
    for (const answers::Cause& cause : gap.causes)
        text += fmt::format("  {}: {} instead of {}\n      {}\n", english(cause.label), cause.needed_text,
                            cause.now_text, cause.check);
    return text;
}

Expected<int> run(const Arguments& arguments)
{
    const auto measured = read_measured(arguments);
    if (!measured)
        return tl::unexpected(measured.error());
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto gap = question->answers->get<answers::Gap>({question->asked(), *measured});
    if (!gap->parts.possible()) {
        Json json{{"measured", number(measured->value)},
                  {"predicted", nullptr},
                  {"low", nullptr},
                  {"high", nullptr},
                  {"percentile", nullptr},
                  {"runs", 0},
                  {"causes", Json::array()}};
        if (arguments.has(json_flag.name))
            print(json);
        else
            say("The plan is impossible as it is asked: plateau estimate says why\n");
        return exit_infeasible;
    }
    if (arguments.has(json_flag.name))
        print(document(*gap));
    else
        say(words(*gap, *find_metric(measured->metric)));
    return exit_answered;
}

} // namespace

extern const Command gap_command;
const Command gap_command{"gap", "SCENARIO", "why a run is slower, or larger, than predicted", flags, 1, run};

} // namespace plateau::app
