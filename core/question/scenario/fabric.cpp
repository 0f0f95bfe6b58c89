// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/question/scenario/scenario.h"

namespace plateau {

namespace {

constexpr std::size_t most_tiers = 4;

void add_pods(const Cluster& cluster, std::vector<catalog::NetworkTier>& tiers)
{
    const Fabric& fabric = cluster.fabric;
    const double size = fabric.pod_gpus * (fabric.rails ? std::max(1, cluster.accelerator.per_host) : 1);
    catalog::NetworkTier pod = tiers[1];
    if (size <= tiers[0].domain_size || size >= pod.domain_size || tiers.size() >= most_tiers)
        return;
    pod.domain_size = size;
    tiers[1].oversubscription = 1;
    tiers.insert(tiers.begin() + 1, pod);
}

void add_sites(const Cluster& cluster, std::vector<catalog::NetworkTier>& tiers)
{
    const Fabric& fabric = cluster.fabric;
    while (tiers.size() > 2 && tiers[tiers.size() - 2].domain_size >= fabric.site_gpus)
        tiers.pop_back();
    if (tiers.front().domain_size >= fabric.site_gpus)
        return;
    if (tiers.size() >= most_tiers)
        tiers.pop_back();
    catalog::NetworkTier between = tiers.back();
    tiers.back().domain_size = fabric.site_gpus;
    tiers.back().oversubscription = 1;
    between.name = PLATEAU_TEXT("Between sites");
    between.domain_size = INFINITY;
    between.bandwidth_bytes_per_s = between.pair_bytes_per_s = fabric.site_bandwidth_bytes_per_s;
    between.latency_seconds = fabric.site_latency_seconds;
    between.oversubscription = 1;
    tiers.push_back(between);
}

} // namespace

std::vector<catalog::NetworkTier> network_tiers(const Cluster& cluster)
{
    std::vector<catalog::NetworkTier> tiers = cluster.tiers;
    if (tiers.size() < 2)
        return tiers;
    if (cluster.fabric.pod_gpus > 0)
        add_pods(cluster, tiers);
    else if (tiers.size() == 2)
        tiers[0].oversubscription *= std::exchange(tiers[1].oversubscription, 1); // no tier further out to charge
    if (cluster.fabric.site_gpus > 0)
        add_sites(cluster, tiers);
    return tiers;
}

} // namespace plateau
