// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pose.h"

#include <algorithm>

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
    {"expert_tp", PLATEAU_TEXT("the faster of 1 and the tensor degree")},
    {"global_batch_seqs", PLATEAU_TEXT("from accumulation steps")},
    {"gpus_per_node", PLATEAU_TEXT("as the accelerator is usually built")},
    {"nic_gbps_per_gpu", PLATEAU_TEXT("as the accelerator is usually built")},
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
    return posed;
}

} // namespace plateau::evidence
