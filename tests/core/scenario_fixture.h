// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

#include "core/catalog/catalog.h"

/// A small catalog for the tests of the scenario room: three accelerators, three models, two stacks. The numbers are
/// round on purpose; nothing here is a preset.
inline plateau::catalog::Accelerator accelerator(const char* id, double fp16, double bf16, double fp8, double domain,
                                                 double network)
{
    plateau::catalog::Accelerator result;
    result.id = id;
    result.title = std::string("Title of ") + id;
    result.peak_flops = {fp16, bf16, fp8, 0, 0, 0};
    result.memory_bytes = 80e9;
    result.price.usd_per_gpu_hour = domain / 8;
    plateau::catalog::NetworkTier inner;
    inner.domain_size = domain;
    inner.bandwidth_bytes_per_s = inner.pair_bytes_per_s = 10 * network;
    plateau::catalog::NetworkTier outer;
    outer.domain_size = 4096;
    outer.bandwidth_bytes_per_s = outer.pair_bytes_per_s = network;
    plateau::catalog::NetworkTier spine = outer;
    spine.domain_size = std::numeric_limits<double>::infinity();
    spine.bandwidth_bytes_per_s = spine.pair_bytes_per_s = network / 2;
    result.tiers = {inner, outer, spine};
    return result;
}

inline plateau::catalog::ModelShape model(const char* id, int layers, int hidden, int heads, int kv_heads, int ffn,
                                          int sequence)
{
    plateau::catalog::ModelShape shape;
    shape.id = id;
    shape.title = std::string("Title of ") + id;
    shape.layers = layers;
    shape.hidden = hidden;
    shape.heads = heads;
    shape.kv_heads = kv_heads;
    shape.head_dim = hidden / heads;
    shape.ffn = ffn;
    shape.default_sequence = sequence;
    return shape;
}

inline plateau::catalog::Catalog small_catalog()
{
    using namespace plateau::catalog;
    Catalog catalog;
    catalog.accelerators = {
        accelerator("h100_sxm", 1e15, 1e15, 2e15, 8, 50e9), accelerator("a100_sxm_80", 3e14, 3e14, 0, 8, 25e9),
        accelerator("v100_sxm2_32", 1e14, 0, 0, 8, 12.5e9), accelerator("gb200_nvl72", 2.5e15, 2.5e15, 5e15, 72, 50e9)};
    catalog.models
        = {model("llama2_7b", 32, 4096, 32, 32, 11008, 4096), model("llama3_8b", 32, 4096, 32, 8, 14336, 8192),
           model("gpt3_175b", 96, 12288, 96, 96, 49152, 2048)};
    catalog.models[1].known_as = {"Llama 3.1 8B"};
    Stack fsdp;
    fsdp.id = "pytorch_fsdp_2024";
    fsdp.title = "PyTorch FSDP, 2024";
    fsdp.default_sharding = plateau::DataParallelMode::Fsdp;
    fsdp.default_recompute = plateau::Recompute::None;
    for (const StackConstant& constant : stack_constants())
        fsdp.constants.*constant.value = constant.low;
    fsdp.constants.kernel_efficiency = 0.9;
    Stack megatron = fsdp;
    megatron.id = "megatron_core_2024";
    megatron.title = "Megatron-Core, 2024";
    megatron.default_sharding = plateau::DataParallelMode::Zero1;
    megatron.default_recompute = plateau::Recompute::Selective;
    megatron.default_sequence_parallel = true;
    megatron.attention = AttentionKernel::Flash3;
    megatron.constants.kernel_efficiency = 0.8;
    catalog.stacks = {fsdp, megatron};
    catalog.physics = std::make_shared<Physics>();
    return catalog;
}
