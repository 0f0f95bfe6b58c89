// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files/node.h"

namespace plateau::files {

/// The nodes of YAML texts that were parsed when the program was built. A text is found by its length and hash, so that
/// a pack that is older than a text has nothing to say of it.
class YamlPack {
public:
    /// Of bytes that are no pack: an empty one.
    explicit YamlPack(std::string bytes);

    /// Nothing where the text is not in the pack or what stands there of it is damaged.
    std::optional<Node> find(const std::string& text) const;

private:
    std::string bytes_;
    std::size_t count_ = 0;
};

/// The bytes of a pack of all texts that can be read.
std::string packed_yaml(const std::vector<std::string>& texts);

/// The pack of the shipped presets, `presets.pack`; empty where there is none.
const YamlPack& shipped_pack();

} // namespace plateau::files
