// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search.h"

#include "core/model/prepared.h"
#include "core/search/branch_and_bound.h"
#include "core/search/exhaustive.h"

namespace plateau::search {

struct PlanSearch::State {
    WorkspacePointer workspace = make_workspace();
    std::uint64_t identity = 0;
    Plan given;
    PlanSpace space;
    LayerTable layers;

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
    if (options.exhaustive)
        return try_everything(state_->space, prepared, *state_->workspace, options);
    SearchResult result = BranchAndBound(state_->space, state_->layers, prepared, *state_->workspace, options).run();
    if (options.count)
        result.considered = count_plans(state_->space, prepared, options.stop);
    return result;
}

} // namespace plateau::search
