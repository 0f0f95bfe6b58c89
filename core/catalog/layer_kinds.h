// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/entry_file.h"
#include "core/catalog/model_families.h"

/// Which layers of a config.json are of which kind, however it says so.
namespace plateau::catalog {

/// Keys of a file, and what of them is not modelled.
using NotModelled = std::vector<std::pair<std::string, Message>>;

/// How many layers mix tokens how, and how many are one block alone.
struct LayerKinds {
    int windows = 0;
    int chunks = 0; ///< windows that do not slide
    int scans = 0;
    int ffn_alone = 0;
    int experts_alone = 0;
    const char* list = nullptr; ///< the key that says of each layer what it is; null: no key does
    int listed = 0; ///< layers in it
    bool single = false; ///< each layer is one block
};

LayerKinds layer_kinds(files::Reader& reader, const ModelFamily& family, const ModelShape& shape, NotModelled& unclear,
                       std::vector<Error>& errors);
/// The number of layers, where only a list of them says it.
int listed_layers(files::Reader& reader);

/// Of a list of words those that are among `names`; of a list of scalars those that are `text`.
int count_texts(const std::vector<std::string>& list, std::initializer_list<const char*> names);
int count_items(std::span<const files::Node> list, const std::string& text);
/// A list of 0 and 1 for each layer: how many are 1; -1 where there is no such list.
int count_marked(files::Reader& reader, const char* key);

} // namespace plateau::catalog
