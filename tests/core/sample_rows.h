// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/evidence/predict.h"
#include "shipped_catalog.h"

/// Published runs as tests make them up.
namespace plateau::test {

using namespace plateau::evidence;

/// A complete run; tests take cells away or change them.
inline Row complete_row()
{
    Row row;
    row.id = "r";
    row.gpu = "A100-SXM-80GB";
    row.gpus = 16;
    row.gpus_per_node = 8;
    row.layers = 32;
    row.hidden = 4096;
    row.heads = 32;
    row.kv_heads = 32;
    row.ffn = 11008;
    row.vocab = 32000;
    row.parameters = 6.74e9;
    row.sequence = 4096;
    row.global_batch = 64;
    row.cell<&Plan::micro_batch>() = "2";
    row.cell<&Plan::tp>() = "2";
    row.cell<&Plan::pp>() = "1";
    row.framework = "Megatron-LM";
    row.year = 2024;
    row.attention = "flash2";
    row.precision = "bf16";
    return row;
}

/// The same with experts that no shipped model has.
inline Row mixture_row()
{
    Row row = complete_row();
    row.parameters.reset();
    row.experts = 48;
    row.experts_per_token = 6;
    row.expert_ffn = 1408;
    row.shared_experts = 2;
    row.dense_layers = 1;
    return row;
}

inline bool was_filled(const Posed& posed, const char* column)
{
    return std::find(posed.defaults.begin(), posed.defaults.end(), column) != posed.defaults.end();
}

} // namespace plateau::test
