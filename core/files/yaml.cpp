// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/files/yaml_events.h"
#include "core/files/yaml_pack.h"

namespace plateau::files {

namespace {

void take(YamlEvent&& event, NodeBuilder& builder)
{
    if (event.kind == YamlEvent::Kind::Alias || event.anchor != 0)
        throw Refusal({PLATEAU_TEXT("anchors and aliases are not read here"), {}}, event.line, event.column);
    if (!event.tag.empty())
        throw Refusal({PLATEAU_TEXT("tags are not read here"), {}}, event.line, event.column);
    switch (event.kind) {
    case YamlEvent::Kind::Scalar:
        if (event.plain && (event.text.empty() || event.text == "~" || event.text == "null"))
            builder.empty(event.line, event.column);
        else
            builder.scalar(std::move(event.text), !event.plain, event.line, event.column);
        break;
    case YamlEvent::Kind::List:
        builder.begin(Node::Kind::List, event.line, event.column);
        break;
    case YamlEvent::Kind::Map:
        builder.begin(Node::Kind::Map, event.line, event.column);
        break;
    case YamlEvent::Kind::End:
        builder.end();
        break;
    case YamlEvent::Kind::Document:
    case YamlEvent::Kind::Alias:
        break;
    }
}

} // namespace

Expected<Document> parse_yaml(const std::string& text, const std::string& file)
{
    if (std::optional<Node> packed = shipped_pack().find(text))
        return Document{file, std::move(*packed)};
    return parse_unpacked_yaml(text, file);
}

Expected<Document> parse_unpacked_yaml(const std::string& text, const std::string& file)
{
    try {
        NodeBuilder builder;
        int documents = 0;
        read_yaml_events(text, [&](YamlEvent&& event) {
            if (event.kind == YamlEvent::Kind::Document && ++documents > 1)
                throw Refusal({PLATEAU_TEXT("the file holds more than one document"), {}}, event.line, event.column);
            take(std::move(event), builder);
        });
        return Document{file, builder.take()};
    } catch (const Refusal& refusal) {
        return failure(refusal.message, where(file, refusal.line, refusal.column));
    }
}

Expected<Document> read_yaml(const std::filesystem::path& file)
{
    const Expected<std::string> text = read_text(file);
    return text ? parse_yaml(*text, file.string()) : tl::unexpected(text.error());
}

} // namespace plateau::files
