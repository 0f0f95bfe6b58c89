// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <variant>

#include "app/arguments.h"
#include "app/outputs.h"
#include "app/planning.h"
#include "core/answers/answers.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

namespace plateau::app {

/// What an answer may not exceed; here since it is pointed to where a limit is taken for a flag of its own.
inline constexpr Flag limit_flag{
    "--limit", "KEY=VALUE",
    "deadline=60days (default 90 days; none for no deadline), budget=20M, power=5MW, gpus=16k, "
    "hardware=h100_sxm,b200, tokens=15T; of a number also a metric: mfu=45; repeatable"};

/// The flags that every command with a scenario takes.
inline constexpr Flag set_flag{"--set", "KEY=VALUE", "change a parameter; repeatable (plateau catalog parameters)"};
inline constexpr Flag json_flag{"--json", "", "one JSON document on standard output"};
inline constexpr Flag quiet_flag{"--quiet", "", "no progress, no remarks"};

/// The shipped and the user's presets. Files that cannot be read are reported on standard error.
catalog::Catalog read_catalog(const Arguments& arguments);
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

} // namespace plateau::app
