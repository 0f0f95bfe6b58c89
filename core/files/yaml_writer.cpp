// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/yaml_writer.h"

#include <algorithm>

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
    for (size_t start = 0; start <= text.size();) {
        const size_t end = std::min(text.find('\n', start), text.size());
        text_ += (end > start ? indent() + "  " + text.substr(start, end - start) : std::string()) + "\n";
        start = end + 1;
    }
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

} // namespace plateau::files
