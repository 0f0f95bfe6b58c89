// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/explore/map_side.h"
#include "core/math/threads/pool.h"
#include "core/search/objective.h"
#include "core/search/search.h"

/// Two parameters against each other, the best of all plans in every cell.
namespace plateau::explore {

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

struct PlanMap {
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
PlanMap plan_map(threads::Pool& pool, std::vector<search::PlanSearch>& searches, const catalog::Catalog& catalog,
                 const Scenario& scenario, const search::OpenKeys& open, const PlanMapQuestion& question,
                 const search::SearchOptions& options);

} // namespace plateau::explore
