// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/plan/plan_dimensions.h"

namespace plateau::plan_table {

namespace {

std::string flag(const char* name, double value)
{
    return std::string(name) + " " + std::to_string(std::llround(value));
}

} // namespace

std::string torchtitan_data(const Launch& launch)
{
    const Plan& plan = launch.plan;
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0;
    const bool sharded = plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Zero2;
    const double shard = hybrid ? std::min(plan.shard_group, plan.dp) : sharded ? plan.dp : 1;
    return flag("--parallelism.data_parallel_replicate_degree", std::floor(plan.dp / shard)) + '\n'
        + flag("--parallelism.data_parallel_shard_degree", shard);
}

std::string torchtitan_micro_batch(const Launch& launch)
{
    const Plan& plan = launch.plan;
    const double local = plan.pp > 1 ? launch.global_batch / plan.dp : plan.micro_batch;
    const std::string batch = flag("--training.local_batch_size", std::ceil(local));
    return plan.pp > 1 ? flag("--parallelism.pipeline_parallel_microbatch_size", plan.micro_batch) + '\n' + batch
                       : batch;
}

std::string megatron_chunks(const Launch& launch)
{
    const Plan& plan = launch.plan;
    if (!applies(plan_dimension_of<&Plan::virtual_stages>, plan) || plan.virtual_stages == 1)
        return {};
    const char* length = "--num-layers-per-virtual-pipeline-stage";
    const double all = double(plan.pp) * plan.virtual_stages;
    if (std::fmod(launch.layers, all) == 0)
        return flag(length, launch.layers / all);
    if (std::fmod(launch.layers + 2, all) == 0) // embedding and loss count as layers
        return "--account-for-embedding-in-pipeline-split\n--account-for-loss-in-pipeline-split\n"
            + flag(length, (launch.layers + 2) / all);
    return "# " + std::to_string(plan.virtual_stages) + " virtual stages of unequal length";
}

std::string megatron_shard_group(const Launch& launch)
{
    const Plan& plan = launch.plan;
    if (plan.shard_group == 0)
        return "# hybrid sharding within one NVLink domain";
    const double replicas = double(plan.dp) * plan.cp / plan.shard_group;
    return flag("--num-distributed-optimizer-instances", replicas);
}

std::string megatron_modules(const Launch& launch)
{
    if (launch.plan.recompute != Recompute::Selective || (!launch.has_latent_attention && !launch.has_experts))
        return {};
    return std::string("--recompute-modules") + (launch.keeps_scores ? " core_attn" : "")
        + (launch.has_latent_attention ? " mla_up_proj" : "") + (launch.has_experts ? " moe_act" : "");
}

} // namespace plateau::plan_table
