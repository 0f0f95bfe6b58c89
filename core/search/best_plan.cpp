// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/best_plan.h"

#include <limits>

#include "core/model/prepared.h"

namespace plateau::search {

std::optional<Parts> best_or_leanest(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                     const SearchOptions& options)
{
    const SearchResult found = search.run(prepared, open, options);
    if (!found.plans.empty())
        return found.plans.front();
    Prepared roomy = prepared;
    roomy.memory_limit_bytes = std::numeric_limits<double>::infinity();
    SearchOptions leanest = options;
    leanest.objective = Objective::Memory;
    const SearchResult least = search.run(roomy, open, leanest);
    if (least.plans.empty())
        return std::nullopt;
    return evaluate(prepared, least.plans.front().plan, search.workspace());
}

Parts best_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open, const SearchOptions& options)
{
    if (open.any()) {
        if (const auto found = best_or_leanest(search, prepared, open, options))
            return *found;
    }
    return evaluate(prepared, prepared.plan, search.workspace());
}

} // namespace plateau::search
