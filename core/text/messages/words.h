// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// Plain work on plain text: names, keys, cells of tables. Letters beyond ASCII stay as they are.
namespace plateau {

/// Without blanks and line ends around it.
std::string trimmed(std::string_view text);
std::string lower(std::string_view text);
/// "a, b, c"
std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");
/// "a,,b" at "," is "a", "" and "b"; a text without the separator is one part.
std::vector<std::string> split(std::string_view text, std::string_view separator);

/// The unit that stands after a number: "M tokens", "GB".
Message unit_words(const units::NumberInParts& shown);
/// "one of a, b, c"
Message one_of(const std::vector<std::string>& names);

} // namespace plateau
