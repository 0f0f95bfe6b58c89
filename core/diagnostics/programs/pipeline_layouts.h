// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/diagnostics/programs/launch.h"
#include "core/diagnostics/programs/program.h"

/// Which layers a stage of a pipeline has, as Megatron and what is built on it say it: counts, lists and layouts.
namespace plateau::programs {

/// Chunks of a rank, and the layers of the first and the last stage where keys say them otherwise than in counts.
void virtual_stages(Draft& draft);

/// Layers of each stage and chunk: evenly, also with embedding and loss among them, or with the ends stated; else a
/// layout.
void stage_lines(Writer& writer);

} // namespace plateau::programs
