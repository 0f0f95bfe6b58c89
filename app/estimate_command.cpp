// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/readout.h"

namespace plateau::app {

namespace {

constexpr Flag flags[] = {set_flag, plan_flag, objective_flag, lock_flag, json_flag, quiet_flag};

Expected<int> run(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto prepared = prepare(question->scenario);
    explore::PlanSearch search;
    explore::SearchOptions options;
    options.objective = question->planning.objective;
    const auto open = explore::open_keys(question->scenario, question->planning.choice);
    const Estimate answer = explain(*prepared, explore::best_plan(search, *prepared, open, options).plan);
    if (arguments.has(json_flag.name))
        print(to_json(question->scenario, answer));
    else
        fmt::print("{}", readout(question->scenario, answer));
    return answer.parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command estimate_command;
const Command estimate_command{"estimate", "SCENARIO", "one estimate, with its terms", flags, 1, run};

} // namespace plateau::app
