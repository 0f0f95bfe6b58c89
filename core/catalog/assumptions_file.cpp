// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/accelerator.h"
#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"

namespace plateau::catalog {

EntryFile<AssumedValues> parse_assumptions(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<AssumedValues> result;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", result.entry.title, files::Need::Required);
    reader.texts("sources", result.entry.sources, files::Need::Required);
    if (const files::Node* values = reader.map("values", files::Need::Required)) {
        for (std::size_t i = 0; i < values->items.size(); ++i) {
            const files::Key& key = values->keys[i];
            const files::Node& node = values->items[i];
            AssumedValue value{
                .key = key.text, .file = document.file, .where = files::where(document.file, key.line, key.column)};
            if (node.kind != files::Node::Kind::Map) {
                reader.refuse(node, {PLATEAU_TEXT("%1 needs a value and a source"), {Verbatim{key.text}}},
                              {PLATEAU_TEXT("{value: ..., known_by: estimated, source: ...}"), {}});
                continue;
            }
            files::Reader entry(node, document.file, errors);
            entry.text("value", value.value, files::Need::Required);
            entry.choice("known_by", value.known_by);
            entry.text("source", value.source, files::Need::Required);
            entry.finish();
            result.entry.values.push_back(std::move(value));
        }
    }
    reader.finish();
    return result;
}

} // namespace plateau::catalog
