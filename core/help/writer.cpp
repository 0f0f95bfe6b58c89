// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/writer.h"

#include "core/text/messages/foreign.h"

namespace plateau::help {

namespace {

const char* known_word(catalog::KnownBy known_by)
{
    switch (known_by) {
    case catalog::KnownBy::Measured:
        return PLATEAU_TEXT("measured");
    case catalog::KnownBy::Read:
        return PLATEAU_TEXT("read");
    case catalog::KnownBy::Derived:
        return PLATEAU_TEXT("derived");
    case catalog::KnownBy::SecondHand:
        return PLATEAU_TEXT("second-hand");
    case catalog::KnownBy::Recalled:
        return PLATEAU_TEXT("recalled");
    case catalog::KnownBy::Estimated:
        break;
    }
    return PLATEAU_TEXT("estimated");
}

} // namespace

std::string escaped(const std::string& text)
{
    constexpr std::size_t most = 4000; ///< characters
    std::string markdown;
    for (const char c : foreign_line(text, most)) {
        if (std::string_view("\\`*_|<>[]#~").find(c) != std::string_view::npos)
            markdown += '\\';
        markdown += c;
    }
    return markdown;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string Writer::say(const Message& message) const { return message.empty() ? "" : escaped(words_(message)); }

std::string Writer::say(const std::string& text, std::vector<Argument> arguments) const
{
    return say(Message{text, std::move(arguments)});
}

std::string Writer::known(catalog::KnownBy known_by) const { return say(known_word(known_by)); }

std::string Writer::entry(const std::string& anchor, const std::string& title, int level) const
{
    return "<a id=\"" + anchor + "\"></a>\n" + std::string(static_cast<std::size_t>(level), '#') + " " + title + "\n\n";
}

std::string Writer::item(const std::string& head, const std::string& words)
{
    return words.empty() ? "" : "- **" + head + ":** " + words + "\n";
}

std::string Writer::row(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells)
        line += " " + cell + " |";
    return line + "\n";
}

std::string Writer::head(const std::vector<std::string>& cells, bool numbers)
{
    std::string rule = "|";
    for (std::size_t i = 0; i < cells.size(); ++i)
        rule += numbers && i > 0 ? "---:|" : "---|";
    return row(cells) + rule + "\n";
}

} // namespace plateau::help
