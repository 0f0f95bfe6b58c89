// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/files/text_file.h"

namespace plateau::files {

namespace {

/// Reads the text and remembers how far the parser has come.
struct Tracker {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char** furthest = nullptr;

    const char& operator*() const { return *at; }
    Tracker& operator++()
    {
        *furthest = ++at;
        return *this;
    }
    Tracker operator++(int)
    {
        Tracker before = *this;
        ++*this;
        return before;
    }
    friend bool operator!=(const Tracker& a, const Tracker& b) { return a.at != b.at; }
};

struct Position {
    int line = 1;
    int column = 1;
};

/// nlohmann's events to nodes; every token's place is found from where the parser stands behind it.
class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
public:
    JsonEvents(NodeBuilder& builder, const std::string& text, const char* const& furthest)
        : builder_(builder), text_(text), furthest_(furthest)
    {
    }

    bool null() override
    {
        const Position place = word();
        builder_.empty(place.line, place.column);
        return true;
    }
    bool boolean(bool value) override { return plain(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return plain(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return plain(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& written) override { return plain(written); }
    bool string(string_t& value) override
    {
        const Position place = quoted();
        builder_.scalar(value, true, place.line, place.column);
        return true;
    }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& value) override { return string(value); }
    bool start_object(std::size_t) override { return begin(Node::Kind::Map); }
    bool start_array(std::size_t) override { return begin(Node::Kind::List); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t offset, const std::string&, const nlohmann::detail::exception& error) override
    {
        const Position place = advanced(offset == 0 ? 0 : offset - 1);
        std::string what = error.what();
        const size_t detail = what.rfind(": ");
        if (detail != std::string::npos)
            what.erase(0, detail + 2);
        throw Refusal({PLATEAU_TEXT("this is not JSON: %1"), {Verbatim{what}}}, place.line, place.column);
    }

private:
    size_t behind() const { return static_cast<size_t>(furthest_ - text_.data()); }

    /// Line and column of an offset that never moves backwards by more than a token.
    Position advanced(size_t offset)
    {
        offset = std::min(offset, text_.size());
        if (offset < counted_) {
            line_start_ = 0;
            counted_ = 0;
            line_ = 1;
        }
        for (; counted_ < offset; ++counted_)
            if (text_[counted_] == '\n') {
                ++line_;
                line_start_ = counted_ + 1;
            }
        return {line_, 1 + static_cast<int>(offset - line_start_)};
    }
    Position word()
    {
        const auto part = [&](size_t i) {
            return std::string_view("+-.abcdefghijklmnopqrstuvwxyzE0123456789").find(text_[i])
                != std::string_view::npos;
        };
        size_t end = std::min(behind(), text_.size());
        if (end > 0 && !part(end - 1))
            --end;
        while (end > 0 && part(end - 1))
            --end;
        return advanced(end);
    }
    Position quoted()
    {
        size_t start = std::max<size_t>(behind(), 2) - 2;
        while (start > 0 && (text_[start] != '"' || escaped(start)))
            --start;
        return advanced(start);
    }
    bool escaped(size_t quote) const
    {
        size_t backslashes = 0;
        while (backslashes < quote && text_[quote - 1 - backslashes] == '\\')
            ++backslashes;
        return backslashes % 2 == 1;
    }
    bool plain(std::string value)
    {
        const Position place = word();
        builder_.scalar(std::move(value), false, place.line, place.column);
        return true;
    }
    bool begin(Node::Kind kind)
    {
        const Position place = advanced(std::max<size_t>(behind(), 1) - 1);
        builder_.begin(kind, place.line, place.column);
        return true;
    }
    bool end()
    {
        builder_.end();
        return true;
    }

    NodeBuilder& builder_;
    const std::string& text_;
    const char* const& furthest_;
    size_t counted_ = 0;
    size_t line_start_ = 0;
    int line_ = 1;
};

/// The text with null in place of what Python writes for numbers that JSON has no words for, at the same places.
std::string without_infinities(const std::string& text)
{
    std::string result = text;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
                if (text.compare(i, word.size(), word) == 0) {
                    const std::string null = word.size() > 3 ? "null" : "[]"; // as long as the word at most
                    result.replace(i, word.size(), null + std::string(word.size() - null.size(), ' '));
                    i += word.size() - 1;
                    break;
                }
    }
    return result;
}

} // namespace

Expected<Document> parse_json(const std::string& written, const std::string& file)
{
    const std::string text = without_infinities(written);
    if (text.size() > budget::document)
        return failure({PLATEAU_TEXT("the file is too large"), {}}, file, {PLATEAU_TEXT("at most 16 MiB"), {}});
    const char* furthest = text.data();
    try {
        NodeBuilder builder;
        JsonEvents events(builder, text, furthest);
        const Tracker first{text.data(), &furthest}, last{text.data() + text.size(), &furthest};
        if (!nlohmann::json::sax_parse(first, last, static_cast<nlohmann::json_sax<nlohmann::json>*>(&events)))
            return failure({PLATEAU_TEXT("this is not JSON: %1"), {"unreadable"}}, file);
        return Document{file, builder.take()};
    } catch (const Refusal& refusal) {
        return failure(refusal.message, where(file, refusal.line, refusal.column));
    } catch (const std::exception& error) {
        return failure({PLATEAU_TEXT("this is not JSON: %1"), {error.what()}}, file);
    }
}

Expected<Document> read_json(const std::filesystem::path& file)
{
    const Expected<std::string> text = read_text(file);
    return text ? parse_json(*text, file.string()) : tl::unexpected(text.error());
}

} // namespace plateau::files
