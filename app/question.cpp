// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/export_page.h"
#include "app/json.h"
#include "app/registers.h"
#include "app/terminal.h"
#include "core/answers/since_saved.h"
#include "core/catalog/known_runs.h"
#include "core/evidence/claims.h"
#include "core/files/text_file.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/nearest.h"

namespace plateau::app {

namespace {

/// Kinds that are read when they are asked for: what is wrong with a person's own is told at once all the same.
std::vector<Error> problems_of_own(const std::vector<std::filesystem::path>& folders)
{
    using Folders = const std::vector<std::filesystem::path>&;
    static constexpr std::pair<const char*, std::vector<Error> (*)(Folders)> kinds[]
        = {{"runs", [](Folders all) { return catalog::read_known_runs(all).problems; }},
           {"styles", [](Folders all) { return figures::read_export_styles(all).problems; }},
           {"figures", [](Folders all) { return read_paper_figures(all).problems; }},
           {"evidence", [](Folders all) { return evidence::read_claims(all).problems; }}};
    std::vector<Error> problems;
    const std::vector<std::filesystem::path> own(folders.begin() + std::min<std::ptrdiff_t>(1, std::ssize(folders)),
                                                 folders.end());
    for (const auto& [kind, read] : kinds)
        if (!catalog::preset_files(own, kind).empty())
            for (Error& problem : read(folders))
                problems.push_back(std::move(problem));
    return problems;
}

} // namespace

catalog::Catalog read_catalog(const Arguments& arguments)
{
    catalog::Catalog catalog = read_presets();
    if (!arguments.has(quiet_flag.name))
        for (const auto& problems : {catalog.problems, problems_of_own(catalog.folders)})
            for (const Error& problem : problems)
                complain(problem);
    return catalog;
}

bool is_parameter(const std::string& key) { return training_parameters().find(key) || limits_parameters().find(key); }

namespace {

/// "8-2048" becomes "8..2048"; empty where the text is no such range.
std::string meant_range(const std::string& value)
{
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.front() >= '0' && text.front() <= '9'
            && text.find_first_not_of("0123456789.kKMGT") == std::string_view::npos;
    };
    const std::size_t dash = value.find('-');
    if (dash == std::string::npos || !is_number(std::string_view(value).substr(0, dash))
        || !is_number(std::string_view(value).substr(dash + 1)))
        return {};
    return value.substr(0, dash) + ".." + value.substr(dash + 1);
}

/// What to type in place of `flag text`; empty where nobody can tell.
std::string meant_words(const Error& error, const std::string& flag, const std::string& text)
{
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    const std::string range = equals == std::string::npos ? "" : meant_range(text.substr(equals + 1));
    if (!range.empty() && is_parameter(key))
        return fmt::format("--over {}={}", key, range);
    if (error.nearest.empty())
        return {};
    if (equals == std::string::npos)
        return fmt::format("{} {}", flag, error.nearest);
    return is_parameter(key) ? fmt::format("{} {}={}", flag, key, error.nearest)
                             : fmt::format("{} {}{}", flag, error.nearest, text.substr(equals));
}

} // namespace

tl::unexpected<Error> at_flag(Error error, const std::string& flag, const std::string& text)
{
    if (error.where.empty())
        error.where = fmt::format("{} {}", flag, text);
    if (error.type.empty())
        error.type = meant_words(error, flag, text);
    return tl::unexpected(std::move(error));
}

namespace {

/// Tells whether two texts say the same value of the parameter.
bool says_the_same(const std::string& key, const std::string& text, const std::string& other)
{
    const TrainingParameter& row = *training_parameters().find(key);
    const auto value = parse_value(row, text), second = parse_value(row, other);
    return value && second ? *value == *second : text == other;
}

} // namespace

void tell_unsaid(const Arguments& arguments, const Scenario& scenario)
{
    const std::string words = unsaid_text(scenario);
    const bool text = !arguments.has(json_flag.name) && !arguments.has(csv_flag.name);
    if (text && !words.empty())
        say(words);
    else if (!words.empty())
        app::remark(trimmed(words));
}

Expected<Arguments> with_short_settings(Arguments arguments)
{
    std::map<std::string, std::string> said;
    for (auto& [flag, text] : arguments.flags) {
        const std::string key = flag == hardware_flag.name ? "hardware" : flag == gpus_flag.name ? "gpus" : "";
        if (key.empty())
            continue;
        if (const auto before = said.find(key); before != said.end() && !says_the_same(key, before->second, text))
            return failure(
                {PLATEAU_TEXT("%1 says %2 and %3"), {Verbatim{flag}, Verbatim{before->second}, Verbatim{text}}}, flag,
                {PLATEAU_TEXT("one of them"), {}});
        for (const std::string& setting : arguments.all(set_flag.name))
            if (setting.starts_with(key + "=") && !says_the_same(key, setting.substr(key.size() + 1), text))
                return failure({PLATEAU_TEXT("%1 %2 contradicts %3 %4"),
                                {Verbatim{flag}, Verbatim{text}, Verbatim{set_flag.name}, Verbatim{setting}}},
                               flag, {PLATEAU_TEXT("one of them"), {}});
        said[key] = text;
        text = key + "=" + text;
        flag = set_flag.name;
    }
    return arguments;
}

namespace {

/// Whether a command varies the parameter itself: --over KEY=VALUES, --for KEY.
bool is_asked_for(const Arguments& arguments, const std::string& key)
{
    return std::ranges::any_of(arguments.flags, [&](const auto& flag) {
        return (flag.first == "--over" && flag.second.starts_with(key + "="))
            || (flag.first == "--for" && flag.second == key);
    });
}

tl::unexpected<Error> no_scenario()
{
    return failure({PLATEAU_TEXT("no scenario given"), {}}, "SCENARIO",
                   {PLATEAU_TEXT("a file or a preset's name (plateau catalog scenarios)"), {}});
}

/// What a reader of an annex makes of a file where a scenario is expected; nothing where none knows it.
std::optional<Expected<Scenario>> read_otherwise(const catalog::Catalog& catalog, const std::string& file,
                                                 const Arguments& arguments)
{
    const auto settings = read_settings<Scenario>(arguments.all(set_flag.name));
    for (const ScenarioReader reader : registers().readers)
        if (auto read = reader(catalog, file, settings ? *settings : std::vector<std::pair<std::string, Value>>()))
            return read;
    return std::nullopt;
}

/// Tells once each what to know about the scenario that was opened and about what settings made of it.
template<class S>
void remark_on(answers::Answers& answers, const Arguments& arguments, const std::string& name, const S& opened,
               const S& changed)
{
    if (arguments.has(quiet_flag.name))
        return;
    const auto file = find_scenario_file(answers.data()->catalog(), name);
    const auto held = file ? files::read_text(*file) : tl::unexpected(Error{});
    std::vector<std::string> said;
    const auto say_once = [&said](const Message& remark) {
        std::string words = english(foreign_error({remark, {}, {}}));
        if (std::find(said.begin(), said.end(), words) != said.end())
            return;
        app::remark(words);
        said.push_back(std::move(words));
    };
    for (const Message& remark : answers::opening_remarks(answers, opened, held ? *held : std::string()))
        say_once(remark);
    if (&changed != &opened)
        for (const Message& remark : changed.remarks)
            say_once(remark);
}

/// Training scenarios and those about the limits of scaling have commands of their own.
tl::unexpected<Error> other_kind(const std::string& file, bool asked_training)
{
    const char *is = asked_training ? "limits" : "training", *taken = asked_training ? "training" : "limits";
    Error error{{PLATEAU_TEXT("this is a scenario of kind: %1; the command takes kind: %2"), {is, taken}}, file, {}};
    error.type = fmt::format("plateau {} {}", asked_training ? "limits" : "estimate", file);
    return tl::unexpected(std::move(error));
}

/// The error of a mistyped name of a scenario.
tl::unexpected<Error> at_operand(Error error)
{
    if (error.where.empty())
        error.type = error.nearest;
    return tl::unexpected(std::move(error));
}

/// With every --lock, and the stand-ins of --assume. Fails where nobody said the model.
Expected<Scenario> answerable(const catalog::Catalog& catalog, Scenario scenario, const Arguments& arguments)
{
    auto locked = with_locks(std::move(scenario), arguments);
    if (locked && arguments.has(assume_flag.name))
        locked = with_stand_ins(catalog, *locked);
    if (!locked)
        return locked;
    if (auto said = require_said(*locked, {"model"}); !said && !is_asked_for(arguments, "model"))
        return tl::unexpected(std::move(said.error()));
    return locked;
}

/// Reads the scenarios of the first operand, then of `others`.
template<class S>
Expected<std::vector<S>> read_scenarios(answers::Answers& answers, const Arguments& arguments,
                                        const std::vector<std::string>& others)
{
    constexpr bool is_training = std::is_same_v<S, Scenario>;
    const catalog::Catalog& catalog = answers.data()->catalog();
    const auto read = [&](const std::string& file) {
        if constexpr (is_training)
            return figures::read_questions(catalog, file);
        else
            return figures::read_limits_questions(catalog, file);
    };
    std::vector<std::string> files{arguments.operands.front()};
    files.insert(files.end(), others.begin(), others.end());
    std::vector<S> scenarios;
    for (const std::string& file : files) {
        const auto kind = figures::question_kind(catalog, file);
        if (kind && (*kind == "training") != is_training)
            return other_kind(file, is_training);
        auto held = read(file);
        if constexpr (is_training)
            if (const auto read_in = held || kind ? std::nullopt : read_otherwise(catalog, file, arguments)) {
                if (!*read_in)
                    return tl::unexpected(read_in->error());
                held = std::vector<Scenario>{**read_in};
                if (!arguments.has(quiet_flag.name))
                    app::remark(file
                                + ": a configuration of a training program; plateau read shows what was understood");
            }
        if (!held)
            return at_operand(held.error());
        for (const S& scenario : *held) {
            auto changed = apply_settings(catalog, scenario, arguments.all(set_flag.name));
            if constexpr (is_training)
                changed = changed ? answerable(catalog, std::move(*changed), arguments) : std::move(changed);
            if (!changed)
                return tl::unexpected(changed.error());
            remark_on(answers, arguments, file, scenario, is_training ? scenario : *changed);
            scenarios.push_back(std::move(*changed));
        }
    }
    return scenarios;
}

} // namespace

std::shared_ptr<answers::Answers> answers_from(catalog::Catalog catalog)
{
    return std::make_shared<answers::Answers>(
        std::make_shared<const answers::Data>(std::make_shared<const catalog::Catalog>(std::move(catalog))));
}

std::shared_ptr<answers::Answers> the_answers(const Arguments& arguments)
{
    static const std::shared_ptr<answers::Answers> answers = answers_from(read_catalog(arguments));
    return answers;
}

Expected<ScenarioQuestion> read_question(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return no_scenario();
    const auto planning = read_planning(arguments);
    if (!planning)
        return tl::unexpected(planning.error());
    auto answers = the_answers(arguments);
    auto scenarios = read_scenarios<Scenario>(*answers, arguments, {});
    if (!scenarios)
        return tl::unexpected(scenarios.error());
    return ScenarioQuestion{std::move(answers), std::move(scenarios->front()), *planning};
}

Expected<std::vector<LimitsScenario>> read_limits_questions(answers::Answers& answers, const Arguments& arguments,
                                                            const std::vector<std::string>& others)
{
    if (arguments.operands.empty())
        return no_scenario();
    return read_scenarios<LimitsScenario>(answers, arguments, others);
}

Expected<Questions> read_questions(const Arguments& arguments,
                                   const std::function<Expected<void>(const std::string& kind)>& check)
{
    if (arguments.operands.empty())
        return no_scenario();
    const char* const with = "--with";
    const std::vector<std::string> others = arguments.all(with);
    auto answers = the_answers(arguments);
    const catalog::Catalog& catalog = answers->data()->catalog();
    auto kind = figures::question_kind(catalog, arguments.operands.front());
    if (const auto read_in = kind ? std::nullopt : read_otherwise(catalog, arguments.operands.front(), arguments)) {
        if (!*read_in)
            return tl::unexpected(read_in->error());
        kind = "training";
    }
    if (!kind)
        return at_operand(kind.error());
    for (const std::string& other : others) {
        const auto its = figures::question_kind(catalog, other);
        if (!its)
            return tl::unexpected(its.error());
        if (*its != *kind)
            return failure({PLATEAU_TEXT("“%1” is a scenario of kind %2"), {Verbatim{other}, Verbatim{*its}}}, with,
                           {PLATEAU_TEXT("a scenario of kind: %1, like the first"), {Verbatim{*kind}}});
    }
    if (const auto checked = check ? check(*kind) : Expected<void>(); !checked)
        return tl::unexpected(checked.error());
    if (*kind == "limits") {
        auto scenarios = read_scenarios<LimitsScenario>(*answers, arguments, others);
        if (!scenarios)
            return tl::unexpected(scenarios.error());
        return Questions{std::move(answers), *kind, std::move(*scenarios)};
    }
    const auto planning = read_planning(arguments);
    if (!planning)
        return tl::unexpected(planning.error());
    auto scenarios = read_scenarios<Scenario>(*answers, arguments, others);
    if (!scenarios)
        return tl::unexpected(scenarios.error());
    for (Scenario& scenario : *scenarios) {
        const auto choice = arguments.has(plan_flag.name) ? planning->choice : answers::plan_choice(scenario);
        const auto objective = arguments.has(objective_flag.name) ? planning->objective : answers::objective(scenario);
        scenario = answers::seen_as(std::move(scenario), choice, objective);
    }
    return Questions{std::move(answers), *kind, std::move(*scenarios)};
}

Expected<Planning> read_planning(const Arguments& arguments)
{
    const auto plan = choice(arguments, plan_flag.name, {"given", "best"});
    if (!plan)
        return tl::unexpected(plan.error());
    constexpr auto& names = names_of<search::Objective>;
    const auto objective = choice(arguments, objective_flag.name, {names.begin(), names.end()});
    if (!objective)
        return tl::unexpected(objective.error());
    return Planning{*plan == "best" ? search::PlanChoice::Best : search::PlanChoice::Given,
                    *from_name<search::Objective>(*objective)};
}

Expected<Scenario> with_locks(Scenario scenario, const Arguments& arguments)
{
    for (const std::string& key : arguments.all(lock_flag.name)) {
        if (!is_plan_key(key)) {
            std::vector<std::string> keys;
            for (const TrainingParameter& row : training_parameters().rows())
                if (is_plan_key(row.key))
                    keys.push_back(row.key);
            return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a parameter of the plan"), {Verbatim{key}}}, key, keys,
                                        "plateau catalog parameters"),
                           lock_flag.name, key);
        }
        scenario.open.erase(key); // keeps its default
        scenario.locked.insert(key);
    }
    return scenario;
}

} // namespace plateau::app
