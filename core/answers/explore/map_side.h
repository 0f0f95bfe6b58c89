// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/question/scenario/parameter_table.h"
#include "core/search/plan_axis.h"

/// What may stand along one side of a map: a plan parameter, or any other row of the parameter table.
namespace plateau::explore {

using Setting = std::pair<std::string, Value>; ///< a key and what it is set to

struct MapSide {
    std::string key;
    std::string title; ///< "Tensor", "Scale-out link"
    Message unit; ///< the unit of all words: "Gb/s"; empty where they carry their own or have none
    bool of_plan = false;
    std::vector<Value> values; ///< of a plan parameter, its PlanAxis number
    std::vector<Argument> words; ///< "8", "ZeRO-1", "400"
    int current = -1; ///< where the question stands; plan parameters: -1, there each plan has its own place

    std::size_t size() const { return values.size(); }
    int place(std::size_t index) const { return int(std::get<double>(values[index])); } ///< of a plan parameter
    int find(const Value& value) const; ///< -1 when it is not along the side
};

/// Values of the parameter `key` worth showing, at most `most`. Plan parameters as axis_values(); other numbers their
/// stops nearest to the question's value, with it among them; choices and names what exists, nearest in their order.
/// No values for an unknown key or one that has fewer than two.
MapSide map_side(const catalog::Catalog& catalog, const Scenario& scenario, const Prepared& prepared,
                 const std::string& key, const std::vector<Plan>& shown, int most);

/// The keys a map may have at its sides: plan parameters in which the question leaves a choice, then the other rows of
/// the parameter table that change an estimate of this scenario, those people turn often first.
std::vector<std::string> map_keys(const Scenario& scenario);

} // namespace plateau::explore
