// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/text/messages/message.h"

/// What is known of a family of models beside what their files say: one table for all readers.
namespace plateau::catalog {

/// What nearly all call the width of a feed-forward block, and of one expert's.
inline constexpr const char *ffn = "intermediate_size", *expert_ffn = "moe_intermediate_size";

/// What one family calls its numbers in a config.json, and what it does when they are not given.
struct ModelFamily {
    const char* model_type;
    const char* layers;
    const char* hidden;
    const char* heads;
    const char* ffn;
    const char* max_sequence;
    bool gated;
    bool rotary;
    bool alibi;
    bool linear_bias;
    bool qkv_bias;
    bool tied;
    const char* experts = ""; ///< the key of their number; empty: dense
    bool parallel_block = false;
    int window_period = 0; ///< all layers but every n-th have the window of the file; 1: all of them, 0: none
    bool attention_gate = false;
    int scan_period = 0; ///< all layers but every n-th scan, where the file gives sizes for that
};

/// Null where the family is not known. "_text" behind the name makes no difference; names that only some programs
/// have ("llama2") are known too.
const ModelFamily* model_family(std::string_view model_type);
/// What stands in for a family that is not known: the usual decoder, by the usual keys.
extern const ModelFamily usual_family;
/// Said of it: %1 is the name that the file has.
inline constexpr const char* unknown_family
    = PLATEAU_TEXT("%1 is no family that Plateau knows: what kind of attention it has is not known; counted as a "
                   "decoder with full attention, a gated feed-forward block and the sizes given");

/// Of so many layers those with a window, by the family's rule; another period than its own where one is given.
int windowed_layers(const ModelFamily& family, int layers, int period = 0);

/// A key of configurations that speaks of what no member of a shape can say, and what is counted in its place.
struct Mechanism {
    const char* key;
    const char* what; ///< to be translated
    double harmless = 0; ///< this value, or less, changes nothing
};
/// Null where the key is none of these.
const Mechanism* mechanism_of(std::string_view key);

} // namespace plateau::catalog
