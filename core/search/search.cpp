// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search.h"

#include <limits>

#include "core/model/prepared.h"
#include "core/search/branch_and_bound.h"

namespace plateau::search {

struct PlanSearch::State {
    WorkspacePointer workspace = make_workspace();
    std::uint64_t identity = 0;
    Plan given;
    PlanSpace space;
    LayerTable layers;

    SearchResult run(const Prepared& prepared, const SearchOptions& options)
    {
        return options.exhaustive ? try_everything(space, prepared, *workspace, options)
                                  : BranchAndBound(space, layers, prepared, *workspace, options).run();
    }

    void bind(const Prepared& prepared, const OpenKeys& open)
    {
        if (identity == prepared.identity && given == prepared.plan && space.open == open)
            return;
        identity = prepared.identity;
        given = prepared.plan;
        space = plan_space(prepared, open);
        layers = layer_table(space, prepared, *workspace);
    }
};

PlanSearch::PlanSearch() : state_(std::make_unique<State>()) { }
PlanSearch::~PlanSearch() = default;
PlanSearch::PlanSearch(PlanSearch&&) noexcept = default;
PlanSearch& PlanSearch::operator=(PlanSearch&&) noexcept = default;

Workspace& PlanSearch::workspace() { return *state_->workspace; }

SearchResult PlanSearch::run(const Prepared& prepared, const OpenKeys& open, const SearchOptions& options)
{
    state_->bind(prepared, open);
    SearchResult result = state_->run(prepared, options);
    if (result.plans.empty() && !options.tight && prepared.memory_headroom > 0) {
        SearchOptions tight = options;
        tight.tight = true;
        result = state_->run(prepared, tight);
    }
    if (options.count && !options.exhaustive)
        result.considered = count_plans(state_->space, prepared, options.stop);
    return result;
}

std::optional<Parts> leanest_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                  SearchOptions options)
{
    Prepared roomy = prepared;
    roomy.memory_limit_bytes = std::numeric_limits<double>::infinity();
    options.objective = Objective::Memory;
    const SearchResult least = search.run(roomy, open, options);
    if (least.plans.empty())
        return std::nullopt;
    return evaluate(prepared, least.plans.front().plan, search.workspace());
}

std::optional<Parts> best_or_leanest(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                     const SearchOptions& options)
{
    SearchResult found = search.run(prepared, open, options);
    if (!found.plans.empty())
        return found.plans.front();
    return leanest_plan(search, prepared, open, options);
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
