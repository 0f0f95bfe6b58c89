// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/question/scenario/scenario.h"
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

namespace {

constexpr const char* from_hardware = PLATEAU_TEXT("the hardware's usual cluster");
constexpr double gigabit = 1e9 / 8; // bytes

/// Outer tiers keep enclosing the inner ones.
void set_domain(Scenario& scenario, double size)
{
    scenario.cluster.tiers.front().domain_size = size;
    for (catalog::NetworkTier& tier : scenario.cluster.tiers)
        tier.domain_size = std::max(tier.domain_size, size);
}

/// The scale-up domain of a host is as large as the host; one that is smaller, or spans hosts, stays.
void set_host(Scenario& scenario, double size)
{
    catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    const double host = accelerator.per_host, domain = scenario.cluster.tiers.front().domain_size;
    accelerator.per_host = int(size);
    if (domain > host)
        return;
    set_domain(scenario, domain < host ? std::min(domain, size) : size);
    accelerator.tiers.front().domain_size = scenario.cluster.tiers.front().domain_size;
}

/// Further tiers, and what one pair gets, change in the same proportion.
void set_bandwidth(Scenario& scenario, std::size_t first, std::size_t last, double bytes_per_s)
{
    const double ratio = bytes_per_s / scenario.cluster.tiers[first].bandwidth_bytes_per_s;
    for (std::size_t i = first; i < last; ++i) {
        for (double* rate :
             {&scenario.cluster.tiers[i].bandwidth_bytes_per_s, &scenario.cluster.tiers[i].pair_bytes_per_s})
            *rate = std::isfinite(ratio) ? *rate * ratio : bytes_per_s;
    }
    scenario.cluster.tiers[first].bandwidth_bytes_per_s = bytes_per_s;
}

std::vector<double> domain_ladder()
{
    std::vector<double> sizes{36, 72, 144, 288, 576};
    for (double size = 1; size <= 16384; size *= 2)
        sizes.push_back(size);
    std::sort(sizes.begin(), sizes.end());
    return sizes;
}

std::vector<double> scaled(std::vector<double> values, double factor)
{
    for (double& value : values)
        value *= factor;
    return values;
}

TrainingParameter latency(const Words& words, std::size_t tier)
{
    return number(
        words,
        {Unit::Seconds, Ladder, 0, 1e-2}, [tier](auto& s) -> auto& { return s.cluster.tiers[tier].latency_seconds; },
        {.on_step = NeverFaster,
         .advanced = true,
         .ladder
         = {0, 5e-7, 1e-6, 2e-6, 3e-6, 5e-6, 7e-6, 1e-5, 1.5e-5, 2e-5, 3e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 1e-2}});
}

} // namespace

std::vector<TrainingParameter> cluster()
{
    return {
        catalog_name(
            {"hardware", PLATEAU_TEXT("Hardware"), "cluster",
             PLATEAU_TEXT("The accelerator, with the cluster usually built of it."),
             PLATEAU_TEXT("H100 SXM, the accelerator of most published runs"),
             PLATEAU_TEXT("accelerator, GPU type, chip, card, TPU")},
            [](auto& s) -> auto& { return s.cluster.accelerator.id; }),
        number({"gpus", PLATEAU_TEXT("GPU count"), "cluster",
                PLATEAU_TEXT("Accelerators in the cluster; a plan may leave some idle."),
                PLATEAU_TEXT("128, where the published weak-scaling curve begins"),
                PLATEAU_TEXT("number of GPUs, cluster size, nodes, devices")},
               {Unit::Gpus, Log2, 1, 8388608}, [](auto& s) -> auto& { return s.cluster.gpus; },
               {.kind = ParameterKind::Whole}),
        number({"gpus_per_node", PLATEAU_TEXT("GPUs per node"), "cluster",
                PLATEAU_TEXT("Accelerators of a host. A scale-up domain that ends with the host is as large; the "
                             "network's rate and the link to host memory are those of each accelerator and stay."),
                from_hardware, PLATEAU_TEXT("GPUs per host, node size, server")},
               {Unit::Gpus, Log2, 1, 1024}, [](auto& s) -> auto& { return s.cluster.accelerator.per_host; },
               {.kind = ParameterKind::Whole,
                .advanced = true,
                .set = [](Scenario& s, const Value& value) { set_host(s, std::get<double>(value)); }}),
        number({"nvlink_domain", PLATEAU_TEXT("NVLink domain"), "cluster",
                PLATEAU_TEXT("Accelerators joined by the scale-up fabric (NVLink, xGMI, ICI)."), from_hardware,
                PLATEAU_TEXT("scale-up domain, rack, NVL72")},
               {Unit::Gpus, Ladder, 1, 16384}, [](auto& s) -> auto& { return s.cluster.tiers.front().domain_size; },
               {.kind = ParameterKind::Whole,
                .ladder = domain_ladder(),
                .set = [](Scenario& s, const Value& value) { set_domain(s, std::get<double>(value)); }}),
        number({"scale_up_bandwidth", PLATEAU_TEXT("Scale-up link"), "cluster",
                PLATEAU_TEXT("Line rate inside the scale-up domain, per accelerator and direction."), from_hardware,
                PLATEAU_TEXT("NVLink speed, network inside the node")},
               {Unit::BytesPerSecond, Ladder, 1e9, 1e14},
               [](auto& s) -> auto& { return s.cluster.tiers.front().bandwidth_bytes_per_s; },
               {.unlimited = true,
                .on_step = NeverSlower,
                .ladder = scaled({16, 32, 64, 100, 150, 200, 300, 450, 600, 900, 1200, 1800, 3600, 7200, 14400}, 1e9),
                .set = [](Scenario& s, const Value& value) { set_bandwidth(s, 0, 1, std::get<double>(value)); }}),
        latency({"scale_up_latency", PLATEAU_TEXT("Scale-up latency"), "cluster",
                 PLATEAU_TEXT("Extra one-way latency per hop inside the scale-up domain, beyond the collective "
                              "library's own."),
                 from_hardware, PLATEAU_TEXT("NVLink delay")},
                0),
        choice(
            {"scale_out_fabric", PLATEAU_TEXT("Scale-out fabric"), "cluster",
             PLATEAU_TEXT("What the network between scale-up domains is made of: whether messages of a host travel as "
                          "one, how many are on their way at a time, and whether switches can sum. It decides how "
                          "fast tokens reach experts on other hosts; the rate has a row of its own."),
             from_hardware, PLATEAU_TEXT("network, InfiniBand, RoCE, EFA, Ethernet, Slingshot, cloud, rails, PXN")},
            {{"infiniband", "InfiniBand",
              PLATEAU_TEXT("On rails: the library joins the messages of a host, and an all-to-all runs at the line "
                           "rate. Its switches can sum.")},
             {"roce", "RoCE", PLATEAU_TEXT("Every message travels on its own; kernels of dispatchers post theirs.")},
             {"efa", "EFA",
              PLATEAU_TEXT("Every message travels on its own, and a thread of the host posts it, for dispatchers "
                           "too.")},
             {"slingshot", "Slingshot", PLATEAU_TEXT("Every message travels on its own.")},
             {"ethernet", "Ethernet", PLATEAU_TEXT("Every message travels on its own.")},
             {"data_centre", PLATEAU_TEXT("Data-centre network"),
              PLATEAU_TEXT("Between slices of TPUs; nothing is known of its messages.")},
             {"nvlink", "NVLink", PLATEAU_TEXT("A second level of switches as inside a domain.")},
             {"ici", "ICI", PLATEAU_TEXT("Links to neighbours.")},
             {"xgmi", "xGMI", PLATEAU_TEXT("Links to neighbours.")},
             {"pcie", "PCI Express", PLATEAU_TEXT("Through the host.")}},
            [](auto& s) -> auto& { return s.cluster.tiers[1].fabric; }, {.advanced = true}),
        number(
            {"scale_out_bandwidth", PLATEAU_TEXT("Scale-out link"), "cluster",
             PLATEAU_TEXT("Line rate of the network between scale-up domains, per accelerator and direction; "
                          "tiers further out keep their proportion to it."),
             from_hardware, PLATEAU_TEXT("network, InfiniBand, Ethernet, interconnect, bandwidth, NIC")},
            {Unit::BitsPerSecond, Ladder, gigabit, 1e5 * gigabit},
            [](auto& s) -> auto& { return s.cluster.tiers[1].bandwidth_bytes_per_s; },
            {.unlimited = true,
             .on_step = NeverSlower,
             .ladder = scaled({10, 25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800}, gigabit),
             .set = [](Scenario& s,
                       const Value& value) { set_bandwidth(s, 1, s.cluster.tiers.size(), std::get<double>(value)); }}),
        latency({"scale_out_latency", PLATEAU_TEXT("Extra latency"), "cluster",
                 PLATEAU_TEXT("Extra one-way latency per hop of the scale-out network, beyond the collective "
                              "library's own."),
                 from_hardware, PLATEAU_TEXT("network delay, ping")},
                1),
        number({"scale_out_oversubscription", PLATEAU_TEXT("Oversubscription"), "cluster",
                PLATEAU_TEXT("The scale-out network carries its line rate divided by this."), from_hardware,
                PLATEAU_TEXT("network, fat tree, switches")},
               {Unit::Multiplier, Linear, 1, 8}, [](auto& s) -> auto& { return s.cluster.tiers[1].oversubscription; },
               {.on_step = NeverFaster, .advanced = true})};
}

} // namespace plateau::training_rows

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
