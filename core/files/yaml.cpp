// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include <yaml.h>

#include "core/files/node_builder.h"
#include "core/files/text_file.h"

namespace plateau::files {

namespace {

/// One event of libyaml.
struct Event {
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(&it); }

    int line() const { return static_cast<int>(it.start_mark.line) + 1; }
    int column() const { return static_cast<int>(it.start_mark.column) + 1; }

    yaml_event_t it{};
};

/// libyaml's events to nodes.
class YamlReader {
public:
    explicit YamlReader(const std::string& text) : text_(text)
    {
        if (yaml_parser_initialize(&parser_) == 0)
            throw std::bad_alloc();
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;
    ~YamlReader() { yaml_parser_delete(&parser_); }

    /// The next document; false where there is none.
    bool read(NodeBuilder& builder)
    {
        for (;;) {
            Event event;
            if (yaml_parser_parse(&parser_, &event.it) == 0)
                refuse();
            if (event.it.type == YAML_STREAM_END_EVENT || event.it.type == YAML_NO_EVENT)
                return false;
            if (event.it.type == YAML_DOCUMENT_END_EVENT)
                return true;
            take(event, builder);
        }
    }

private:
    static void take(const Event& event, NodeBuilder& builder)
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
    static void scalar(const Event& event, NodeBuilder& builder)
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
    static void check(const Event& event, const yaml_char_t* anchor, const yaml_char_t* tag)
    {
        if (anchor != nullptr)
            refuse_anchor(event);
        if (tag != nullptr && std::strcmp(reinterpret_cast<const char*>(tag), "!") != 0)
            throw Refusal({PLATEAU_TEXT("tags are not read here"), {}}, event.line(), event.column());
    }
    [[noreturn]] static void refuse_anchor(const Event& event)
    {
        throw Refusal({PLATEAU_TEXT("anchors and aliases are not read here"), {}}, event.line(), event.column());
    }
    /// What stopped the parser; of bytes that are no text it knows the offset alone.
    [[noreturn]] void refuse() const
    {
        if (parser_.error == YAML_MEMORY_ERROR)
            throw std::bad_alloc();
        std::size_t line = parser_.problem_mark.line, column = parser_.problem_mark.column;
        if (parser_.error == YAML_READER_ERROR) {
            const std::string_view before(text_.data(), std::min(parser_.problem_offset, text_.size()));
            line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
            column = before.size() - (before.rfind('\n') + 1);
        }
        throw Refusal({PLATEAU_TEXT("this is not YAML: %1"), {parser_.problem ? parser_.problem : ""}},
                      static_cast<int>(line) + 1, static_cast<int>(column) + 1);
    }

    const std::string& text_;
    yaml_parser_t parser_{};
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
