// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::files {

/// A mapping as a person wrote it, with what has changed since put in: `before` is the same mapping as a program
/// writes it, `after` what that has become. Values are replaced where they stand, new keys follow the key that
/// precedes them in `after`, keys that only `before` has go; all else stays as it is: comments, order, spelling and
/// keys that neither has. `after` itself where the text is not a key to a line.
std::string patched_yaml(const std::string& original, const std::string& before, const std::string& after);

} // namespace plateau::files
