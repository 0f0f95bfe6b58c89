// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/diagnostics/programs/launch.h"
#include "core/diagnostics/programs/program.h"

/// What Megatron and the programs built on it say of a model and its pipeline.
namespace plateau::programs {

/// Chunks of a rank, and the layers of the first and the last stage where keys say them otherwise than in counts.
void virtual_stages(Draft& draft);

/// Layers of each stage and chunk, written: evenly, also with embedding and loss among them, or with the ends stated;
/// else a layout.
void stage_lines(Writer& writer);

/// The model's shape; `by_words` where a word says that activations are gated, as NeMo's configurations do.
void read_megatron_shape(Draft& draft, const char* experts_key, bool gated, bool by_words);
void write_megatron_shape(Writer& writer);

} // namespace plateau::programs
