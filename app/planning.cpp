// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/settings.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

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
