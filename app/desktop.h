// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/figures/export_options.h"
#include "core/figures/figure.h"

/// What needs Qt: the window, and figures as pictures. Two programs are made of the same commands: `plateau` has no
/// desktop and goes on as `plateau-window`, which has one, when words ask for it. So the terminal's answers load no
/// Qt, and a build without the window answers them too.
namespace plateau::app {

/// To be asked before the two below, and before any long work. In `plateau` it does not return where plateau-window
/// stands beside it; else it says what is missing.
Expected<void> need_desktop();

int open_window(int argc, char** argv, const std::string& file);
/// The bytes of a PNG, SVG or PDF.
Expected<std::string> picture(const figures::Figure& figure, const figures::ExportOptions& options);

} // namespace plateau::app
