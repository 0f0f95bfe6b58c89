// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::app {

/// What the command line asks: a command's answer in the terminal, or the window. Returns the exit status.
int run_program(int argc, char** argv);

} // namespace plateau::app
