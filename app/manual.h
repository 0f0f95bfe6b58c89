// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// What a package holds beside the program, made of the table of commands.
namespace plateau::app {

/// plateau(1), for man.
std::string manual_page();
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

} // namespace plateau::app
