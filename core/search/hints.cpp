// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/hints.h"

#include <algorithm>
#include <cmath>

#include "core/search/enumerate.h"

namespace plateau::search {

namespace {

/// The element whose number is nearest to `wanted` on a logarithmic scale; `of` gives an element's number.
template<class Element, class Number>
std::size_t nearest(const std::vector<Element>& elements, double wanted, Number of)
{
    const auto distance
        = [&](const Element& element) { return std::abs(std::log(of(element) / std::max(1.0, wanted))); };
    const auto less = [&](const Element& left, const Element& right) { return distance(left) < distance(right); };
    return std::size_t(std::min_element(elements.begin(), elements.end(), less) - elements.begin());
}

std::size_t nearest(const std::vector<int>& elements, int wanted)
{
    return nearest(elements, wanted, [](int element) { return double(element); });
}

Sharding nearest_sharding(const std::vector<Sharding>& choices, const Plan& hint)
{
    std::vector<Sharding> same;
    std::copy_if(choices.begin(), choices.end(), std::back_inserter(same),
                 [&](const Sharding& choice) { return choice.mode == hint.dp_mode; });
    if (same.empty())
        return choices.back();
    return same[nearest(same, hint.shard_group,
                        [](const Sharding& choice) { return std::max(1.0, double(choice.group)); })];
}

Pipelining nearest_pipelining(const std::vector<Pipelining>& choices, const Plan& hint)
{
    const auto same = std::find_if(choices.begin(), choices.end(), [&](const Pipelining& choice) {
        return choice.schedule == hint.schedule && choice.virtual_stages == hint.virtual_stages;
    });
    if (same != choices.end())
        return *same;
    return choices[nearest(choices, hint.virtual_stages,
                           [](const Pipelining& choice) { return double(choice.virtual_stages); })];
}

template<class Choices, class Wanted>
Wanted same_or_first(const Choices& choices, Wanted wanted)
{
    const auto found = std::find(choices.begin(), choices.end(), wanted);
    return found != choices.end() ? wanted : Wanted(*choices.begin());
}

DeviceMesh nearest_family(const PlanSpace& space, const Plan& hint)
{
    const int tp = space.tp[nearest(space.tp, hint.tp)];
    const int cp = space.cp[nearest(space.cp, hint.cp)];
    const int ep = space.ep[nearest(space.ep, hint.ep)];
    DeviceMesh result;
    bool found = false;
    for (const DeviceMesh& family : space.families) {
        if (family.tp != tp || family.cp != cp || family.ep != ep)
            continue;
        const bool same = family.etp == hint.etp && family.cp_method == hint.cp_method;
        if (!found || same)
            result = family;
        found = true;
    }
    return result;
}

} // namespace

std::vector<Plan> plans_near(const PlanSpace& space, const Prepared& prepared, const Plan& hint)
{
    DeviceMesh mesh = nearest_family(space, hint);
    const std::size_t stage
        = nearest(space.pp, hint.pp, [](const PipelineDegree& degree) { return double(degree.stages); });
    mesh.pp = space.pp[stage].stages;
    std::vector<int> data;
    data_degrees(space, prepared, mesh, data);
    std::vector<Plan> plans;
    std::vector<Sharding> choices;
    for (const int degree : data) {
        mesh.dp = degree;
        if (!is_legal(space, prepared, mesh))
            continue;
        shardings(space, prepared, mesh, choices);
        const std::size_t count = micro_batch_count(space, sequences_per_rank(prepared, mesh));
        if (choices.empty() || count == 0 || space.pp[stage].ways.empty())
            continue;
        Plan plan = plan_of(space, mesh);
        plan.micro_batch = space.micro_batch[std::min(count - 1, nearest(space.micro_batch, hint.micro_batch))];
        plan.recompute = same_or_first(space.recompute, hint.recompute);
        plan.sequence_parallel = same_or_first(sequence_parallel_choices(space, mesh.tp), hint.sequence_parallel);
        const Sharding sharding = nearest_sharding(choices, hint);
        plan.dp_mode = sharding.mode;
        plan.shard_group = sharding.group;
        const Pipelining pipelining = nearest_pipelining(space.pp[stage].ways, hint);
        plan.schedule = pipelining.schedule;
        plan.virtual_stages = pipelining.virtual_stages;
        plans.push_back(plan);
    }
    return plans;
}

} // namespace plateau::search
