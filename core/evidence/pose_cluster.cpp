// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/match.h"
#include "core/evidence/pose_parts.h"

namespace plateau::evidence {

double device_memory_bytes(const catalog::Accelerator& accelerator, const Row& row)
{
    double bytes = accelerator.memory_bytes;
    for (const std::string& part : name_parts(row.gpu))
        if (part.ends_with("gb"))
            if (const auto size = leading_number(part.substr(0, part.size() - 2)); size && *size >= 8 && *size < 2000)
                bytes = *size * 1e9;
    return bytes;
}

namespace {

/// What the GPU's name or the notes say beyond the type: memory size and rate, power limit.
void adjust_accelerator(catalog::Accelerator& accelerator, const Row& row)
{
    accelerator.memory_bytes = device_memory_bytes(accelerator, row);
    const auto watts = number_before(row.gpu, "W");
    if (watts && *watts > accelerator.idle_watts && *watts < accelerator.tdp_watts)
        accelerator.limit_watts = *watts;
    const auto rate = number_before(row.notes, "TB/s");
    if (rate && contains(row.notes, "hbm") && *rate * 1e12 < accelerator.memory_bytes_per_s)
        accelerator.memory_bytes_per_s = *rate * 1e12;
}

/// A node is the scale-up domain unless the accelerator's domain spans hosts (NVL72, TPU slices).
void set_network(Cluster& cluster, const Row& row, Posed& posed)
{
    if (cluster.tiers.empty())
        return;
    catalog::NetworkTier& fabric = cluster.tiers.front();
    const bool spans_hosts = fabric.domain_size > cluster.accelerator.per_host && cluster.accelerator.per_host > 0;
    if (!row.gpus_per_node)
        posed.defaults.push_back("gpus_per_node");
    else if (cluster.tiers.size() > 1 && (!spans_hosts || *row.gpus_per_node >= fabric.domain_size)) {
        fabric.domain_size = *row.gpus_per_node;
        if (!spans_hosts)
            cluster.accelerator.per_host = whole(*row.gpus_per_node);
    }
    if (!row.nic_bytes_per_s) {
        if (cluster.gpus > fabric.domain_size)
            posed.defaults.push_back("nic_gbps_per_gpu");
    } else if (cluster.tiers.size() > 1) {
        cluster.tiers[1].bandwidth_bytes_per_s = *row.nic_bytes_per_s;
        cluster.tiers[1].pair_bytes_per_s = *row.nic_bytes_per_s;
    }
}

} // namespace

bool set_cluster(const Names& names, const Row& row, Posed& posed)
{
    if (row.gpu.empty() || !row.gpus) {
        posed.missing = row.gpu.empty() ? "gpu" : "n_gpus";
        return false;
    }
    const catalog::Accelerator* accelerator = match_accelerator(names, row.gpu);
    if (accelerator == nullptr) {
        posed.missing = unknown_gpu_cell(names, row.gpu);
        return false;
    }
    Cluster& cluster = posed.scenario.cluster;
    cluster.gpus = *row.gpus;
    cluster.accelerator = *accelerator;
    cluster.tiers = accelerator->tiers;
    adjust_accelerator(cluster.accelerator, row);
    set_network(cluster, row, posed);
    return true;
}

} // namespace plateau::evidence
