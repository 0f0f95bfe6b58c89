// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/objective.h"

#include <algorithm>
#include <array>

#include "core/plan/plan_dimensions.h"

namespace plateau::search {

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
