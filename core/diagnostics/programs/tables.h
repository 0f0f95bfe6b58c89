// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/programs/launch.h"
#include "core/diagnostics/programs/program.h"
#include <string>

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
/// What programs with the usual block have no words for.
void refuse_strange_shapes(Writer& writer);
/// The modules that adapters stand beside: all products, or attention's.
void adapted_modules(Draft& draft, const char* key);

inline constexpr const char* no_setting = PLATEAU_TEXT("%1 has no setting for %2");
inline constexpr const char* several_at_once = PLATEAU_TEXT("pieces of several layers are recomputed at once");

/// The rules of that name; null where there are none.
const Rules* rules_named(const std::string& name);

/// GPUs, where only what starts the program says how many.
void read_launcher(Draft& draft);
/// DeepSpeed's section zero_optimization and the numbers beside it, wherever it stands.
void read_deepspeed(Draft& draft);
/// Ranks that share a sequence as DeepSpeed divides it.
void read_ulysses(Draft& draft, const char* key);
/// Replicas of groups that shard, by the keys that say how large and how many the groups are.
void read_groups(Draft& draft, const char* shards_key, const char* replicas_key);
/// How a program on Hugging Face's Trainer or accelerate shards, whoever says it.
void read_sharding(Draft& draft);

/// Names the program, why it is not read, and the line that names the model where one does.
Error refusal(const Program& program, const Settings& settings, const std::string& text, const std::string& file);

/// Adds the settings of each such file, the key that names it before theirs and its line as theirs: "deepspeed:
/// ds.json" becomes deepspeed.zero_optimization.stage. What is absent or cannot be parsed adds nothing.
void add_files_beside(const Program& program, const std::string& file, Settings& settings);

/// Chunks of a rank, and the layers of the first and the last stage where keys say them otherwise than in counts.
void virtual_stages(Draft& draft);

/// Layers of each stage and chunk, written: evenly, also with embedding and loss among them, or with the ends stated;
/// else a layout.
void stage_lines(Writer& writer);

/// The model's shape; `by_words` where a word says that activations are gated, as NeMo's configurations do.
void read_megatron_shape(Draft& draft, const char* experts_key, bool gated, bool by_words);
void write_megatron_shape(Writer& writer);
void write_megatron(Writer& writer);
void write_bridge(Writer& writer);

} // namespace plateau::programs
