// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::ui {

/// Opens the window, on a scenario or exported figure, or on the shipped one when `file` is empty. `file` may also be
/// a preset's name. Returns when the window is closed, with the process's exit status.
int run_window(int argc, char** argv, const std::string& file);

} // namespace plateau::ui
