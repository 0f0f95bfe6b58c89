// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/budget.h"
#include "core/files/yaml_events.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/files/yaml_pack.h"
#include "core/text/messages/foreign.h"

namespace plateau::files {

namespace {

int characters(std::string_view text)
{
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

[[noreturn]] void refuse(const std::string& text, Message why, std::size_t at)
{
    const std::string_view before = std::string_view(text).substr(0, at);
    throw Refusal(std::move(why), static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
                  characters(before.substr(before.rfind('\n') + 1)) + 1);
}

/// yaml-cpp's events as ours.
class Handler : public YAML::EventHandler {
public:
    Handler(const std::string& text, const std::function<void(YamlEvent&&)>& take) : text_(text), take_(take) { }

    /// yaml-cpp takes what does not belong to a document for the next one, and skips a line that begins with %.
    void OnDocumentStart(const YAML::Mark& mark) override
    {
        const std::size_t begin = byte_at(mark);
        if (text_.compare(begin, 3, "---") != 0 && !is_first(begin))
            refuse(text_, {PLATEAU_TEXT("this line does not belong to what stands above it"), {}}, begin);
        take_(event(YamlEvent::Kind::Document, mark));
    }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        YamlEvent null = event(YamlEvent::Kind::Scalar, mark, anchor);
        if (mark.pos == last_scalar_ && !open_.empty() && open_.back() == YAML::EmitterStyle::Block)
            refuse(text_, {PLATEAU_TEXT("a colon is missing after this key"), {}}, byte_at(mark));
        null.text = null_at(value_at(mark));
        null.plain = true;
        take_(std::move(null));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        take_(event(YamlEvent::Kind::Alias, mark, anchor));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        YamlEvent scalar = event(YamlEvent::Kind::Scalar, mark, anchor);
        scalar.plain = tag == "?";
        if (!scalar.plain)
            check_quotes(value_at(mark));
        if (!scalar.plain && tag != "!")
            scalar.tag = tag;
        scalar.text = value;
        last_scalar_ = mark.pos;
        take_(std::move(scalar));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override
    {
        begin(YamlEvent::Kind::List, mark, tag, anchor, style);
    }
    void OnSequenceEnd() override { end(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override
    {
        begin(YamlEvent::Kind::Map, mark, tag, anchor, style);
    }
    void OnMapEnd() override { end(); }

private:
    std::size_t byte_at(const YAML::Mark& mark) const
    {
        return std::min(static_cast<std::size_t>(mark.pos), text_.size());
    }
    YamlEvent event(YamlEvent::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor = YAML::NullAnchor)
    {
        return {.kind = kind, .line = mark.line + 1, .column = column(mark), .anchor = anchor};
    }
    /// yaml-cpp counts columns in bytes. A line may hold the whole text: what was counted before is not counted again.
    int column(const YAML::Mark& mark)
    {
        const std::size_t at = byte_at(mark);
        if (mark.line != last_.line)
            last_ = {.line = mark.line, .byte = at - std::min(static_cast<std::size_t>(mark.column), at), .column = 1};
        const auto [begin, end] = std::minmax({last_.byte, at});
        const int between = characters(std::string_view(text_).substr(begin, end - begin));
        last_ = {.line = mark.line, .byte = at, .column = last_.column + (at == end ? between : -between)};
        return last_.column;
    }
    void begin(YamlEvent::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
               YAML::EmitterStyle::value style)
    {
        open_.push_back(style);
        YamlEvent begun = event(kind, mark, anchor);
        if (tag != "?" && tag != "!")
            begun.tag = tag;
        take_(std::move(begun));
    }
    void end()
    {
        open_.pop_back();
        take_({.kind = YamlEvent::Kind::End});
    }

    /// Whether only comments stand before.
    bool is_first(std::size_t begin) const
    {
        for (std::size_t at = 0; (at = text_.find_first_not_of(" \t\r\n", at)) < begin; at = text_.find('\n', at))
            if (text_[at] != '#')
                return false;
        return true;
    }

    /// Where a value begins whose anchor and tag begin at the mark.
    std::size_t value_at(const YAML::Mark& mark) const
    {
        std::size_t at = byte_at(mark);
        while (at < text_.size() && (text_[at] == '&' || text_[at] == '!'))
            at = std::min(text_.find_first_not_of(" \t\r\n", text_.find_first_of(" \t\r\n", at)), text_.size());
        return at;
    }

    /// The word for null, empty where the value is missing and yaml-cpp's mark is that of what comes next.
    std::string null_at(std::size_t begin) const
    {
        const std::size_t before = begin == 0 ? std::string::npos : text_.find_last_not_of(' ', begin - 1);
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", begin), text_.size());
        const std::string word = text_.substr(begin, end - begin);
        const bool is_null = word == "~" || word == "null" || word == "Null" || word == "NULL";
        return is_null && before != std::string::npos && text_[before] != '\n' ? word : std::string();
    }

    /// yaml-cpp takes the rest of the text where a quote is not closed before the last line ends.
    void check_quotes(std::size_t begin) const
    {
        const char quote = begin < text_.size() ? text_[begin] : '\0';
        if (quote != '"' && quote != '\'')
            return;
        for (std::size_t at = begin + 1; at < text_.size(); ++at) {
            if (quote == '"' && text_[at] == '\\')
                ++at;
            else if (text_[at] == quote && text_.compare(at, 2, "''") == 0)
                ++at;
            else if (text_[at] == quote)
                return;
        }
        refuse(text_, {PLATEAU_TEXT("this quote is not closed"), {}}, begin);
    }

    const std::string& text_;
    const std::function<void(YamlEvent&&)>& take_;
    std::vector<YAML::EmitterStyle::value> open_; ///< how each list and mapping around is written
    int last_scalar_ = -1;
    struct {
        int line = -1;
        std::size_t byte = 0;
        int column = 1;
    } last_;
};

/// yaml-cpp takes every byte for a letter and ends the text at some control characters.
void check_characters(const std::string& text)
{
    for (std::size_t at = 0; at < text.size();) {
        const Letter letter = letter_at(text, at);
        if (letter.bytes == 0)
            refuse(text, {PLATEAU_TEXT("this byte is not UTF-8"), {}}, at);
        const std::uint32_t point = letter.point;
        if ((point < 0x20 && point != '\t' && point != '\n' && point != '\r')
            || (point > 0x7E && point < 0xA0 && point != 0x85) || (point >= 0xD800 && point < 0xE000) || point == 0xFFFE
            || point == 0xFFFF)
            refuse(text, {PLATEAU_TEXT("a control character stands here"), {}}, at);
        at += letter.bytes;
    }
}

/// yaml-cpp does not know that a carriage return alone ends a line.
std::string with_line_feeds(std::string text)
{
    for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos; ++at)
        if (text.compare(at, 2, "\r\n") != 0)
            text[at] = '\n';
    return text;
}

} // namespace

void read_yaml_events(const std::string& original, const std::function<void(YamlEvent&&)>& take)
{
    if (original.size() > budget::yaml)
        throw Refusal({PLATEAU_TEXT("YAML of more than 4 MiB is not read"), {}}, 0, 0);
    check_characters(original);
    const std::string text = with_line_feeds(original);
    Handler handler(text, take);
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(handler)) { }
    } catch (const YAML::Exception& error) {
        throw Refusal({PLATEAU_TEXT("this is not YAML: %1"), {Verbatim{error.msg}}}, error.mark.line + 1,
                      error.mark.column + 1);
    }
}

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
