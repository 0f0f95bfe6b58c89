// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/registers.h"

namespace plateau::app {

#include "core/annexes.inc" // join_annexes(), written by CMake

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
        join_annexes(rows);
        return rows;
    }();
    return all;
}

Expected<void> check_plan_outputs(const Arguments& arguments)
{
    for (const PlanOutput& output : registers().plan_outputs)
        if (auto checked = output.check(arguments); !checked)
            return checked;
    return {};
}

void pose_for_outputs(const Arguments& arguments, const catalog::Catalog& catalog, Scenario& scenario)
{
    for (const PlanOutput& output : registers().plan_outputs)
        output.pose(arguments, catalog, scenario);
}

std::size_t unsaid_of_outputs(const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    std::size_t sum = 0;
    for (const PlanOutput& output : registers().plan_outputs)
        sum += output.unsaid(arguments, parts, scenario);
    return sum;
}

void add_plan_outputs(Json& json, const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    for (const PlanOutput& output : registers().plan_outputs)
        output.add(json, arguments, parts, scenario);
}

std::string plan_outputs_text(const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    std::string text;
    for (const PlanOutput& output : registers().plan_outputs)
        text += output.text(arguments, parts, scenario);
    return text;
}

} // namespace plateau::app
