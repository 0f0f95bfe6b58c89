// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/programs/program.h"

/// Files whose program is known and that are not read.
namespace plateau::programs {

/// Names the program, why it is not read, and the line that names the model where one does.
Error refusal(const Program& program, const Settings& settings, const std::string& text, const std::string& file);

} // namespace plateau::programs
