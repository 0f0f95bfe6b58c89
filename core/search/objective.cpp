// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/objective.h"

#include <algorithm>
#include <tuple>

namespace plateau::search {

namespace {

constexpr const char* objective_names[] = {"throughput", "cost", "energy", "memory"};

int schedule_rank(PipelineSchedule schedule)
{
    return schedule == PipelineSchedule::OneFOneB ? 0 : schedule == PipelineSchedule::GPipe ? 1 : int(schedule);
}

auto plan_order(const Plan& plan)
{
    return std::make_tuple(plan.tp, plan.pp, plan.cp, plan.ep, plan.virtual_stages, plan.shard_group, int(plan.dp_mode),
                           int(plan.recompute), plan.sequence_parallel, plan.micro_batch, schedule_rank(plan.schedule),
                           plan.dp, plan.etp, int(plan.cp_method));
}

} // namespace

const char* name(Objective objective) { return objective_names[int(objective)]; }

std::optional<Objective> objective_from_name(const std::string& text)
{
    for (int index = 0; index < int(std::size(objective_names)); ++index) {
        if (text == objective_names[index])
            return Objective(index);
    }
    return std::nullopt;
}

double objective_value(Objective objective, const Parts& parts)
{
    switch (objective) {
    case Objective::Throughput:
        return 1 / parts.tokens_per_s;
    case Objective::Cost:
        return parts.usd_per_million_tokens;
    case Objective::Energy:
        return parts.facility_watts / parts.tokens_per_s;
    case Objective::Memory:
        return parts.memory_bytes;
    }
    return 0;
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
    return plan_order(left.plan) < plan_order(right.plan);
}

void BestPlans::add(const Parts& parts)
{
    if (!parts.fits() || objective_value(objective_, parts) > threshold_)
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
