// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pose_parts.h"
#include "core/text/messages/words.h"

namespace plateau::evidence {

namespace {

std::optional<double> fact(const Row& row, const char* key)
{
    const auto found = row.facts.find(key);
    return found == row.facts.end() ? std::nullopt : leading_number(found->second);
}

/// The value that the whole text of a cell means.
std::optional<DataParallelMode> mode_in(const std::string& text)
{
    const std::optional<int> value = spelled_value(plan_dimension_of<&Plan::dp_mode>, lower(text));
    return value ? std::optional(DataParallelMode(*value)) : std::nullopt;
}

/// A cell that only lists possibilities ("DDP/ZeRO (unstated)") does not say which.
std::optional<DataParallelMode> stated_mode(const Row& row)
{
    const std::optional<int> value = row.stated<&Plan::dp_mode>();
    const bool unstated = contains(row.dp_mode, "unstated") || contains(row.dp_mode, "unknown");
    const bool bare = !contains(row.dp_mode, "distributed-opt"); // "DDP/distributed-optimizer" shards the states
    if (value && DataParallelMode(*value) == DataParallelMode::Ddp && !bare)
        return DataParallelMode::Zero1;
    if (value && !(unstated && DataParallelMode(*value) == DataParallelMode::Ddp))
        return DataParallelMode(*value);
    return unstated ? std::nullopt : mode_in(row.dp_mode);
}

/// A dispatcher that sends a token once to each rank has ranks to send it to, whatever the cell says.
void set_expert_degree(const Row& row, Posed& posed)
{
    const Scenario& scenario = posed.scenario;
    const std::optional<int> stated = row.stated<&Plan::ep>();
    const bool sends = from_name<catalog::Dispatcher>(row.dispatcher).value_or(catalog::Dispatcher::AllToAll)
        != catalog::Dispatcher::AllToAll;
    posed.choose_ep
        = scenario.workload.shape.experts > 0 && scenario.cluster.gpus > 1 && (!stated || (*stated == 1 && sends));
    posed.scenario.plan.ep = posed.choose_ep ? 1 : stated.value_or(1);
    if (posed.choose_ep)
        posed.defaults.push_back("ep");
}

/// Tensor and pipeline degree; 1 for parameter-sharded runs that do not say, else the model's choice.
void set_degrees(const Row& row, DataParallelMode mode, Posed& posed)
{
    Plan& plan = posed.scenario.plan;
    const bool sharded = mode == DataParallelMode::Fsdp || mode == DataParallelMode::Hsdp;
    double tp = row.stated<&Plan::tp>().value_or(sharded ? 1 : 0); // 0: not said
    double pp = row.stated<&Plan::pp>().value_or(sharded ? 1 : 0);
    const double cp = row.stated<&Plan::cp>().value_or(1);
    const std::optional<int> dp = row.stated<&Plan::dp>();
    if (dp && *dp * cp <= *row.gpus) {
        const double model = *row.gpus / (*dp * cp);
        if (tp == 0 && pp > 0)
            tp = model / pp;
        if (pp == 0 && tp > 0)
            pp = model / tp;
        if (tp == 0 && pp == 0 && model < 1.5) // replicas take them all
            tp = pp = 1;
    }
    posed.choose_tp = tp == 0;
    posed.choose_pp = pp == 0;
    if (posed.choose_tp)
        posed.defaults.push_back("tp");
    if (posed.choose_pp)
        posed.defaults.push_back("pp");
    plan.tp = whole(tp);
    plan.pp = whole(pp);
    plan.cp = whole(cp);
    set_expert_degree(row, posed);
    plan.dp = dp && (posed.choose_tp || posed.choose_pp) ? *dp : 0;
}

double data_degree(const Scenario& scenario)
{
    const Plan& plan = scenario.plan;
    return std::max(1.0, std::floor(scenario.cluster.gpus / (double(plan.tp) * plan.pp * plan.cp)));
}

/// As Megatron folds them: experts whose degree the data and context ranks cannot hold take the tensor ranks too.
void set_expert_tensor(const Row& row, Posed& posed)
{
    Plan& plan = posed.scenario.plan;
    const double stated = row.stated<&Plan::etp>().value_or(fact(row, "etp").value_or(0));
    plan.etp = int(std::min<double>(stated, plan.tp));
    if (plan.ep == 1 || plan.tp == 1 || plan.etp > 0)
        return;
    posed.defaults.push_back("expert_tp");
    posed.choose_expert_tensor = true;
    if (std::fmod(data_degree(posed.scenario) * plan.cp, plan.ep) != 0)
        plan.etp = 1;
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
    const std::optional<int> micro_batch = row.stated<&Plan::micro_batch>();
    workload.batch_mode = BatchMode::Total;
    workload.sequence = *row.sequence;
    const bool by_device = contains(row.notes, "micro_batch per device"); // of several on a chip
    const double devices = by_device ? number_before(row.notes, "per chip").value_or(1) : 1;
    const double dp = data_degree(scenario);
    if (row.global_batch) {
        workload.global_batch = *row.global_batch;
    } else if (const auto steps = accumulation_steps(row); steps && micro_batch) {
        workload.global_batch = *steps * *micro_batch * dp;
        posed.defaults.push_back("global_batch_seqs");
    } else {
        posed.missing = "global_batch_seqs";
        return false;
    }
    const double per_rank = std::max(1.0, std::floor(workload.global_batch / dp));
    posed.choose_micro_batch = !micro_batch;
    if (!micro_batch)
        posed.defaults.push_back("micro_batch");
    scenario.plan.micro_batch = whole(std::min<double>(micro_batch.value_or(1) * devices, per_rank));
    return true;
}

/// MaxText's policies that keep the tensors they name and make all others again: little more than a layer's input.
bool keeps_named_tensors(const Row& row)
{
    const auto policy = row.facts.find("remat_policy");
    const std::string name = policy == row.facts.end() ? std::string() : leading_word(policy->second);
    return name == "custom" || name.find("qkv_proj") != std::string::npos;
}

void set_plan_modes(const Row& row, std::optional<DataParallelMode> mode, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    const catalog::Stack& stack = scenario.assumptions.stack;
    Plan& plan = scenario.plan;
    if (!mode) {
        posed.choose_sharding = data_degree(scenario) > 1;
        if (posed.choose_sharding)
            posed.defaults.push_back("sharding");
        mode = stack.default_sharding;
    }
    plan.dp_mode = *mode;
    if (plan.cp > 1 && contains(row.notes, "ulysses"))
        plan.cp_method = ContextMethod::Ulysses;
    const bool hybrid = *mode == DataParallelMode::Hsdp; // "FSDP=128": the ranks that share one copy
    const std::optional<int> stated_group = row.stated<&Plan::shard_group>();
    const double group = stated_group ? *stated_group : hybrid ? fact(row, "fsdp").value_or(1) : 1;
    plan.shard_group = whole(std::min(group, data_degree(scenario)));
    if (plan.shard_group <= 1 || std::fmod(data_degree(scenario), plan.shard_group) != 0)
        plan.shard_group = 0;
    const std::optional<int> recompute
        = keeps_named_tensors(row) ? int(Recompute::Full) : row.stated<&Plan::recompute>();
    posed.choose_recompute = !recompute;
    const double link = scenario.cluster.accelerator.host_link_bytes_per_s;
    posed.choose_offload = posed.choose_recompute && !row.activation_offload
        && link >= catalog::values_of(scenario.assumptions.physics).offload_link_bytes_per_s;
    if (!recompute)
        posed.defaults.push_back("recompute");
    plan.recompute = recompute ? Recompute(*recompute) : stack.default_recompute;
    const std::optional<int> sequence_parallel = row.stated<&Plan::sequence_parallel>();
    if (!sequence_parallel && plan.tp > 1)
        posed.defaults.push_back("seq_parallel");
    posed.sequence_parallel = sequence_parallel.value_or(stack.default_sequence_parallel) != 0;
    plan.sequence_parallel = plan.tp > 1 && posed.sequence_parallel;
    const std::optional<int> chunks = row.stated<&Plan::virtual_stages>();
    plan.virtual_stages = plan.pp > 1 ? chunks.value_or(1) : 1;
    posed.choose_virtual_stages = (plan.pp > 1 || posed.choose_pp) && !chunks;
    if (posed.choose_virtual_stages)
        posed.defaults.push_back("vp");
    plan.first_stage_layers = row.stated<&Plan::first_stage_layers>().value_or(0);
    plan.last_stage_layers = row.stated<&Plan::last_stage_layers>().value_or(0);
    plan.schedule = plan.virtual_stages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneFOneB;
    const auto named = row.facts.find("schedule"); // "1F1B" may be interleaved
    const std::optional<int> schedule = named == row.facts.end()
        ? std::nullopt
        : spelled_value(plan_dimension_of<&Plan::schedule>, lower(named->second));
    if (schedule && PipelineSchedule(*schedule) != PipelineSchedule::OneFOneB)
        plan.schedule = PipelineSchedule(*schedule);
}

} // namespace

bool set_plan(const Row& row, Posed& posed)
{
    const std::optional<DataParallelMode> mode = stated_mode(row);
    set_degrees(row, mode.value_or(posed.scenario.assumptions.stack.default_sharding), posed);
    if (!set_batch(row, posed))
        return false;
    set_expert_tensor(row, posed);
    set_plan_modes(row, mode, posed);
    return true;
}

} // namespace plateau::evidence
