// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pose.h"

#include <algorithm>
#include <cmath>

#include "core/evidence/shape.h"

namespace plateau::evidence {

namespace {

int whole(double value) { return static_cast<int>(std::clamp(std::round(value), 1.0, 1e9)); }

bool contains(const std::string& text, std::string_view part) { return lower(text).find(part) != std::string::npos; }

std::optional<double> fact(const Row& row, const char* key)
{
    const auto found = row.facts.find(key);
    return found == row.facts.end() ? std::nullopt : leading_number(found->second);
}

// --- hardware ---

/// What the GPU's name or the notes say beyond the type: memory size and rate, power limit.
void adjust_accelerator(catalog::Accelerator& accelerator, const Row& row)
{
    for (const std::string& part : name_parts(row.gpu))
        if (part.ends_with("gb"))
            if (const auto size = leading_number(part.substr(0, part.size() - 2)); size && *size >= 8 && *size < 2000)
                accelerator.memory_bytes = *size * 1e9;
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

bool set_cluster(const catalog::Catalog& catalog, const Row& row, Posed& posed)
{
    if (row.gpu.empty() || !row.gpus) {
        posed.missing = row.gpu.empty() ? "gpu" : "n_gpus";
        return false;
    }
    const catalog::Accelerator* accelerator = match_accelerator(catalog, row.gpu);
    if (accelerator == nullptr) {
        posed.missing = "gpu";
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

// --- software ---

Precision precision_of(const Row& row, const catalog::Accelerator& accelerator, Posed& posed)
{
    Precision precision = Precision::Bf16;
    const std::string& word = row.precision;
    if (word.starts_with("nvfp4") || word.starts_with("fp4"))
        precision = Precision::NvFp4;
    else if (word.starts_with("mxfp8"))
        precision = Precision::MxFp8;
    else if (word.starts_with("fp8") || word.starts_with("float8"))
        precision = Precision::Fp8;
    else if (word.starts_with("fp16") || word.starts_with("float16") || word == "half")
        precision = Precision::Fp16;
    else if (word.starts_with("tf32") || word.starts_with("fp32") || word.starts_with("float32"))
        precision = Precision::Tf32;
    else if (!word.starts_with("bf16") && !word.starts_with("bfloat16"))
        posed.defaults.push_back("precision");
    const auto peak = [&](Precision p) { return accelerator.peak_flops[static_cast<std::size_t>(p)]; };
    if (peak(precision) > 0)
        return precision;
    for (const Precision other : {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Tf32})
        if (peak(other) > 0 && (other != Precision::Fp8 || precision >= Precision::MxFp8))
            return other;
    return Precision::Bf16;
}

std::optional<bool> flash_of(const Row& row)
{
    if (row.attention.starts_with("unfused") || row.attention.starts_with("fused_softmax"))
        return false;
    if (!row.attention.empty())
        return true;
    return row.flash;
}

AttentionKernel kernel_of(const Row& row, AttentionKernel usual, Posed& posed)
{
    const std::string& word = row.attention;
    if (word.starts_with("unfused_fused") || word.starts_with("fused_softmax"))
        return AttentionKernel::FusedSoftmax;
    if (word.starts_with("unfused") || word == "math" || word == "torch" || word == "eager")
        return AttentionKernel::Unfused;
    if (word.starts_with("flash1"))
        return AttentionKernel::Flash1;
    if (word.starts_with("flash3") || word.starts_with("fa3"))
        return AttentionKernel::Flash3;
    if (word.find("triton") != std::string::npos)
        return AttentionKernel::Flash2Triton;
    if (word.find("sdpa") != std::string::npos)
        return AttentionKernel::Sdpa;
    if (word.starts_with("cudnn") || word.starts_with("te") || word.starts_with("transformer"))
        return AttentionKernel::CudnnFlash;
    if (word.starts_with("flash2") || word.starts_with("fa2"))
        return AttentionKernel::Flash2;
    if (word.empty())
        posed.defaults.push_back("attention_kernel");
    const std::optional<bool> flash = flash_of(row);
    if (!flash || *flash == catalog::is_flash(usual))
        return usual;
    return *flash ? AttentionKernel::Flash2 : AttentionKernel::FusedSoftmax;
}

/// What the row says of the kernels overrides what the stack does by default.
void adjust_stack(catalog::StackConstants& constants, const Row& row)
{
    if (row.fused_norm.value_or(false)) {
        constants.norm_bytes = 0;
        constants.activation_norm_bytes = 0;
    }
    const auto reduce = row.facts.find("reduce_dtype");
    const auto mode = row.facts.find("mp_mode"); // Composer's FSDP: DEFAULT reduces in fp32, PURE in 16 bit
    if (mode != row.facts.end())
        constants.reduction_bytes = lower(mode->second) == "pure" ? 2 : 4;
    if (reduce != row.facts.end())
        constants.reduction_bytes = contains(reduce->second, "32") ? 4 : 2;
}

void set_software(const catalog::Catalog& catalog, const Row& row, const catalog::Stack* given, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    scenario.workload.precision = precision_of(row, scenario.cluster.accelerator, posed);
    Software software{row.framework, {}, row.year, flash_of(row), scenario.workload.precision, row.compiled};
    if (const std::vector<std::string> notes = segments(row.notes); !notes.empty())
        software.first_note = notes.front();
    const StackChoice choice = given ? StackChoice{given, true} : choose_stack(catalog, software);
    if (choice.stack != nullptr)
        scenario.assumptions.stack = *choice.stack;
    posed.framework_known = choice.framework_known;
    if (!choice.framework_known)
        posed.defaults.push_back("framework");
    scenario.assumptions.attention = kernel_of(row, scenario.assumptions.stack.attention, posed);
    adjust_stack(scenario.assumptions.stack.constants, row);
}

// --- plan ---

std::optional<DataParallelMode> mode_in(const std::string& text)
{
    const std::string word = lower(text);
    if (word.find("hsdp") != std::string::npos)
        return DataParallelMode::Hsdp;
    if (word.find("fsdp") != std::string::npos)
        return word.find("hybrid") != std::string::npos ? DataParallelMode::Hsdp : DataParallelMode::Fsdp;
    for (const char* three : {"zero3", "zero-3", "zero 3", "zero_3", "stage 3", "stage3", "full_shard"})
        if (word.find(three) != std::string::npos)
            return DataParallelMode::Fsdp;
    for (const char* two : {"zero2", "zero-2", "zero 2", "zero_2", "stage 2", "stage2", "grad_op"})
        if (word.find(two) != std::string::npos)
            return DataParallelMode::Zero2;
    for (const char* one :
         {"zero1", "zero-1", "zero 1", "zero_1", "stage 1", "stage1", "dist-opt", "distributed opt", "dist_opt"})
        if (word.find(one) != std::string::npos)
            return DataParallelMode::Zero1;
    if (word.find("ddp") != std::string::npos || word == "dp")
        return DataParallelMode::Ddp;
    return std::nullopt;
}

/// A cell that only lists possibilities ("DDP/ZeRO (unstated)") does not say which.
std::optional<DataParallelMode> stated_mode(const Row& row)
{
    const std::optional<DataParallelMode> mode = mode_in(row.sharding);
    const bool unstated = contains(row.dp_mode, "unstated") || contains(row.dp_mode, "unknown");
    if (mode && !(unstated && *mode == DataParallelMode::Ddp))
        return mode;
    return unstated ? std::nullopt : mode_in(row.dp_mode);
}

Recompute recompute_of(const Row& row, const catalog::Stack& stack, Posed& posed)
{
    const auto read = [](const std::string& word) -> std::optional<Recompute> {
        if (word.starts_with("sel") || word.starts_with("attn") || word.starts_with("core") || word.starts_with("op"))
            return Recompute::Selective;
        if (word.starts_with("full") || word.starts_with("block") || word.starts_with("uniform")
            || word.starts_with("act"))
            return Recompute::Full;
        const std::optional<bool> any = yes_or_no(word);
        if (any)
            return *any ? Recompute::Full : Recompute::None;
        return std::nullopt;
    };
    if (const auto stated = read(row.recompute))
        return *stated;
    posed.defaults.push_back("recompute");
    return read(stack.default_recompute).value_or(Recompute::None);
}

/// Tensor and pipeline degree; 1 for parameter-sharded runs that do not say.
bool set_degrees(const Row& row, std::optional<DataParallelMode> mode, Posed& posed)
{
    Plan& plan = posed.scenario.plan;
    const bool sharded = mode == DataParallelMode::Fsdp || mode == DataParallelMode::Hsdp;
    std::optional<double> tp = row.tp;
    std::optional<double> pp = row.pp;
    const double cp = row.cp.value_or(1);
    if (!tp && sharded)
        tp = 1;
    if (!pp && sharded)
        pp = 1;
    if (row.dp && *row.dp * cp <= *row.gpus) {
        const double model = *row.gpus / (*row.dp * cp);
        if (!tp && pp)
            tp = model / *pp;
        if (!pp && tp)
            pp = model / *tp;
        if (!tp && !pp && model < 1.5)
            tp = pp = 1;
    }
    if (!tp || !pp) {
        posed.missing = !tp ? "tp" : "pp";
        return false;
    }
    plan.tp = whole(*tp);
    plan.pp = whole(*pp);
    plan.cp = whole(cp);
    plan.ep = whole(row.ep.value_or(1));
    plan.dp = 0;
    return true;
}

double data_degree(const Scenario& scenario)
{
    const Plan& plan = scenario.plan;
    return std::max(1.0, std::floor(scenario.cluster.gpus / (double(plan.tp) * plan.pp * plan.cp)));
}

/// Micro-batches per step, where only those are given ("micro_num 4", "grad_accum=4", "GAS=128").
std::optional<double> accumulation_steps(const Row& row)
{
    for (const char* phrase :
         {"grad_accum", "grad accum", "gradient accumulation", "micro_num", "gas", "ga", "num_microbatches"}) {
        if (const auto value = fact(row, phrase))
            return value;
        if (const auto value = number_after(row.notes, phrase))
            return value;
    }
    return std::nullopt;
}

bool set_batch(const Row& row, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    Workload& workload = scenario.workload;
    workload.batch_mode = BatchMode::Total;
    workload.sequence = *row.sequence;
    const double dp = data_degree(scenario);
    if (row.global_batch) {
        workload.global_batch = *row.global_batch;
    } else if (const auto steps = accumulation_steps(row); steps && row.micro_batch) {
        workload.global_batch = *steps * *row.micro_batch * dp;
        posed.defaults.push_back("global_batch_seqs");
    } else {
        posed.missing = "global_batch_seqs";
        return false;
    }
    const double per_rank = std::max(1.0, std::floor(workload.global_batch / dp));
    posed.choose_micro_batch = !row.micro_batch;
    if (!row.micro_batch)
        posed.defaults.push_back("micro_batch");
    scenario.plan.micro_batch = whole(std::min(row.micro_batch.value_or(1), per_rank));
    return true;
}

void set_plan_modes(const Row& row, std::optional<DataParallelMode> mode, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    const catalog::Stack& stack = scenario.assumptions.stack;
    Plan& plan = scenario.plan;
    if (!mode) {
        if (data_degree(scenario) > 1)
            posed.defaults.push_back("sharding");
        mode = mode_in(stack.default_sharding).value_or(DataParallelMode::Zero1);
    }
    plan.dp_mode = *mode;
    const bool hybrid = *mode == DataParallelMode::Hsdp; // "FSDP=128": the ranks that share one copy
    const double group = row.shard_group ? *row.shard_group : hybrid ? fact(row, "fsdp").value_or(1) : 1;
    plan.shard_group = whole(std::min(group, data_degree(scenario)));
    if (plan.shard_group <= 1 || std::fmod(data_degree(scenario), plan.shard_group) != 0)
        plan.shard_group = 0;
    plan.recompute = recompute_of(row, stack, posed);
    if (!row.sequence_parallel && plan.tp > 1)
        posed.defaults.push_back("seq_parallel");
    plan.sequence_parallel = plan.tp > 1 && row.sequence_parallel.value_or(stack.default_sequence_parallel);
    plan.virtual_stages = plan.pp > 1 ? whole(row.virtual_stages.value_or(1)) : 1;
    posed.choose_virtual_stages = plan.pp > 1 && !row.virtual_stages;
    if (posed.choose_virtual_stages)
        posed.defaults.push_back("vp");
    plan.schedule = plan.virtual_stages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneFOneB;
    if (contains(row.notes, "schedule=gpipe"))
        plan.schedule = PipelineSchedule::GPipe;
}

} // namespace

std::vector<int> micro_batch_candidates(double parameters, double sequences_per_rank)
{
    const int largest = parameters > 60e9 ? 2 : parameters > 15e9 ? 4 : 8;
    std::vector<int> candidates;
    for (int b = 1; b <= largest && b <= std::max(1.0, sequences_per_rank); b *= 2)
        candidates.push_back(b);
    return candidates;
}

Posed pose(const catalog::Catalog& catalog, const Row& row, const catalog::Stack* software)
{
    Posed posed;
    Scenario& scenario = posed.scenario;
    scenario.title = row.id;
    scenario.assumptions.physics = catalog.physics;
    if (!set_cluster(catalog, row, posed))
        return posed;
    RowShape shape = row_shape(catalog, row);
    scenario.workload.shape = shape.shape;
    posed.defaults.insert(posed.defaults.end(), shape.defaults.begin(), shape.defaults.end());
    posed.missing = !shape.missing.empty() ? shape.missing : !row.sequence ? "seq" : "";
    if (!posed.possible())
        return posed;
    const std::optional<DataParallelMode> mode = stated_mode(row);
    set_software(catalog, row, software, posed);
    const auto effective = mode ? mode : mode_in(scenario.assumptions.stack.default_sharding);
    if (!set_degrees(row, effective, posed) || !set_batch(row, posed))
        return posed;
    set_plan_modes(row, mode, posed);
    return posed;
}

} // namespace plateau::evidence
