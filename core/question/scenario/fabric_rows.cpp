// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/question/scenario/scenario.h"
#include "core/question/scenario/training_rows.h"

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

namespace plateau::training_rows {

namespace {

bool has_sites(const Scenario& s) { return s.cluster.fabric.site_gpus > 0; }

template<class Access>
TrainingParameter group_size(const char* key, const char* label, const char* help, Access access)
{
    return number({key, label, "cluster", help, PLATEAU_TEXT("all of them: one network at the full rate")},
                  {Unit::Gpus, Log2, 1, 1048576}, access,
                  {.kind = ParameterKind::Whole, .zero_name = "all", .zero_label = PLATEAU_TEXT("all")});
}

std::vector<TrainingParameter> pod_rows()
{
    return {group_size(
                "pod_gpus", PLATEAU_TEXT("Pod"),
                PLATEAU_TEXT("Accelerators whose network carries the full rate among them; what leaves a pod "
                             "gets the line rate divided by the oversubscription."),
                [](auto& s) -> auto& { return s.cluster.fabric.pod_gpus; }),
            on_off({"rails", PLATEAU_TEXT("Rails"), "cluster",
                    PLATEAU_TEXT("Each pod switch serves the card at one position of every host, so with 8 "
                                 "accelerators per host a pod holds 8 times as many."),
                    PLATEAU_TEXT("off: a pod is whole hosts below one switch")},
                   [](auto& s) -> auto& { return s.cluster.fabric.rails; },
                   {.applies = [](const Scenario& s) { return s.cluster.fabric.pod_gpus > 0; }})};
}

std::vector<TrainingParameter> site_rows()
{
    return {
        group_size(
            "site_gpus", PLATEAU_TEXT("Data centre"),
            PLATEAU_TEXT("Accelerators in one data centre; a larger cluster spans several, as one more tier "
                         "of the network."),
            [](auto& s) -> auto& { return s.cluster.fabric.site_gpus; }),
        number({"site_bandwidth", PLATEAU_TEXT("Link between sites"), "cluster",
                PLATEAU_TEXT("Rate between data centres, per accelerator and direction."), assumed},
               {Unit::BitsPerSecond, OneTwoFive, 1e6, 1e13},
               [](auto& s) -> auto& { return s.cluster.fabric.site_bandwidth_bytes_per_s; },
               {.unlimited = true, .on_step = NeverSlower, .applies = has_sites}),
        number({"site_latency", PLATEAU_TEXT("Distance of sites"), "cluster",
                PLATEAU_TEXT("One-way latency between data centres, per hop; 5 ms are 1,000 km of fibre."), assumed},
               {Unit::Seconds, Linear, 0, 1}, [](auto& s) -> auto& { return s.cluster.fabric.site_latency_seconds; },
               {.on_step = NeverFaster, .applies = has_sites})};
}

std::vector<TrainingParameter> collective_rows()
{
    return {
        on_off(
            {"in_switch_reduction", PLATEAU_TEXT("In-switch sums"), "cluster",
             PLATEAU_TEXT("Switches of the scale-up domain sum all-reduces (NVLS)."),
             PLATEAU_TEXT("the hardware's library")},
            [](auto& s) -> auto& { return s.cluster.accelerator.transport.in_switch_reduction; }),
        on_off(
            {"network_reduction", PLATEAU_TEXT("In-network sums"), "cluster",
             PLATEAU_TEXT("Switches of the scale-out network sum all-reduces, and gather and scatter where the "
                          "library's version has it (SHARP)."),
             PLATEAU_TEXT("off: it must be licensed, set up and reserved")},
            [](auto& s) -> auto& { return s.cluster.fabric.network_reduction; }),
        on_off(
            {"ll128_across_hosts", PLATEAU_TEXT("LL128 across hosts"), "cluster",
             PLATEAU_TEXT("Collectives may use NCCL's protocol LL128 between hosts: a third of Simple's latency per "
                          "hop. NCCL takes it where cards reach their network ports through PCIe switches alone; "
                          "many clouds and plugins allow Simple only."),
             PLATEAU_TEXT("the hardware's library")},
            [](auto& s) -> auto& { return s.cluster.accelerator.transport.ll128_across_network; }),
        choice(
            {"gather_algorithm", PLATEAU_TEXT("Gather by"), "cluster",
             PLATEAU_TEXT(
                 "Which algorithm all-gather and reduce-scatter may use. The ring is used where it is faster."),
             PLATEAU_TEXT("library: what the hardware's library takes by itself")},
            {{"library", PLATEAU_TEXT("As the library"),
              PLATEAU_TEXT("What the library of the hardware's generation takes by itself.")},
             {"ring", PLATEAU_TEXT("Ring"), PLATEAU_TEXT("Latency grows with every rank.")},
             {"pat", "PAT", PLATEAU_TEXT("NCCL's trees, used only where every rank has a domain to itself.")},
             {"registered", PLATEAU_TEXT("Registered"),
              PLATEAU_TEXT(
                  "Buffers in NCCL's windows: the domain's switches gather and sum, and a ring along each rail joins "
                  "the domains. Latency grows with the number of domains. Used where the library's version has it.")},
             {"doubling", PLATEAU_TEXT("Doubling"),
              PLATEAU_TEXT("Recursive doubling: latency grows with the logarithm. No library has it.")}},
            [](auto& s) -> auto& { return s.cluster.fabric.gather; })};
}

} // namespace

std::vector<TrainingParameter> fabric()
{
    std::vector<TrainingParameter> rows;
    for (const auto& group : {pod_rows(), site_rows(), collective_rows()})
        rows.insert(rows.end(), group.begin(), group.end());
    rows.insert(
        rows.end(),
        {number({"host_bandwidth", PLATEAU_TEXT("Host link"), "cluster",
                 PLATEAU_TEXT("Achieved rate to host memory, per accelerator and direction."),
                 PLATEAU_TEXT("the hardware's file")},
                {Unit::BytesPerSecond, OneTwoFive, 1e8, 1e13},
                [](auto& s) -> auto& { return s.cluster.accelerator.host_link_bytes_per_s; }, {.on_step = NeverSlower}),
         number({"host_memory", PLATEAU_TEXT("Host memory"), "cluster",
                 PLATEAU_TEXT("Memory of the host, per accelerator; those at work share all of it."),
                 PLATEAU_TEXT("the hardware's file")},
                {Unit::Bytes, Log2, 1e9, 1e14},
                [](auto& s) -> auto& { return s.cluster.accelerator.host_memory_bytes; }, {.on_step = Nothing})});
    for (TrainingParameter& row : rows)
        row.advanced = true;
    return rows;
}

} // namespace plateau::training_rows
