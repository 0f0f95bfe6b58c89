// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/arguments.h"
#include "core/answers/answers.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"
#include "core/search/search.h"
#include "core/text/messages/words.h"

namespace plateau::app {

/// What an answer may not exceed; here since it is pointed to where a limit is taken for a flag of its own.
inline constexpr Flag limit_flag{
    "--limit", "KEY=VALUE",
    "deadline=60days (default 90 days; none for no deadline), budget=20M, power=5MW, gpus=16k, "
    "hardware=h100_sxm,b200, tokens=15T; of a number also a metric: mfu=45; repeatable"};

/// The flags that every command with a scenario takes.
inline constexpr Flag set_flag{"--set", "KEY=VALUE", "change a parameter; repeatable (plateau catalog parameters)"};
/// What commands that take settings have as well, and those with a plan of their own (lock_flag): flags_of() adds them.
inline constexpr Flag hardware_flag{"--hardware", "NAME", "the accelerator, as --set hardware=NAME"};
inline constexpr Flag gpus_flag{"--gpus", "N", "how many, as --set gpus=N"};
inline constexpr Flag assume_flag{
    "--assume", "",
    "take stand-ins for model, hardware and length where a configuration does not say them; they are listed"};
inline constexpr Flag json_flag{"--json", "", "one JSON document on standard output"};
inline constexpr Flag quiet_flag{"--quiet", "", "no progress, no remarks"};

inline constexpr Flag plan_flag{
    "--plan", "given|best", "given (default): search only what is `auto`; best: search everything that is not locked"};
inline constexpr Flag objective_flag{"--objective", "NAME", "throughput (default), cost, energy or memory"};
inline constexpr Flag lock_flag{"--lock", "KEY", "a plan parameter that the search must keep; repeatable"};

/// How the plan is chosen.
struct Planning {
    search::PlanChoice choice = search::PlanChoice::Given;
    search::Objective objective = search::Objective::Throughput;
};
Expected<Planning> read_planning(const Arguments& arguments);

/// The shipped and the user's presets. Files that cannot be read are reported on standard error.
catalog::Catalog read_catalog(const Arguments& arguments);
/// What answers all questions of this process, with the presets as they were at the first.
std::shared_ptr<answers::Answers> the_answers(const Arguments& arguments);
/// What answers questions with these presets.
std::shared_ptr<answers::Answers> answers_from(catalog::Catalog catalog);

/// What is asked: the scenario named by the first operand, with every --set and --lock applied.
struct ScenarioQuestion {
    std::shared_ptr<answers::Answers> answers; ///< never null
    Scenario scenario;
    Planning planning;

    const catalog::Catalog& catalog() const { return answers->data()->catalog(); }
    answers::TrainingQuestion asked() const
    {
        return {std::make_shared<const Scenario>(scenario), planning.choice, planning.objective};
    }
};
Expected<ScenarioQuestion> read_question(const Arguments& arguments);

/// The question with what lies over it: the first operand's own scenarios, then those of --with, all of one kind, each
/// with every --set and --lock; seen as their files say unless a flag says otherwise.
struct Questions {
    std::shared_ptr<answers::Answers> answers; ///< never null
    std::string kind; ///< "training" or "limits"
    std::variant<std::vector<Scenario>, std::vector<LimitsScenario>> scenarios;
};
/// `check` is asked before any scenario is read.
Expected<Questions> read_questions(const Arguments& arguments,
                                   const std::function<Expected<void>(const std::string& kind)>& check = {});

/// Questions about the limits of scaling: of the first operand, then of `others`; remarks go to standard error.
Expected<std::vector<LimitsScenario>> read_limits_questions(answers::Answers& answers, const Arguments& arguments,
                                                            const std::vector<std::string>& others);

/// The scenario with every --lock added.
Expected<Scenario> with_locks(Scenario scenario, const Arguments& arguments);

/// The error, said of the flag and the text it came from; with what to type, where a name or a range was mistyped.
tl::unexpected<Error> at_flag(Error error, const std::string& flag, const std::string& text);
/// Says beside a table in text what it hangs on (unsaid_text()); of a CSV on standard error. JSON has its own keys.
void tell_unsaid(const Arguments& arguments, const Scenario& scenario);
/// The arguments with --hardware and --gpus as settings. Fails where a --set says another value.
Expected<Arguments> with_short_settings(Arguments arguments);
/// Whether any kind of scenario has a parameter of this name.
bool is_parameter(const std::string& key);

/// The parameters of a kind of scenario.
template<class S>
const ParameterTable<S>& parameters()
{
    if constexpr (std::is_same_v<S, Scenario>)
        return training_parameters();
    else
        return limits_parameters();
}

/// Every --set KEY=VALUE for a scenario type S (training or limits), its key and its value checked.
template<class S>
Expected<std::vector<std::pair<std::string, Value>>> read_settings(const std::vector<std::string>& settings)
{
    std::vector<std::pair<std::string, Value>> changes;
    for (const std::string& text : settings) {
        const auto assignment = split_assignment(set_flag.name, text);
        if (!assignment)
            return tl::unexpected(assignment.error());
        const auto parameter = parameters<S>().require(assignment->first);
        if (!parameter)
            return at_flag(parameter.error(), set_flag.name, text);
        const auto value = parse_value(**parameter, assignment->second);
        if (!value)
            return at_flag(value.error(), set_flag.name, text);
        changes.emplace_back(assignment->first, *value);
    }
    return changes;
}

/// The scenario with all of them applied at once.
template<class S>
Expected<S> apply_settings(const catalog::Catalog& catalog, const S& scenario, const std::vector<std::string>& settings)
{
    const auto changes = read_settings<S>(settings);
    if (!changes)
        return tl::unexpected(changes.error());
    auto changed = changes->empty() ? Expected<S>(scenario) : with_all(catalog, scenario, *changes);
    if (changed)
        return changed;
    for (std::size_t i = 0; i < changes->size(); ++i)
        if (!with_all(catalog, scenario, {(*changes)[i]}))
            return at_flag(changed.error(), set_flag.name, settings[i]);
    return at_flag(changed.error(), set_flag.name, joined(settings, " --set ")); // only together they are wrong
}

} // namespace plateau::app
