// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/programs/program.h"

/// What several programs share.
namespace plateau::programs {

/// "Llama-3.1 8B" as "llama318b".
std::string bare_name(const std::string& text);
/// Layers of the model the draft has so far; 0 where it has none.
double layers_of(const Draft& draft);
inline constexpr int most_layers = 4096; ///< of a model whose pipeline is written out
/// Layers of each pipeline rank as the program spreads them; nothing is stated where Plateau spreads them alike.
void spread_layers(Draft& draft, const char* key, const std::vector<int>& ranks);
/// Layers of each pipeline rank of a plan to be written, as the program spreads them.
std::vector<int> spread_layers(const Writer& writer);
/// Switches that change something no parameter says.
void not_modelled(Draft& draft, std::initializer_list<const char*> switches);
/// The modules that adapters stand beside: all products, or attention's.
void adapted_modules(Draft& draft, const char* key);

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

inline constexpr Said reentrant[] = {{"true", "0"}, {"false", "1"}}; // such checkpoints run a layer from end to end
inline constexpr Said if_true[] = {{"true", "1"}, {"false", "="}};
inline constexpr const char* several_at_once = PLATEAU_TEXT("pieces of several layers are recomputed at once");
inline constexpr Said zero_stages[] = {{"false", "ddp"}, {"true", "zero1"}, {"2", "zero2"}, {"3", "fsdp"}};
/// Optimizers by the names of Hugging Face, DeepSpeed, Composer and PyTorch; paged ones lie on the device until it is
/// full.
inline constexpr Said optimizer_kinds[] = {{"adam", "adam"},
                                           {"adamw", "adam"},
                                           {"fusedadam", "adam"},
                                           {"cpuadam", "adam"},
                                           {"deepspeedcpuadam", "adam"},
                                           {"decoupled_adamw", "adam"},
                                           {"adamw_hf", "adam"},
                                           {"adamw_torch", "adam"},
                                           {"adamw_torch_fused", "adam"},
                                           {"adamw_apex_fused", "adam"},
                                           {"paged_adamw", "adam"},
                                           {"paged_adamw_32bit", "adam"},
                                           {"adamw_8bit", "adam_8bit"},
                                           {"adamw_bnb_8bit", "adam_8bit"},
                                           {"adamw_torch_8bit", "adam_8bit"},
                                           {"ao_adamw_8bit", "adam_8bit"},
                                           {"paged_adamw_8bit", "adam_8bit"},
                                           {"muon", "muon"}};
/// What torch.compile is told.
inline constexpr Said compilers[] = {{"true", "1"}, {"auto", "1"}, {"inductor", "1"}, {"false", "="}, {"eager", "="}};

/// GPUs, where only what starts the program says how many.
void read_launcher(Draft& draft);
/// DeepSpeed's section zero_optimization and the numbers beside it, wherever it stands.
void read_deepspeed(Draft& draft);
/// Ranks that share a sequence as DeepSpeed divides it.
void read_ulysses(Draft& draft, const char* key);
/// How a program on Hugging Face's Trainer or accelerate shards, whoever says it.
void read_sharding(Draft& draft);

} // namespace plateau::programs
