// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/answers/plans.h"
#include "core/math/threads/pool.h"
#include "core/question/scenario/parameter_table.h"
#include "core/search/objective.h"
#include "core/search/plan_space.h"
#include "core/search/search.h"

/// Two parameters against each other, the best of all plans in every cell.
namespace plateau::answers {

using Setting = std::pair<std::string, Value>; ///< a key and what it is set to

/// What may stand along one side of a map: a plan parameter, or any other row of the parameter table.
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

struct PlanMapQuestion {
    std::string x = "tp"; ///< keys of two different parameters, of the plan or not
    std::string y = "pp";
    int most = 8; ///< values along each side
    std::vector<Plan> shown = {}; ///< plans whose values are among them
};

/// Why a cell has no plan, or nothing.
struct PlanCell {
    Parts parts; ///< of the best plan; where none fits, of the one that needs the least memory; else impossible
    Message reason; ///< empty when it fits: "Needs 125 GB of 80.0 GB per GPU"
    bool refused = false; ///< no scenario can have these settings
};

struct PlanGrid {
    MapSide columns;
    MapSide rows;
    std::vector<PlanCell> cells; ///< row by row
    bool complete = false; ///< false when stopped on the way
    /// The cell that shows a plan of the question with these settings changed; -1 where its values are not along the
    /// sides.
    int cell_of(const Plan& plan, const std::vector<Setting>& settings = {}) const;
    /// What has to be set, besides the plan, to stand in a cell.
    std::vector<Setting> settings_of(int cell) const;
    int best(search::Objective objective) const; ///< -1 when nothing fits
};

/// Searches every cell for itself, with x and y held: exact like a search of its own. `open`: the parameters the
/// question leaves to the search. One search for each worker of the pool.
PlanGrid plan_map(threads::Pool& pool, std::vector<search::PlanSearch>& searches, const catalog::Catalog& catalog,
                  const Scenario& scenario, const search::OpenKeys& open, const PlanMapQuestion& question,
                  const search::SearchOptions& options);

/// Two parameters against each other, the best of all plans in every cell.
struct PlanMap {
    struct Key {
        TrainingQuestion question;
        std::string x = "tp", y = "pp";
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = BesidePlans<answers::PlanGrid>;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
