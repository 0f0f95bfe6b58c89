// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace plateau::files {

/// One thing that a YAML text holds. Lines and columns count from 1, columns in characters.
struct YamlEvent {
    enum class Kind { Document, Scalar, Alias, List, Map, End };
    Kind kind; ///< End closes the last List or Map that is open
    int line = 0;
    int column = 0;
    std::size_t anchor = 0; ///< numbered within a document; 0: the value has none. Of an Alias: the anchor it names
    std::string tag = {};
    std::string text = {}; ///< of a Scalar; empty where the value is missing
    bool plain = false; ///< of a Scalar: it stands without quotes and tag
};

/// Hands what the text holds to `take`, in its order; `take` may throw Refusal to end the reading. Throws Refusal where
/// the text is too large or not YAML.
void read_yaml_events(const std::string& text, const std::function<void(YamlEvent&&)>& take);

} // namespace plateau::files
