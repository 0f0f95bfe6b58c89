// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>
#include <string>

#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/files/yaml_events.h"

namespace plateau::files {

namespace {

/// libyaml's events to nodes.
class YamlReader {
public:
    explicit YamlReader(const std::string& text) : events_(text) { }

    /// The next document; false where there is none.
    bool read(NodeBuilder& builder)
    {
        for (;;) {
            YamlEvent event;
            if (!events_.next(event))
                return false;
            if (event.it.type == YAML_DOCUMENT_END_EVENT)
                return true;
            take(event, builder);
        }
    }

private:
    static void take(const YamlEvent& event, NodeBuilder& builder)
    {
        switch (event.it.type) {
        case YAML_ALIAS_EVENT:
            refuse_anchor(event);
            break;
        case YAML_SCALAR_EVENT:
            scalar(event, builder);
            break;
        case YAML_SEQUENCE_START_EVENT:
            check(event, event.it.data.sequence_start.anchor, event.it.data.sequence_start.tag);
            builder.begin(Node::Kind::List, event.line(), event.column());
            break;
        case YAML_MAPPING_START_EVENT:
            check(event, event.it.data.mapping_start.anchor, event.it.data.mapping_start.tag);
            builder.begin(Node::Kind::Map, event.line(), event.column());
            break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
            builder.end();
            break;
        default:
            break;
        }
    }
    static void scalar(const YamlEvent& event, NodeBuilder& builder)
    {
        const auto& data = event.it.data.scalar;
        check(event, data.anchor, data.tag);
        std::string value(reinterpret_cast<const char*>(data.value), data.length);
        const bool plain = data.style == YAML_PLAIN_SCALAR_STYLE && data.tag == nullptr;
        if (plain && (value.empty() || value == "~" || value == "null"))
            builder.empty(event.line(), event.column());
        else
            builder.scalar(std::move(value), !plain, event.line(), event.column());
    }
    static void check(const YamlEvent& event, const yaml_char_t* anchor, const yaml_char_t* tag)
    {
        if (anchor != nullptr)
            refuse_anchor(event);
        if (tag != nullptr && std::strcmp(reinterpret_cast<const char*>(tag), "!") != 0)
            throw Refusal({PLATEAU_TEXT("tags are not read here"), {}}, event.line(), event.column());
    }
    [[noreturn]] static void refuse_anchor(const YamlEvent& event)
    {
        throw Refusal({PLATEAU_TEXT("anchors and aliases are not read here"), {}}, event.line(), event.column());
    }

    YamlEvents events_;
};

} // namespace

Expected<Document> parse_yaml(const std::string& text, const std::string& file)
{
    if (text.size() > size_limit)
        return failure({PLATEAU_TEXT("the file is too large"), {}}, file, {PLATEAU_TEXT("at most 16 MiB"), {}});
    try {
        YamlReader reader(text);
        NodeBuilder builder, second;
        if (!reader.read(builder))
            return Document{file, {}};
        if (reader.read(second))
            return failure({PLATEAU_TEXT("the file holds more than one document"), {}}, file);
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
