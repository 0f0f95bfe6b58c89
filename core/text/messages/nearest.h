// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau {

/// The candidate a person most likely meant by `text`: smallest edit distance, upper and lower case alike, and a
/// candidate that contains the text nearer than one that does not. Empty without candidates.
std::string nearest(const std::string& text, const std::vector<std::string>& candidates);

} // namespace plateau
