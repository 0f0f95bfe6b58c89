// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/outputs.h"
#include "app/planning.h"
#include "core/evidence/known.h"
#include "core/limits_scenario/limits_scenario.h"
#include "core/scenario/scenario.h"

namespace plateau::app {

/// The flags that every command with a scenario takes.
inline constexpr Flag set_flag{"--set", "KEY=VALUE", "change a parameter; repeatable (plateau catalog parameters)"};
inline constexpr Flag json_flag{"--json", "", "one JSON document on standard output"};
inline constexpr Flag quiet_flag{"--quiet", "", "no progress, no remarks"};

/// The shipped and the user's presets. Files that cannot be read are reported on standard error.
catalog::Catalog read_catalog(const Arguments& arguments);

/// What is asked: the scenario named by the first operand, with every --set and --lock applied.
struct ScenarioQuestion {
    catalog::Catalog catalog;
    Scenario scenario;
    Planning planning;
};
Expected<ScenarioQuestion> read_question(const Arguments& arguments);

/// The same with what lies over it: the first operand's own, then those of `others`, each with every --set and --lock.
struct ScenarioQuestions {
    catalog::Catalog catalog;
    std::vector<Scenario> scenarios;
    Planning planning;
};
Expected<ScenarioQuestions> read_questions(const Arguments& arguments, const std::vector<std::string>& others);

/// The measured runs, to say how an answer is known; of answers on one accelerator, those that decide it.
evidence::KnownSteps known_steps(const catalog::Catalog& catalog, const std::string& accelerator = {});

/// The same for a question about the limits of scaling; remarks go to standard error.
Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const Arguments& arguments);
/// The first operand's and those of `others`, each with every --set.
Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog, const Arguments& arguments,
                                                            const std::vector<std::string>& others);

/// "training" or "limits", of the first operand.
Expected<std::string> asked_kind(const catalog::Catalog& catalog, const Arguments& arguments);

} // namespace plateau::app
