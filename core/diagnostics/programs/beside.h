// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/programs/program.h"

/// Files that a configuration names and that lie beside it.
namespace plateau::programs {

/// Adds the settings of each such file, the key that names it before theirs and its line as theirs: "deepspeed:
/// ds.json" becomes deepspeed.zero_optimization.stage. What is absent or cannot be parsed adds nothing.
void add_files_beside(const Program& program, const std::string& file, Settings& settings);

} // namespace plateau::programs
