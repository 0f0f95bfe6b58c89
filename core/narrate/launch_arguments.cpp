// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/launch_arguments.h"

#include <cmath>

#include "core/estimate/prepared.h"
#include "core/narrate/plan_words.h"

namespace plateau::narrate {

namespace {

std::string flag(const char* name, double value)
{
    return std::string(name) + " " + std::to_string(std::llround(value));
}

bool is_interleaved(const Plan& plan)
{
    return plan.pp > 1 && plan.schedule == PipelineSchedule::Interleaved && plan.virtual_stages > 1;
}

void add_megatron_sharding(std::vector<std::string>& lines, const Plan& plan)
{
    switch (plan.dp_mode) {
    case DataParallelMode::Ddp:
        break;
    case DataParallelMode::Zero1:
        lines.push_back("--use-distributed-optimizer");
        break;
    case DataParallelMode::Zero2:
        lines.push_back("--use-distributed-optimizer");
        lines.push_back("# ZeRO-2: gradients are sharded too; Megatron-LM shards optimizer states");
        break;
    case DataParallelMode::Fsdp:
        lines.push_back("--use-torch-fsdp2");
        break;
    case DataParallelMode::Hsdp:
        lines.push_back("--use-torch-fsdp2");
        lines.push_back("# hybrid sharding in groups of " + std::to_string(plan.shard_group));
        break;
    }
}

std::string torchtitan_schedule(const Plan& plan)
{
    const std::string key = "--parallelism.pipeline_parallel_schedule ";
    if (is_interleaved(plan))
        return key + "Interleaved1F1B";
    switch (plan.schedule) {
    case PipelineSchedule::GPipe:
        return key + "GPipe";
    case PipelineSchedule::ZeroBubbleV:
        return key + "ZBVZeroBubble";
    case PipelineSchedule::DualPipeV:
        return key + "DualPipeV";
    case PipelineSchedule::OneFOneB:
    case PipelineSchedule::Interleaved:
        return key + "1F1B";
    case PipelineSchedule::ZeroBubbleH1:
    case PipelineSchedule::ZeroBubbleH2:
    case PipelineSchedule::DualPipe:
        break;
    }
    return key + "1F1B # it has no " + schedule_words(plan.schedule);
}

void add_selective_recomputation(std::vector<std::string>& lines, const catalog::ModelShape& shape)
{
    lines.push_back("--recompute-granularity selective");
    if (shape.kv_rank > 0 || shape.experts > 0)
        lines.push_back(std::string("--recompute-modules core_attn") + (shape.kv_rank > 0 ? " mla_up_proj" : "")
                        + (shape.experts > 0 ? " moe_act" : ""));
}

} // namespace

std::vector<std::string> megatron_arguments(const Parts& parts, const Scenario& scenario)
{
    const Plan& plan = parts.plan;
    std::vector<std::string> lines{flag("--tensor-model-parallel-size", plan.tp),
                                   flag("--pipeline-model-parallel-size", plan.pp)};
    if (is_interleaved(plan)) {
        const double layers = scenario.workload.shape.layers / (double(plan.pp) * plan.virtual_stages);
        if (layers == std::floor(layers))
            lines.push_back(flag("--num-layers-per-virtual-pipeline-stage", layers));
        else
            lines.push_back("# " + std::to_string(plan.virtual_stages) + " virtual stages of unequal length");
    } else if (plan.pp > 1 && plan.schedule != PipelineSchedule::OneFOneB && !is_interleaved(plan))
        lines.push_back("# " + schedule_words(plan.schedule) + ": Megatron-LM runs 1F1B");
    if (plan.cp > 1) {
        lines.push_back(flag("--context-parallel-size", plan.cp));
        lines.push_back(plan.cp_method == ContextMethod::Ring ? "--cp-comm-type p2p" : "--cp-comm-type all_gather");
    }
    if (plan.ep > 1)
        lines.push_back(flag("--expert-model-parallel-size", plan.ep));
    if (scenario.workload.shape.experts > 0 && expert_tensor(plan) != plan.tp)
        lines.push_back(flag("--expert-tensor-parallel-size", expert_tensor(plan)));
    if (plan.tp > 1 && plan.sequence_parallel)
        lines.push_back("--sequence-parallel");
    lines.push_back(flag("--micro-batch-size", plan.micro_batch));
    lines.push_back(flag("--global-batch-size", parts.global_batch));
    lines.push_back(flag("--seq-length", scenario.workload.sequence));
    add_megatron_sharding(lines, plan);
    if (plan.recompute == Recompute::Selective)
        add_selective_recomputation(lines, scenario.workload.shape);
    if (plan.recompute == Recompute::Full) {
        lines.push_back("--recompute-granularity full");
        lines.push_back("--recompute-method uniform");
        lines.push_back("--recompute-num-layers 1");
    }
    return lines;
}

std::vector<std::string> torchtitan_arguments(const Parts& parts, const Scenario& scenario)
{
    const Plan& plan = parts.plan;
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0;
    const bool sharded = plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Zero2;
    const double shard = hybrid ? std::min(plan.shard_group, plan.dp) : sharded ? plan.dp : 1;
    std::vector<std::string> lines{
        flag("--parallelism.data_parallel_replicate_degree", std::floor(plan.dp / shard)),
        flag("--parallelism.data_parallel_shard_degree", shard),
        flag("--parallelism.tensor_parallel_degree", plan.tp),
        flag("--parallelism.pipeline_parallel_degree", plan.pp),
    };
    if (plan.pp > 1) {
        lines.push_back(torchtitan_schedule(plan));
        lines.push_back(flag("--parallelism.pipeline_parallel_microbatch_size", plan.micro_batch));
    }
    if (plan.cp > 1)
        lines.push_back(flag("--parallelism.context_parallel_degree", plan.cp));
    if (plan.ep > 1)
        lines.push_back(flag("--parallelism.expert_parallel_degree", plan.ep));
    if (plan.dp_mode == DataParallelMode::Zero1)
        lines.push_back("# ZeRO-1: torchtitan shards parameters too (FSDP) or nothing (DDP)");
    if (plan.dp_mode == DataParallelMode::Zero2)
        lines.push_back("--parallelism.fsdp_reshard_after_forward never");
    const double local = plan.pp > 1 ? parts.global_batch / plan.dp : plan.micro_batch;
    lines.push_back(flag("--training.local_batch_size", std::ceil(local)));
    lines.push_back(flag("--training.global_batch_size", parts.global_batch));
    lines.push_back(flag("--training.seq_len", scenario.workload.sequence));
    lines.push_back(std::string("--activation_checkpoint.mode ") + name(plan.recompute));
    return lines;
}

} // namespace plateau::narrate
