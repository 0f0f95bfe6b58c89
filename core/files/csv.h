// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau::files {

/// One record of a CSV file and where it stands.
struct CsvRow {
    struct Place {
        int line = 1, column = 1;
    };
    std::vector<std::string> cells; ///< as many as the header has
    std::vector<Place> places; ///< of each cell
};

/// A CSV file with a header row.
struct CsvTable {
    std::string file = {};
    std::vector<std::string> header = {};
    std::vector<CsvRow> rows = {};

    /// Index of a column of that name.
    std::optional<std::size_t> column(const std::string& name) const;
    /// The cell of a row in a named column; empty when there is no such column.
    const std::string& cell(size_t row, const std::string& name) const;
    /// "file:line:column" of a cell.
    std::string where(size_t row, int column) const;
};

/// RFC 4180: quoted fields may hold commas, line breaks and doubled quotes; line ends LF or CRLF. Lines that begin
/// with # before the header are comments, empty lines are skipped. Every record has as many fields as the header.
Expected<CsvTable> read_csv(const std::filesystem::path& file);
Expected<CsvTable> parse_csv(const std::string& text, const std::string& file);

/// The cells of one record as far as it can be read.
std::vector<std::string> csv_cells(const std::string& line);

/// Text that others wrote, as a cell: control characters made visible, cut, and an apostrophe before what a
/// spreadsheet would take for a formula.
std::string csv_words(const std::string& text);

/// One line with its LF; cells quoted where they must be.
std::string csv_line(const std::vector<std::string>& cells);

} // namespace plateau::files
