// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/files/node.h"

namespace plateau::files {

/// The same tree as parse_full_yaml(), some thirty times as fast, of what presets are mostly written in: mappings and
/// lists by indentation, brackets and braces within a line, words and quotes that end in their line. Nothing where the
/// text has more than that, or something wrong.
std::optional<Node> read_plain_yaml(const std::string& text);

/// All that parse_yaml() reads; says what is wrong with the rest.
Expected<Document> parse_full_yaml(const std::string& text, const std::string& file);

} // namespace plateau::files
