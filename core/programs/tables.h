// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/programs/program.h"

/// What several programs share.
namespace plateau::programs {

/// "Llama-3.1 8B" as "llama318b".
std::string bare_name(const std::string& text);
/// Layers of the model the draft has so far; 0 where it has none.
double layers_of(const Draft& draft);

inline constexpr Said whole_layers[] = {{"true", "full"}, {"false", "none"}};
inline constexpr const char* no_setting = PLATEAU_TEXT("%1 has no setting for %2");
/// Words of sharding in FSDP of PyTorch, accelerate and Composer.
inline constexpr Said sharding_words[] = {{"full_shard", "fsdp"},
                                          {"shard_grad_op", "zero2"},
                                          {"no_shard", "ddp"},
                                          {"hybrid_shard", "hsdp"},
                                          {"hybrid_shard_zero2", "hsdp"},
                                          {"_hybrid_shard_zero2", "hsdp"},
                                          {"1", "fsdp"},
                                          {"2", "zero2"},
                                          {"3", "ddp"},
                                          {"4", "hsdp"},
                                          {"5", "hsdp"}};

/// DeepSpeed's section zero_optimization and the numbers beside it, wherever it stands.
void read_deepspeed(Draft& draft);

} // namespace plateau::programs
