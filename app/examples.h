// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// Examples of the command line with what they print: examples.txt, which packaging/examples.py keeps true.
namespace plateau::app {

/// Examples of a command, as a terminal shows them: "$ plateau ..." and the lines of the answer.
std::vector<std::string> examples(const std::string& command);

} // namespace plateau::app
