// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::figures {

/// & < > " as entities.
/// Without the control characters that no XML may hold, escaped or not: question marks stand for them.
std::string xml_legal(std::string xml);
std::string xml_escaped(const std::string& text);
/// The text between two tags: named and numbered entities resolved, line ends as one line feed.
std::string xml_unescaped(const std::string& xml);

} // namespace plateau::figures
