// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/table.h"
#include "core/answers/equal_gpus.h"
#include "core/answers/solutions.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include "core/views/looks.h"
#include "core/views/measured_runs.h"
#include "core/views/solve_sentence.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

constexpr Flag for_flag{"--for", "KEY",
                        "gpus (the fewest), hardware (the cheapest), model (the largest), tokens (the most), loss (the "
                        "lowest), or a number that the limits need: scale_out_bandwidth, usd_per_gpu_hour"};
constexpr Flag solve_against_flag{"--against", "KEY=VALUE",
                                  "for a number: from which value on the scenario is as fast as with this change; for "
                                  "gpus: how many do the same; repeatable"};
constexpr Flag solve_flags[]
    = {for_flag, limit_flag, solve_against_flag, objective_flag, plan_flag, lock_flag, set_flag, json_flag, quiet_flag};

constexpr const char* no_limit = "none";

Expected<double> read_amount(const std::string& text, units::Unit unit, const std::string& where)
{
    auto value = units::parse(text, unit);
    if (value && *value > 0)
        return value;
    Error error = value ? Error{{PLATEAU_TEXT("must be above zero"), {}}, {}, {}} : value.error();
    error.where = where;
    return tl::unexpected(std::move(error));
}

std::vector<Called> legal_keys()
{
    std::vector<Called> keys{{"hardware", "gpu, accelerator"}, {"tokens", "data"}};
    for (const answers::LimitRow& row : answers::limit_rows())
        keys.push_back({row.key, row.alias});
    return keys;
}

/// Says that a bare "60" of a time is 60 seconds: people mean days.
void remark_on_unit(const Arguments& arguments, const answers::LimitRow& row, const std::string& amount, double value)
{
    const bool is_bare = amount.find_first_not_of("0123456789.,") == std::string::npos;
    if (row.unit != units::Unit::Seconds || !is_bare || arguments.has(quiet_flag.name))
        return;
    remark(fmt::format("{} {}={} is read as {}; type {}={}days for days", limit_flag.name, row.key, amount,
                       units::format(value, row.unit), row.key, amount));
}

/// The hardware that may be had: "h100_sxm,b200".
Expected<std::vector<std::string>> read_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                                                 const std::string& list, const std::string& where)
{
    std::vector<std::string> ids = split(list, ",");
    for (const std::string& id : ids)
        if (auto known = with(catalog, scenario, "hardware", id); !known) {
            known.error().where = where;
            return tl::unexpected(known.error());
        }
    return ids;
}

/// Fails where the answer rests on the length of the run and nobody said it, and where nothing is compared with what
/// --against changes.
Expected<void> check_asked(const Arguments& arguments, const std::optional<answers::Target>& target,
                           const answers::Goal& goal, const Scenario& scenario)
{
    using answers::Target;
    const bool compares = arguments.has(solve_against_flag.name);
    if (target && compares)
        return failure({PLATEAU_TEXT("with --for %1 nothing is compared"), {Verbatim{name(*target)}}},
                       solve_against_flag.name, {PLATEAU_TEXT("--for with the key of a number"), {}});
    const bool finds_length = target == Target::Tokens || target == Target::Loss;
    const bool is_rate = !target && (compares || !goal.metric.empty());
    return finds_length || is_rate ? Expected<void>() : require_said(scenario, {"tokens"});
}

/// Fills the limits, and the metric of a goal where there is one; `tokens` changes the scenario's own.
Expected<answers::Limits> read_limits(const Arguments& arguments, const catalog::Catalog& catalog, Scenario& scenario,
                                      answers::Goal* goal)
{
    answers::Limits limits;
    limits.assume_deadline();
    limits.clock = figures::clock_of(scenario.view);
    for (const std::string& text : arguments.all(limit_flag.name)) {
        const auto assignment = require(split_assignment(limit_flag.name, text));
        const std::string where = fmt::format("{} {}", limit_flag.name, text);
        const auto& [key, amount] = assignment;
        bool known = key == "tokens";
        if (known) {
            scenario.workload.tokens = require(read_amount(amount, units::Unit::Tokens, where));
            scenario.overrides["tokens"] = scenario.workload.tokens;
        }
        if (key == "hardware") {
            known = true;
            limits.hardware = require(read_hardware(catalog, scenario, amount, where));
        }
        for (const answers::LimitRow& row : answers::limit_rows()) {
            if (key != row.key && key != row.alias)
                continue;
            known = true;
            if (row.value == &answers::Limits::seconds)
                limits.assumed_deadline = false;
            if (amount == no_limit) {
                limits.*row.value = answers::Limits{}.*row.value;
                continue;
            }
            const auto value = require(read_amount(amount, row.unit, where));
            remark_on_unit(arguments, row, amount, value);
            limits.*row.value = row.unit == units::Unit::Gpus ? std::floor(value) : value;
        }
        if (const Metric* metric = goal && !known ? find_metric(key) : nullptr) {
            known = true;
            goal->metric = key;
            goal->value = require(parse_metric(*metric, amount));
        }
        if (!known)
            return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a limit"), {Verbatim{key}}}, key, legal_keys()),
                           limit_flag.name, text);
    }
    return limits;
}

struct Outcome {
    std::shared_ptr<const answers::Solutions::Value> answer;
    answers::Solutions::Found first; ///< what is answered; its scenario is never null
    std::span<const answers::Solutions::Found> others; ///< hardware or models, the first among them
    bool of_hardware = false;

    std::size_t best_known() const { return of_hardware ? answer->best_known() : others.size(); }
};

Outcome solve(const ScenarioQuestion& question, const answers::Solutions::Key& key)
{
    Outcome outcome{question.answers->get<answers::Solutions>(key), {}, {}, key.target == answers::Target::Hardware};
    const auto& tried = outcome.answer->tried;
    if (tried.empty())
        outcome.first.scenario = key.question.scenario;
    else
        outcome.first = tried.front();
    if (outcome.of_hardware || key.target == answers::Target::Loss)
        outcome.others = tried;
    return outcome;
}

Json solution_json(const answers::Solution& solution, const evidence::Nearest& known, const Scenario& scenario)
{
    Json json;
    json["found"] = solution.found;
    json["id"] = solution.id.empty() ? Json(nullptr) : Json(solution.id);
    json["gpus"] = number(solution.parts.gpus);
    json["bound"] = solution.bound == answers::Bound::None ? Json(nullptr) : Json(narrate::bound_words(solution.bound));
    const bool runs = solution.parts.possible() && solution.run.seconds > 0;
    json["tokens"] = number(solution.tokens > 0 ? solution.tokens : scenario.workload.tokens);
    json["loss"] = number(solution.loss);
    json.update(answer(solution.parts));
    json["run_days"] = runs ? number(solution.run.seconds / units::day) : Json(nullptr); // for the tokens above
    json["usd"] = runs ? number(solution.run.usd) : Json(nullptr);
    json.update(known_json(known, scenario, solution.parts));
    return json;
}

Json limits_json(const answers::Limits& limits)
{
    Json json;
    for (const answers::LimitRow& row : answers::limit_rows())
        json[row.key] = number(limits.*row.value);
    json["hardware"] = limits.hardware.empty() ? Json(nullptr) : Json(limits.hardware);
    json["deadline_assumed"] = limits.assumed_deadline;
    return json;
}

Json document(const Outcome& outcome, const answers::Solutions::Key& key)
{
    Json json;
    json["for"] = name(key.target);
    const auto& [solution, scenario, nearest] = outcome.first;
    json["limits"] = limits_json(key.limits);
    json["sentence"] = english(narrate::solution_sentence(key, outcome.first));
    json.update(solution_json(solution, nearest, *scenario));
    json["price"] = price_json(*scenario);
    json["alternatives"] = Json::array();
    for (const answers::Solutions::Found& other : outcome.others)
        json["alternatives"].push_back(solution_json(other.solution, other.nearest, *scenario));
    const std::size_t best = outcome.best_known();
    json["best_known"] = best < outcome.others.size() ? json["alternatives"][best] : Json(nullptr);
    return json;
}

/// What the answer costs with, and the price at which the next best hardware would be as cheap; of a budget how to ask
/// for the price that it needs.
std::string price_text(const Arguments& arguments, const Outcome& outcome, const answers::Limits& limits)
{
    const answers::Solution& solution = outcome.first.solution;
    const Scenario& scenario = *outcome.first.scenario;
    std::string text = fmt::format("{}\n", english(narrate::price_words(scenario)));
    const auto next = std::find_if(outcome.others.begin(), outcome.others.end(), [&](const auto& other) {
        return other.solution.found && other.solution.id != solution.id;
    });
    const Message equal = outcome.of_hardware && solution.found && next != outcome.others.end()
        ? narrate::equal_price_words(scenario, solution.parts, *next->scenario, next->solution.parts)
        : Message{};
    if (!equal.empty())
        text += fmt::format("{}\n", english(equal));
    if (std::isfinite(limits.usd))
        text
            += fmt::format("plateau solve {} --for usd_per_gpu_hour --limit budget={:.0f} says which price it needs.\n",
                           foreign_line(arguments.operands.front()), limits.usd);
    return text;
}

std::string table(const Outcome& outcome)
{
    using units::format;
    using units::Unit;
    const bool hardware = outcome.of_hardware;
    TextTable table(
        hardware ? std::vector<std::string>{"hardware", "GPUs", "time", "cost", "power", "bound by", "known by", "plan"}
                 : std::vector<std::string>{"model", "loss", "tokens", "GPUs", "time", "cost", "known by", "plan"});
    for (const auto& [solution, scenario, nearest] : outcome.others) {
        std::vector<std::string> cells{solution.id};
        const auto add = [&](std::initializer_list<std::string> more) { cells.insert(cells.end(), more); };
        if (!hardware)
            add({format(solution.loss, Unit::None), format(solution.tokens, Unit::Tokens)});
        add({format(solution.parts.gpus, Unit::Count), format(solution.run.seconds, Unit::Seconds),
             format(solution.run.usd, Unit::Usd)});
        if (hardware)
            add({format(solution.run.watts, Unit::Watts), narrate::bound_words(solution.bound)});
        add({name(nearest.known), english(narrate::plan_words(solution.parts.plan))});
        if (solution.found)
            table.add(std::move(cells));
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

/// The target that --for names; none: a number of the parameter table.
Expected<std::optional<answers::Target>> read_target(const Arguments& arguments)
{
    const auto& names = names_of<answers::Target>;
    const std::vector<std::string> targets(std::begin(names), std::end(names));
    const std::string what = arguments.last(for_flag.name, targets.front());
    const bool equals = what == name(answers::Target::Gpus) && arguments.has(solve_against_flag.name);
    if (const auto target = from_name<answers::Target>(what); target && !equals)
        return *target;
    const TrainingParameter* parameter = training_parameters().find(what);
    if (parameter && (parameter->kind == ParameterKind::Number || parameter->kind == ParameterKind::Whole))
        return std::nullopt;
    std::vector<Called> legal;
    legal.reserve(targets.size());
    for (const std::string& target : targets)
        legal.push_back({target, {}});
    for (const TrainingParameter& row : training_parameters().rows())
        if (row.kind == ParameterKind::Number || row.kind == ParameterKind::Whole)
            legal.push_back({row.key, row.label + "," + row.also});
    Error error = unknown_name({PLATEAU_TEXT("%1 cannot be solved for"), {Verbatim{what}}}, what, legal);
    error.accepted = {PLATEAU_TEXT("%1, or the key of a number"), {one_of(targets)}};
    return at_flag(std::move(error), for_flag.name, what);
}

/// The scenario with what --against changes; none: nothing is compared.
Expected<std::shared_ptr<const Scenario>> read_rival(const Arguments& arguments, const ScenarioQuestion& question)
{
    if (!arguments.has(solve_against_flag.name))
        return nullptr;
    Scenario rival = question.scenario;
    for (const std::string& text : arguments.all(solve_against_flag.name)) {
        const auto assignment = require(split_assignment(solve_against_flag.name, text));
        auto changed = with(question.catalog(), rival, assignment.first, assignment.second);
        if (!changed) {
            changed.error().where = fmt::format("{} {}", solve_against_flag.name, text);
            return tl::unexpected(changed.error());
        }
        rival = std::move(*changed);
    }
    return std::make_shared<const Scenario>(std::move(rival));
}

/// The names of a question and its rival in an answer: their plans, where these tell the two apart.
std::pair<Message, Message> two_names(const Arguments& arguments, const Plan& plan, const Plan& rival_plan)
{
    const Message own = narrate::plan_words(plan), rival = narrate::plan_words(rival_plan);
    if (english(own) != english(rival))
        return {own, rival};
    return {{"the scenario", {}}, {"that with %1", {Verbatim{joined(arguments.all(solve_against_flag.name))}}}};
}

answers::Needed needed_count(const answers::EqualCounts::Value& counts)
{
    answers::Needed needed;
    needed.now = counts.now.gpus;
    needed.parts = needed.parts_now = counts.now;
    for (const answers::EqualGpus& equal : counts.all) {
        needed.holds_now = !equal.gains();
        needed.found = needed.holds_above = equal.gpus.has_value();
        needed.value = equal.gpus.value_or(needed.now);
        needed.rival = needed.rival_now = equal.parts;
        if (needed.found)
            needed.parts = equal.own;
    }
    return needed;
}

/// "scale_out_bandwidth=800Gb/s brings +4.2 % tokens kept a day, and no number of GPUs does ...".
Message count_sentence(const Arguments& arguments, const answers::EqualCounts::Value& counts)
{
    const Verbatim changes{joined(arguments.all(solve_against_flag.name))};
    return counts.all.empty() ? narrate::estimate_status(counts.now).verdict
                              : narrate::equal_gpus_sentence(counts, counts.all.front(), {"%1", {changes}});
}

/// How fast the scenario is now against its rival, within which eight in ten lie, and how likely it is the faster one.
Json difference_json(const std::optional<evidence::Difference>& difference)
{
    if (!difference)
        return nullptr;
    Json json;
    json["ratio"] = number(difference->ratio);
    json["low"] = number(difference->band.low);
    json["high"] = number(difference->band.high);
    json["chance_faster"] = number(difference->chance);
    json["explanations"] = Json::array();
    for (const auto& [title, ratio] : difference->otherwise)
        json["explanations"].push_back({{"title", title}, {"ratio", number(ratio)}});
    return json;
}

/// The fewest and the most that do the same under explanations that fit alike; null: no number does.
Json range_json(const answers::EqualCounts::Value& counts)
{
    const answers::EqualGpus equal = counts.all.empty() ? answers::EqualGpus{} : counts.all.front();
    return {{"fewest", equal.fewest ? number(*equal.fewest) : Json(nullptr)},
            {"most", equal.most ? number(*equal.most) : Json(nullptr)},
            {"best", {{"gpus", number(counts.best_gpus)}, {"ratio", number(counts.best_ratio)}}}};
}

/// The scenario with what --for asks for as said: an answer does not hang on what it answers.
Scenario without_asked(const Arguments& arguments, const ScenarioQuestion& question)
{
    const std::string asked = arguments.last(for_flag.name, "gpus");
    const TrainingParameter* row = training_parameters().find(asked == "loss" ? "tokens" : asked);
    auto said = row ? with_value(question.catalog(), question.scenario, row->key, row->get(question.scenario))
                    : question.scenario;
    return said ? *said : question.scenario;
}

Expected<int> run_needed(const Arguments& arguments, const ScenarioQuestion& question, answers::Goal goal)
{
    goal.rival = require(read_rival(arguments, question));
    goal.rival_choice = question.planning.choice;
    const answers::NeededValue::Key key{question.asked(), arguments.last(for_flag.name, ""), std::move(goal)};
    const bool counts_gpus = key.goal.rival && key.parameter == name(answers::Target::Gpus);
    const auto counts
        = counts_gpus ? question.answers->get<answers::EqualCounts>({key.question, key.goal.rival}) : nullptr;
    const answers::Needed needed = counts ? needed_count(*counts) : *question.answers->get<answers::NeededValue>(key);
    const auto [own, against] = two_names(arguments, needed.parts.plan, needed.rival.plan);
    const std::string sentence
        = english(counts ? count_sentence(arguments, *counts) : narrate::needed_sentence(key, needed, own, against));
    if (arguments.has(json_flag.name)) {
        Json json;
        json["for"] = key.parameter;
        json["sentence"] = sentence;
        json["found"] = needed.found;
        json["value"] = needed.found ? number(needed.value) : Json(nullptr);
        json["now"] = number(needed.now);
        json["holds_now"] = needed.holds_now;
        json["holds"] = needed.found ? Json(needed.holds_above ? "above" : "below") : Json(nullptr);
        json["limits"] = limits_json(key.goal.limits);
        json.update(answer(needed.parts));
        json["against"] = key.goal.rival ? answer(needed.rival) : Json(nullptr);
        json["now_against"] = difference_json(needed.now_against);
        if (counts)
            json["range"] = range_json(*counts);
        json["price"] = price_json(question.scenario);
        json.update(unsaid_json(without_asked(arguments, question)));
        print(json);
    } else {
        const auto [own_now, against_now] = two_names(arguments, needed.parts_now.plan, needed.rival_now.plan);
        const Message range = narrate::needed_range(needed, own_now, against_now);
        say(sentence + "\n" + (range.empty() ? "" : english(range) + "\n")
            + unsaid_text(without_asked(arguments, question)));
    }
    return needed.found || needed.holds_now ? exit_answered : exit_infeasible;
}

Expected<int> run_solve(const Arguments& arguments)
{
    auto question = require(read_question(arguments));
    const auto target = require(read_target(arguments));
    answers::Goal goal;
    const auto limits
        = require(read_limits(arguments, question.catalog(), question.scenario, target ? nullptr : &goal));
    require(check_asked(arguments, target, goal, question.scenario));
    if (!target) {
        goal.limits = limits;
        return run_needed(arguments, question, std::move(goal));
    }
    const answers::Solutions::Key key{question.asked(), *target, limits, true};
    const Outcome outcome = solve(question, key);
    const auto& [solution, scenario, nearest] = outcome.first;
    if (arguments.has(json_flag.name)) {
        Json json = document(outcome, key);
        json.update(unsaid_json(without_asked(arguments, question)));
        print(json);
        return solution.found ? exit_answered : exit_infeasible;
    }
    say(english(narrate::solution_sentence(key, outcome.first)) + "\n");
    if (solution.found) {
        const Message range = narrate::solution_range(key, outcome.first);
        say(fmt::format("{}{}, {}; {}, {}\n{}{}",
                        key.target == answers::Target::Model ? foreign_line(scenario->workload.shape.title) + ": " : "",
                        english(narrate::plan_words(solution.parts.plan)),
                        english(narrate::plan_details(solution.parts.plan)),
                        units::format(solution.run.seconds, units::Unit::Seconds),
                        units::in_words(solution.run.usd, units::Unit::Usd), range.empty() ? "" : english(range) + "\n",
                        known_text(outcome)));
    }
    if (!outcome.others.empty())
        say(table(outcome));
    say(price_text(arguments, outcome, key.limits) + unsaid_text(without_asked(arguments, question)));
    return solution.found ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command solve_command(
    "solve", "SCENARIO",
    "what is possible within limits: the fewest GPUs, the cheapest hardware, the most tokens; or what a number must be",
    solve_flags, 1, run_solve, "needed, cheapest, budget, deadline");

} // namespace plateau::app
