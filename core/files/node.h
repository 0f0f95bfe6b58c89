// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau::files {

/// The key of one entry of a mapping.
struct Key {
    std::string text;
    int line = 0;
    int column = 0;

    bool operator==(const Key& other) const = default;
};

/// One value of a YAML or JSON document with the place it was written at. Mappings keep the order of the file;
/// keys are unique.
struct Node {
    enum class Kind { Empty, Scalar, List, Map };
    Kind kind = Kind::Empty;
    std::string text = {}; ///< of a scalar, as written
    bool quoted = false; ///< a scalar in quotes: text even if it looks like a number
    std::vector<Node> items = {}; ///< elements of a list, values of a mapping
    std::vector<Key> keys = {}; ///< keys of a mapping, one per item
    int line = 0;
    int column = 0;

    /// The value of a key; null when this is no mapping or has no such key.
    const Node* find(const std::string& key) const;

    bool operator==(const Node& other) const = default;
};

struct Document {
    std::string file; ///< path or other name, for messages
    Node root;
};

/// Reads one YAML document: mappings, lists and scalars; anchors, aliases and tags are refused.
Expected<Document> read_yaml(const std::filesystem::path& file);
Expected<Document> parse_yaml(const std::string& text, const std::string& file);
/// The same without a look into the pack of the shipped presets.
Expected<Document> parse_unpacked_yaml(const std::string& text, const std::string& file);

/// Reads one JSON document into the same form; `null` is Kind::Empty.
Expected<Document> read_json(const std::filesystem::path& file);
Expected<Document> parse_json(const std::string& text, const std::string& file);

} // namespace plateau::files
