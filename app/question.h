// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/outputs.h"
#include "app/planning.h"
#include "core/answers/answers.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

namespace plateau::app {

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

/// The same with what lies over it: the first operand's own, then those of `others`, each with every --set and --lock.
struct ScenarioQuestions {
    std::shared_ptr<answers::Answers> answers; ///< never null
    std::vector<Scenario> scenarios;
    Planning planning;
};
Expected<ScenarioQuestions> read_questions(const Arguments& arguments, const std::vector<std::string>& others);

/// The same for questions about the limits of scaling; remarks go to standard error.
Expected<std::vector<LimitsScenario>> read_limits_questions(answers::Answers& answers, const Arguments& arguments,
                                                            const std::vector<std::string>& others);

/// "training" or "limits", of the first operand.
Expected<std::string> asked_kind(const catalog::Catalog& catalog, const Arguments& arguments);

} // namespace plateau::app
