// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/text_table.h"
#include "core/answers/advice.h"
#include "core/text/messages/foreign.h"
#include "core/views/narrate/known_words.h"
#include "core/views/narrate/plan_words.h"
#include "core/views/narrate/solve_sentence.h"

namespace plateau::app {

namespace {

constexpr Flag for_flag{"--for", "KEY", "gpus (the fewest), hardware (the cheapest) or model (the largest)"};
constexpr Flag limit_flag{
    "--limit", "KEY=VALUE",
    "deadline=60days, budget=20M, power=5MW, gpus=16k, hardware=h100_sxm,b200, tokens=15T; repeatable"};
constexpr Flag flags[] = {for_flag, limit_flag, objective_flag, plan_flag, lock_flag, set_flag, json_flag, quiet_flag};

Expected<double> read_amount(const std::string& text, units::Unit unit, const std::string& where)
{
    auto value = units::parse(text, unit);
    if (value && *value > 0)
        return value;
    Error error = value ? Error{{PLATEAU_TEXT("must be above zero"), {}}, {}, {}} : value.error();
    error.where = where;
    return tl::unexpected(std::move(error));
}

std::string legal_keys()
{
    std::string list;
    for (const explore::LimitRow& row : explore::limit_rows())
        list += std::string(row.key) + ", ";
    return list + "hardware, tokens";
}

/// "h100_sxm,b200": what may be had.
Expected<std::vector<std::string>> read_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                                                 const std::string& list, const std::string& where)
{
    std::vector<std::string> ids;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t end = std::min(list.find(',', from), list.size());
        ids.push_back(list.substr(from, end - from));
        from = end + 1;
        if (auto known = with(catalog, scenario, "hardware", ids.back()); !known) {
            known.error().where = where;
            return tl::unexpected(known.error());
        }
    }
    return ids;
}

/// Fills the limits; `tokens` changes the scenario's own.
Expected<explore::Limits> read_limits(const Arguments& arguments, const catalog::Catalog& catalog, Scenario& scenario)
{
    explore::Limits limits;
    for (const std::string& text : arguments.all(limit_flag.name)) {
        const auto assignment = split_assignment(limit_flag.name, text);
        if (!assignment)
            return tl::unexpected(assignment.error());
        const std::string where = fmt::format("{} {}", limit_flag.name, text);
        const auto& [key, amount] = *assignment;
        bool known = key == "tokens";
        if (known) {
            const auto tokens = read_amount(amount, units::Unit::Tokens, where);
            if (!tokens)
                return tl::unexpected(tokens.error());
            scenario.workload.tokens = *tokens;
            scenario.overrides["tokens"] = *tokens;
        }
        if (key == "hardware") {
            known = true;
            auto hardware = read_hardware(catalog, scenario, amount, where);
            if (!hardware)
                return tl::unexpected(hardware.error());
            limits.hardware = std::move(*hardware);
        }
        for (const explore::LimitRow& row : explore::limit_rows()) {
            if (key != row.key && key != row.alias)
                continue;
            known = true;
            const auto value = read_amount(amount, row.unit, where);
            if (!value)
                return tl::unexpected(value.error());
            limits.*row.value = row.unit == units::Unit::Gpus ? std::floor(*value) : *value;
        }
        if (!known)
            return failure({PLATEAU_TEXT("%1 is no limit"), {key}}, where, {PLATEAU_TEXT("one of %1"), {legal_keys()}});
    }
    return limits;
}

/// What was found, and what else was tried.
struct Outcome {
    std::shared_ptr<const answers::Solutions::Value> answer;
    answers::Solutions::Found first; ///< what is answered; its scenario is never null
    std::span<const answers::Solutions::Found> others; ///< hardware, the first among them

    std::size_t best_known() const { return others.empty() ? 0 : answer->best_known(); }
};

Outcome solve(const ScenarioQuestion& question, const std::string& what, const explore::Limits& limits)
{
    answers::Solutions::Key key;
    key.question = question.asked();
    key.target = what == "gpus" ? answers::Target::Gpus
        : what == "model"       ? answers::Target::Model
                                : answers::Target::Hardware;
    key.limits = limits;
    key.known = true;
    Outcome outcome{question.answers->get<answers::Solutions>(key), {}, {}};
    const auto& tried = outcome.answer->tried;
    if (tried.empty())
        outcome.first.scenario = key.question.scenario;
    else
        outcome.first = tried.front();
    if (key.target == answers::Target::Hardware)
        outcome.others = tried;
    return outcome;
}

Json to_json(const explore::Solution& solution, const evidence::Nearest& known, const Scenario& scenario)
{
    Json json;
    json["found"] = solution.found;
    json["id"] = solution.id.empty() ? Json(nullptr) : Json(solution.id);
    json["gpus"] = number(solution.parts.gpus);
    json["bound"] = solution.bound == explore::Bound::None ? Json(nullptr) : Json(narrate::bound_words(solution.bound));
    const bool runs = solution.parts.possible() && solution.run.seconds > 0;
    json["time_s"] = runs ? number(solution.run.seconds) : Json(nullptr);
    json["usd"] = runs ? number(solution.run.usd) : Json(nullptr);
    json["power_w"] = runs ? number(solution.run.watts) : Json(nullptr);
    json.update(answer(solution.parts, {}));
    json.update(known_json(known, scenario, solution.parts));
    return json;
}

Json document(const Outcome& outcome, const std::string& what, const explore::Limits& limits)
{
    Json json;
    json["for"] = what;
    const auto& [solution, scenario, nearest] = outcome.first;
    json["tokens"] = number(scenario->workload.tokens);
    for (const explore::LimitRow& row : explore::limit_rows())
        json["limits"][row.key] = number(limits.*row.value);
    json["limits"]["hardware"] = limits.hardware.empty() ? Json(nullptr) : Json(limits.hardware);
    json["sentence"] = english(narrate::solve_sentence(*scenario, limits, solution));
    json.update(to_json(solution, nearest, *scenario));
    json["alternatives"] = Json::array();
    for (const answers::Solutions::Found& other : outcome.others)
        json["alternatives"].push_back(to_json(other.solution, other.nearest, *scenario));
    const std::size_t best = outcome.best_known();
    json["best_known"] = best < outcome.others.size() ? json["alternatives"][best] : Json(nullptr);
    return json;
}

std::string table(const Outcome& outcome)
{
    using units::format;
    using units::Unit;
    TextTable table({"hardware", "GPUs", "time", "cost", "power", "bound by", "known by", "plan"});
    for (const auto& [solution, scenario, nearest] : outcome.others) {
        if (solution.found)
            table.add({solution.id, format(solution.parts.gpus, Unit::Count),
                       format(solution.run.seconds, Unit::Seconds), format(solution.run.usd, Unit::Usd),
                       format(solution.run.watts, Unit::Watts), narrate::bound_words(solution.bound),
                       name(nearest.known), narrate::plan_words(solution.parts.plan)});
    }
    return table.text();
}

/// What the answer rests on, and the best one that rests on more.
std::string known_text(const Outcome& outcome)
{
    const auto title = [](const answers::Solutions::Found& found) { return found.scenario->cluster.accelerator.title; };
    const Message doubt = narrate::doubt_words(outcome.first.nearest, title(outcome.first));
    std::string text = doubt.empty() ? "" : fmt::format("This is {}.\n", english(doubt));
    if (const std::size_t best = outcome.best_known(); best < outcome.others.size()) {
        const answers::Solutions::Found& other = outcome.others[best];
        text += english(narrate::best_known_words(other.solution, other.nearest, title(other))) + "\n";
    }
    return text;
}

Expected<int> run(const Arguments& arguments)
{
    auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto what = choice(arguments, for_flag.name, {"gpus", "hardware", "model"});
    if (!what)
        return tl::unexpected(what.error());
    const auto limits = read_limits(arguments, question->catalog(), question->scenario);
    if (!limits)
        return tl::unexpected(limits.error());
    const Outcome outcome = solve(*question, *what, *limits);
    const auto& [solution, scenario, nearest] = outcome.first;
    if (arguments.has(json_flag.name)) {
        print(document(outcome, *what, *limits));
    } else {
        say(english(narrate::solve_sentence(*scenario, *limits, solution)) + "\n");
        if (solution.found)
            say(fmt::format("{}{}, {}; {}, {}\n{}",
                            *what == "model" ? foreign_line(scenario->workload.shape.title) + ": " : "",
                            narrate::plan_words(solution.parts.plan), narrate::plan_details(solution.parts.plan),
                            units::format(solution.run.seconds, units::Unit::Seconds),
                            units::format(solution.run.usd, units::Unit::Usd), known_text(outcome)));
        if (!outcome.others.empty())
            say(table(outcome));
    }
    return solution.found ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command solve_command;
const Command solve_command{"solve", "SCENARIO", "the smallest or cheapest answer within limits", flags, 1, run};

} // namespace plateau::app
