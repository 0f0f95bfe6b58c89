// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_table.h"

#include <algorithm>

#include "core/text/messages/foreign.h"

namespace plateau::app {

TextTable::TextTable(std::vector<std::string> header) : has_header_(!header.empty())
{
    if (has_header_)
        rows_.push_back(std::move(header));
}

void TextTable::add(std::vector<std::string> row)
{
    for (std::string& cell : row)
        cell = foreign_line(cell);
    rows_.push_back(std::move(row));
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            line += (i ? "  " : "") + (i ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace plateau::app
