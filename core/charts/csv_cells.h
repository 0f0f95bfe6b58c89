// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// How the cells of a figure's table are written.
namespace plateau::figures {

using Cells = std::vector<std::string>;

/// Plain English, before plain_cell().
std::string typeset_text(const Message& message);
std::string cell(const std::string& words);
std::string cell(const Message& message);
/// Empty: not a number.
std::string number_cell(double value);
std::string unit_name(units::Unit unit);
/// " [GB]"; empty: it has none.
std::string in_brackets(const std::string& unit);

/// "x" for "×" and the like, no-break spaces as spaces.
std::string typewriter(std::string words);
/// Words without what either program takes for something else: commas, quotes, #, braces.
std::string plain_cell(std::string words);

} // namespace plateau::figures
