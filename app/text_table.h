// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau::app {

/// Rows of cells for a terminal: the first column left-aligned, the others right-aligned, two spaces between.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header = {});
    void add(std::vector<std::string> row);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
    bool has_header_;
};

/// Columns a UTF-8 text takes in a terminal (one per code point).
std::size_t width(const std::string& text);

} // namespace plateau::app
