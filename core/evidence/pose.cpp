// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pose.h"

#include "core/evidence/pose_parts.h"
#include "core/evidence/shape.h"

namespace plateau::evidence {

std::vector<int> micro_batch_candidates(double parameters, double sequences_per_rank,
                                        const catalog::PhysicsValues& physics)
{
    const int halved = (parameters > physics.large_model_parameters) + (parameters > physics.huge_model_parameters);
    const int largest = int(physics.largest_micro_batch) >> halved;
    std::vector<int> candidates;
    for (int b = 1; b <= largest && b <= std::max(1.0, sequences_per_rank); b *= 2)
        candidates.push_back(b);
    return candidates;
}

namespace {

/// Column and filling of all that do not take the software's default.
constexpr std::pair<const char*, const char*> fillings[] = {
    {"tp", PLATEAU_TEXT("the fastest layout that fits")},
    {"pp", PLATEAU_TEXT("the fastest layout that fits")},
    {"micro_batch", PLATEAU_TEXT("the fastest that fits")},
    {"sharding", PLATEAU_TEXT("the software's default; where that does not fit, more")},
    {"vp", PLATEAU_TEXT("the fastest number of chunks that fits")},
    {"recompute", PLATEAU_TEXT("the cheapest that fits, the software's at least")},
    {"recompute_layers", PLATEAU_TEXT("the fewest of a quarter, a half, three quarters and all that fit")},
    {"precision", PLATEAU_TEXT("the fastest the software runs")},
    {"base_weight_bytes", PLATEAU_TEXT("fp8 where the software multiplies in fp8")},
    {"activation_offload", PLATEAU_TEXT("where the host's link is fast: as much as beats recomputation")},
    {"ep", PLATEAU_TEXT("the fastest that fits")},
    {"dispatcher", PLATEAU_TEXT("HybridEP where a domain spans hosts, since 2026; else the software's default")},
    {"cuda_graphs", PLATEAU_TEXT("as recipes of the software capture them on that accelerator")},
    {"expert_tp", PLATEAU_TEXT("the faster of 1 and the tensor degree")},
    {"global_batch_seqs", PLATEAU_TEXT("from accumulation steps")},
    {"gpus_per_node", PLATEAU_TEXT("as the accelerator is usually built")},
    {"nic_gbps_per_gpu", PLATEAU_TEXT("as the accelerator is usually built")},
    {"fabric", PLATEAU_TEXT("as the accelerator is usually built")},
    {"layers", PLATEAU_TEXT("from the model of that name")},
    {"kv_heads", PLATEAU_TEXT("as in the model of those sizes; else as many as heads")},
    {"ffn", PLATEAU_TEXT("as in the model of that name; else from the number of parameters")},
    {"vocab", PLATEAU_TEXT("as in the model of those sizes; else 32,000")},
    {"tflops_kind", PLATEAU_TEXT("MFU as PaLM defines it, with full attention")},
    {"experts_per_token", PLATEAU_TEXT("as in the model of those sizes; else 2")},
    {"lora_rank", PLATEAU_TEXT("16")},
    {"lora_modules", PLATEAU_TEXT("attention's products")},
    {"framework", PLATEAU_TEXT("unknown software of that generation")},
};

/// "Llama-2-70B LoRA r=16".
void set_fine_tuning(const Row& row, Posed& posed)
{
    constexpr std::string_view whole_models[]
        = {"", "none", "no", "false", "full", "all", "pretrain", "pretraining", "sft", "cpt", "finetune", "finetuning"};
    if (!row.trains_adapters()) {
        if (std::ranges::find(whole_models, row.fine_tune) == std::end(whole_models))
            posed.defaults.push_back("fine_tune=" + row.fine_tune);
        return;
    }
    Workload& workload = posed.scenario.workload;
    workload.fine_tune = FineTune::Lora;
    std::optional<double> rank;
    for (const char* key : {"lora_rank", "rank", "r"})
        if (const auto fact = row.facts.find(key); !rank && fact != row.facts.end())
            rank = leading_number(fact->second);
    if (rank && *rank >= 1)
        workload.lora_rank = whole(*rank);
    else
        posed.defaults.push_back("lora_rank");
    posed.defaults.push_back("lora_modules");
}

} // namespace

const char* filling_of(std::string_view column)
{
    if (column.starts_with("precision="))
        return PLATEAU_TEXT("16 bit or what is nearest: the model or the accelerator does not know that format");
    if (column.starts_with("fine_tune="))
        return PLATEAU_TEXT("all weights trained: known are full, lora, qlora, dora, peft");
    if (column.starts_with("routing="))
        return PLATEAU_TEXT("as if nothing were said: known are forced, balanced, tokendrop, trained, fresh, natural, "
                            "synthetic");
    for (const auto& [own, filling] : fillings)
        if (own == column)
            return filling;
    return PLATEAU_TEXT("the software's default");
}

Posed pose(const Names& names, const Row& row, const catalog::Stack* software)
{
    Posed posed;
    Scenario& scenario = posed.scenario;
    scenario.title = row.id;
    scenario.assumptions.physics = names.catalog.physics;
    if (row.excluded) {
        posed.missing = excluded_cell;
        return posed;
    }
    if (!set_cluster(names, row, posed))
        return posed;
    RowShape shape = row_shape(names, row);
    scenario.workload.shape = shape.shape;
    posed.defaults.insert(posed.defaults.end(), shape.defaults.begin(), shape.defaults.end());
    posed.missing = !shape.missing.empty() ? shape.missing : !row.sequence ? "seq" : "";
    if (!posed.possible())
        return posed;
    if (row.is_timed_by_mfu() && !stated_flop_of_mfu(shape.shape, row))
        posed.defaults.push_back("tflops_kind");
    set_software(names, row, software, posed);
    set_plan(row, posed);
    set_fine_tuning(row, posed);
    if (row.document && *row.document < *row.sequence)
        scenario.workload.document_length = *row.document;
    return posed;
}

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
    if (row.domain)
        fabric.domain_size = *row.domain;
    else if (!row.gpus_per_node)
        posed.defaults.push_back("gpus_per_node");
    else if (cluster.tiers.size() > 1 && (!spans_hosts || *row.gpus_per_node >= fabric.domain_size)) {
        fabric.domain_size = *row.gpus_per_node;
        if (!spans_hosts)
            cluster.accelerator.per_host = whole(*row.gpus_per_node);
    }
    if (row.fabric && cluster.tiers.size() > 1)
        cluster.tiers[1].fabric = *row.fabric;
    else if (cluster.gpus > fabric.domain_size)
        posed.defaults.push_back("fabric");
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
