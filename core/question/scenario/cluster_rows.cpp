// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/training_rows.h"

#include <algorithm>

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
         .ladder
         = {0, 5e-7, 1e-6, 2e-6, 3e-6, 5e-6, 7e-6, 1e-5, 1.5e-5, 2e-5, 3e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 1e-2}});
}

} // namespace

std::vector<TrainingParameter> cluster()
{
    auto inner_latency = latency({"scale_up_latency", PLATEAU_TEXT("Scale-up latency"), "cluster",
                                  PLATEAU_TEXT("Extra one-way latency per hop inside the scale-up domain, beyond the "
                                               "collective library's own."),
                                  from_hardware, PLATEAU_TEXT("NVLink delay")},
                                 0);
    inner_latency.advanced = true;
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
        inner_latency,
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
