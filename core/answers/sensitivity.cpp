// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::answers {

namespace {

struct ResourceName {
    const char* label;
    const char* key;
};

constexpr ResourceName resource_names[resource_count] = {
    {PLATEAU_TEXT("Compute"), ""},
    {PLATEAU_TEXT("HBM bandwidth"), ""},
    {PLATEAU_TEXT("HBM size"), ""},
    {PLATEAU_TEXT("Scale-up bandwidth"), "scale_up_bandwidth"},
    {PLATEAU_TEXT("Scale-up domain"), "nvlink_domain"},
    {PLATEAU_TEXT("Scale-out bandwidth"), "scale_out_bandwidth"},
    {PLATEAU_TEXT("Latency"), "latency_factor"},
    {PLATEAU_TEXT("Batch"), "global_batch"},
    {PLATEAU_TEXT("GPUs"), "gpus"},
};

void scale_bandwidth(catalog::NetworkTier& tier, double factor)
{
    tier.bandwidth_bytes_per_s *= factor;
    tier.pair_bytes_per_s *= factor;
}

} // namespace

const char* label(Resource resource) { return resource_names[int(resource)].label; }
const char* key(Resource resource) { return resource_names[int(resource)].key; }

Scenario scaled(Scenario scenario, Resource resource, double factor)
{
    catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    std::vector<catalog::NetworkTier>& tiers = scenario.cluster.tiers;
    switch (resource) {
    case Resource::Compute:
        for (double& peak : accelerator.peak_flops)
            peak *= factor;
        break;
    case Resource::MemoryBandwidth:
        accelerator.memory_bytes_per_s *= factor;
        break;
    case Resource::MemorySize:
        accelerator.memory_bytes *= factor;
        break;
    case Resource::ScaleUpBandwidth:
        if (!tiers.empty())
            scale_bandwidth(tiers.front(), factor);
        break;
    case Resource::DomainSize:
        if (!tiers.empty())
            tiers.front().domain_size = std::max(1.0, tiers.front().domain_size * factor);
        break;
    case Resource::ScaleOutBandwidth:
        for (std::size_t tier = 1; tier < tiers.size(); ++tier)
            scale_bandwidth(tiers[tier], factor);
        break;
    case Resource::Latency:
        for (catalog::NetworkTier& tier : tiers)
            tier.latency_seconds *= factor;
        scenario.assumptions.stack.constants.latency_factor *= factor;
        break;
    case Resource::Batch:
        scenario.workload.sequences_per_gpu *= factor;
        scenario.workload.global_batch *= factor;
        break;
    case Resource::Gpus:
        scenario.cluster.gpus = std::max(1.0, std::floor(scenario.cluster.gpus * factor));
        break;
    }
    return scenario;
}

double Sensitivity::largest() const
{
    const auto size = [](double change) { return std::isnan(change) ? 1.0 : std::abs(change); };
    return std::max(size(halved_change), size(doubled_change));
}

std::vector<Sensitivity> sensitivities(const Scenario& scenario, const search::OpenKeys& open,
                                       search::PlanSearch& search, const search::SearchOptions& options)
{
    const Parts base = search::best_plan(search, *prepare(scenario), open, options);
    search::SearchOptions near_base = options;
    near_base.hints.push_back(base.plan);
    const auto answer = [&](Resource resource, double factor) {
        return search::best_plan(search, *prepare(scaled(scenario, resource, factor)), open, near_base);
    };
    const auto change = [&](const Parts& parts) {
        return parts.fits() && base.fits() ? parts.tokens_per_s / base.tokens_per_s - 1
                                           : std::numeric_limits<double>::quiet_NaN();
    };
    std::vector<Sensitivity> result;
    for (int index = 0; index < resource_count; ++index) {
        Sensitivity row;
        row.resource = Resource(index);
        row.halved = answer(row.resource, 0.5);
        row.doubled = answer(row.resource, 2);
        row.halved_change = change(row.halved);
        row.doubled_change = change(row.doubled);
        result.push_back(row);
    }
    std::stable_sort(result.begin(), result.end(), [](const Sensitivity& left, const Sensitivity& right) {
        return left.largest() > right.largest();
    });
    return result;
}

Sensitivities::Value Sensitivities::compute(const Key& question, Work& work)
{
    auto plans = plans_of(question, work);
    auto rows = sensitivities(*question.scenario, question.open_keys(), work.tool<PlanTools>().searches.front(),
                              hinted(question, *plans, work));
    return {std::move(plans), std::move(rows)};
}

std::size_t Sensitivities::bytes(const Value& value) { return sizeof value + value.found.size() * sizeof(Sensitivity); }

} // namespace plateau::answers
