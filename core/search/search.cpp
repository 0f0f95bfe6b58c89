// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/model/prepared.h"
#include "core/plan/plan_dimensions.h"
#include "core/search/branch_and_bound.h"
#include "core/search/objective.h"

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

namespace {

constexpr ObjectiveRow rows[] = {
    {Objective::Throughput, PLATEAU_TEXT("most tokens/s"), "tokens_per_s", "tokens_per_s_per_gpu_available"},
    {Objective::Cost, PLATEAU_TEXT("lowest cost per token"), "usd_per_million_tokens", "usd_per_million_tokens"},
    {Objective::Energy, PLATEAU_TEXT("least energy per token"), "joules_per_token", "joules_per_token"},
    {Objective::Memory, PLATEAU_TEXT("least memory"), "memory_bytes_per_gpu", "memory_bytes_per_gpu"},
};

/// The metrics that the rows name, by objective.
std::array<const Metric*, std::size(rows)> found(const char* ObjectiveRow::*key)
{
    std::array<const Metric*, std::size(rows)> list{};
    for (const ObjectiveRow& row : rows)
        list[std::size_t(row.objective)] = &metric(row.*key);
    return list;
}

} // namespace

std::span<const ObjectiveRow> objectives() { return rows; }

const Metric& objective_metric(Objective objective)
{
    static const auto list = found(&ObjectiveRow::metric);
    return *list[std::size_t(objective)];
}

const Metric& told_metric(Objective objective)
{
    static const auto list = found(&ObjectiveRow::told);
    return *list[std::size_t(objective)];
}

double objective_value(Objective objective, const Parts& parts)
{
    const Metric& compared = objective_metric(objective);
    const double value = compared.value(parts);
    return compared.better == Better::Higher ? 1 / value : value;
}

bool better(Objective objective, const Parts& left, const Parts& right)
{
    if (left.fits() != right.fits())
        return left.fits();
    const double left_value = objective_value(objective, left);
    const double right_value = objective_value(objective, right);
    if (left_value != right_value)
        return left_value < right_value;
    if (left.tokens_per_s != right.tokens_per_s)
        return left.tokens_per_s > right.tokens_per_s;
    if (left.memory_bytes != right.memory_bytes)
        return left.memory_bytes < right.memory_bytes;
    return comes_before(left.plan, right.plan);
}

void BestPlans::add(const Parts& parts)
{
    if (!takes(parts) || objective_value(objective_, parts) > threshold_)
        return;
    const auto before = [this](const Parts& left, const Parts& right) { return better(objective_, left, right); };
    const auto place = std::lower_bound(plans_.begin(), plans_.end(), parts, before);
    const bool full = int(plans_.size()) == capacity_;
    if (full && place == plans_.end())
        return;
    if (place != plans_.end() && place->plan == parts.plan)
        return;
    plans_.insert(place, parts);
    if (full)
        plans_.pop_back();
    if (int(plans_.size()) == capacity_)
        threshold_ = objective_value(objective_, plans_.back());
}

} // namespace plateau::search
