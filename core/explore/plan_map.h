// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/explore/best_plan.h"
#include "core/explore/objective.h"
#include "core/explore/plan_axis.h"
#include "core/explore/pool.h"
#include "core/explore/search.h"

/// Two plan parameters against each other, the best of all others in every cell.
namespace plateau::explore {

struct PlanMapQuestion {
    std::string x = "tp"; ///< keys of two different plan parameters
    std::string y = "pp";
    int most = 8; ///< values along each side
    std::vector<Plan> shown = {}; ///< plans whose values are among them
};

/// Why a cell has no plan, or nothing.
struct PlanCell {
    Parts parts; ///< of the best plan; where none fits, of the one that needs the least memory; else impossible
    Message reason; ///< empty when it fits: "Needs 125 GB of 80.0 GB per GPU"
};

struct PlanMap {
    std::string x;
    std::string y;
    std::vector<int> columns; ///< values of x
    std::vector<int> rows; ///< values of y
    std::vector<PlanCell> cells; ///< row by row
    bool complete = false; ///< false when stopped on the way
    int cell_of(const Plan& plan) const; ///< -1 when its values are not along the sides
    int best(Objective objective) const; ///< -1 when nothing fits
};

/// The parameters a map may have at its sides: all that the question leaves a choice in.
std::vector<const PlanAxis*> map_axes(const Prepared& prepared);

/// Searches every cell for itself, with x and y held: exact like a search of its own. One search for each worker of
/// the pool.
PlanMap plan_map(Pool& pool, std::vector<PlanSearch>& searches, const Prepared& prepared, const OpenKeys& open,
                 const PlanMapQuestion& question, const SearchOptions& options);

} // namespace plateau::explore
