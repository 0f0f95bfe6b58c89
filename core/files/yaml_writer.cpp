// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/yaml_writer.h"

#include <algorithm>
#include <optional>

#include "core/files/node.h"
#include "core/text/messages/words.h"

namespace plateau::files {

namespace {

/// Whether the text may stand without quotes, in a list too: there yaml-cpp ends a word at a question mark.
bool safe(const std::string& text)
{
    if (text.empty() || text == "~" || text == "null" || text == "-" || text == "---" || text == "...")
        return false;
    if (text.front() == ' ' || text.back() == ' ' || text.back() == ':')
        return false;
    if (std::string("-?:,[]{}#&*!|>'\"%@`").find(text.front()) != std::string::npos) {
        const bool number = text.front() == '-' && text.size() > 1 && text[1] >= '0' && text[1] <= '9';
        if (!number)
            return false;
    }
    const auto unsafe = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || std::string("[]{},?").find(c) != std::string::npos;
    };
    return std::none_of(text.begin(), text.end(), unsafe) && text.find(": ") == std::string::npos
        && text.find(" #") == std::string::npos;
}

} // namespace

std::string yaml_scalar(const std::string& text)
{
    if (safe(text))
        return text;
    static constexpr char hex[] = "0123456789abcdef";
    std::string result = "\"";
    for (char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (code < ' ' || code == 0x7f)
            ((result += "\\x") += hex[code >> 4]) += hex[code & 15];
        else
            result += c;
    }
    return result + "\"";
}

std::string YamlWriter::indent() const { return std::string(static_cast<size_t>(2 * depth_), ' '); }

void YamlWriter::comment(const std::string& text) { text_ += indent() + "# " + text + "\n"; }

void YamlWriter::entry(const std::string& key, const std::string& value)
{
    text_ += indent() + yaml_scalar(key) + ": " + yaml_scalar(value) + "\n";
}

void YamlWriter::block(const std::string& key, const std::string& text)
{
    const auto control = [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == '\x7f'; };
    const bool lines = text.find('\n') != std::string::npos && text.front() != ' ' && text.front() != '\n'
        && text.back() != '\n' && std::none_of(text.begin(), text.end(), control);
    if (!lines) {
        entry(key, text);
        return;
    }
    text_ += indent() + yaml_scalar(key) + ": |-\n";
    for (const std::string& line : split(text, "\n"))
        text_ += (line.empty() ? line : indent() + "  " + line) + "\n";
}

void YamlWriter::list(const std::string& key, const std::vector<std::string>& values)
{
    text_ += indent() + yaml_scalar(key) + ": [";
    for (size_t i = 0; i < values.size(); ++i)
        text_ += (i > 0 ? ", " : "") + yaml_scalar(values[i]);
    text_ += "]\n";
}

void YamlWriter::begin(const std::string& key)
{
    text_ += indent() + yaml_scalar(key) + ":\n";
    ++depth_;
}

void YamlWriter::end() { --depth_; }

namespace {

using Lines = std::vector<std::string>;

/// One key with its value; `gap`: blank lines and comments between it and the next.
struct Block {
    std::string key;
    Lines lines;
    Lines gap;
    std::size_t value_column = 0; ///< of a value on the key's line, from 0; 0: there is none
};

struct Blocks {
    Lines preamble;
    std::vector<Block> blocks;

    Block* find(const std::string& key)
    {
        const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const Block& one) { return one.key == key; });
        return found == blocks.end() ? nullptr : &*found;
    }
};

Lines lines_of(const std::string& text)
{
    Lines lines = split(text, "\n");
    if (lines.back().empty()) // behind the last line end
        lines.pop_back();
    for (std::string& line : lines)
        if (line.ends_with('\r'))
            line.pop_back();
    return lines;
}

bool between_blocks(const std::string& line)
{
    return line.find_first_not_of(" \t") == std::string::npos || line[0] == '#' || line == "...";
}

std::optional<Blocks> blocks_of(const std::string& text)
{
    const auto document = parse_yaml(text, {});
    if (!document || document->root.kind != Node::Kind::Map)
        return std::nullopt;
    const Node& root = document->root;
    const Lines lines = lines_of(text);
    const auto begin = lines.begin();
    Blocks result;
    std::ptrdiff_t end = 0;
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
        const std::ptrdiff_t first = root.keys[i].line - 1;
        const bool is_last = i + 1 == root.keys.size();
        const std::ptrdiff_t next = is_last ? std::ssize(lines) : root.keys[i + 1].line - 1;
        if (root.keys[i].column != 1 || first < end || next <= first)
            return std::nullopt;
        if (i == 0)
            result.preamble.assign(begin, begin + first);
        end = next;
        while (end > first + 1 && between_blocks(lines[static_cast<std::size_t>(end - 1)]))
            --end;
        const Node& value = root.items[i];
        const bool beside = value.kind != Node::Kind::Empty && value.line == root.keys[i].line;
        result.blocks.push_back({root.keys[i].text, Lines(begin + first, begin + end), Lines(begin + end, begin + next),
                                 beside ? static_cast<std::size_t>(value.column - 1) : 0});
    }
    return result;
}

/// Where a comment after the value begins, with the blanks before it; the line's end where there is none.
std::size_t comment_start(const std::string& line, std::size_t value)
{
    char quote = 0;
    for (std::size_t i = value; i < line.size(); ++i) {
        if (quote != 0) {
            if (quote == '"' && line[i] == '\\')
                ++i;
            else if (line[i] == quote)
                quote = 0;
        } else if ((line[i] == '"' || line[i] == '\'') && (i == value || line[value] == '[' || line[value] == '{')) {
            quote = line[i];
        } else if (line[i] == '#' && i > value && (line[i - 1] == ' ' || line[i - 1] == '\t')) {
            return line.find_last_not_of(" \t", i - 1) + 1;
        }
    }
    return line.size();
}

Lines replaced(const Block& old, const Block& now)
{
    const bool in_place
        = old.lines.size() == 1 && now.lines.size() == 1 && old.value_column > 0 && now.value_column > 0;
    if (!in_place)
        return now.lines;
    const std::string& line = old.lines.front();
    return {line.substr(0, old.value_column) + now.lines.front().substr(now.value_column)
            + line.substr(comment_start(line, old.value_column))};
}

/// Behind the nearest key that stands before it in `order` and in the text.
void insert(Blocks& text, const std::vector<Block>& order, std::size_t index)
{
    Block added{order[index].key, order[index].lines, {}, 0};
    for (std::size_t i = index; i-- > 0;)
        if (Block* before = text.find(order[i].key)) {
            std::swap(added.gap, before->gap);
            text.blocks.insert(text.blocks.begin() + (before - text.blocks.data()) + 1, std::move(added));
            return;
        }
    text.blocks.insert(text.blocks.begin(), std::move(added));
}

} // namespace

std::string patched_yaml(const std::string& original, const std::string& before, const std::string& after)
{
    auto text = blocks_of(original), old = blocks_of(before), now = blocks_of(after);
    if (!text || !old || !now)
        return after;
    for (Block& block : text->blocks) {
        const Block* then = old->find(block.key);
        const Block* next = now->find(block.key);
        if (next && !(then && then->lines == next->lines))
            block.lines = replaced(block, *next);
        else if (!next && then)
            block.lines.clear();
    }
    for (std::size_t i = 0; i < now->blocks.size(); ++i)
        if (!text->find(now->blocks[i].key))
            insert(*text, now->blocks, i);
    const std::string line_end = original.find("\r\n") == std::string::npos ? "\n" : "\r\n";
    std::string result;
    const auto add = [&](const Lines& lines) {
        for (const std::string& line : lines)
            result += line + line_end;
    };
    add(text->preamble);
    for (const Block& block : text->blocks) {
        add(block.lines);
        add(block.gap);
    }
    return result;
}

} // namespace plateau::files
