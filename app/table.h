// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/json.h"
#include "core/text/messages/error.h"

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

/// Takes the rows of a table one by one. A file takes its place when the table ends; a writer that is dropped before
/// leaves what was there.
class RowWriter {
public:
    virtual ~RowWriter() = default;
    /// False when rows no longer reach anybody.
    virtual bool write(const Json& row) = 0;
    /// Rows of an earlier run, as they stand in its file; before the first write().
    virtual bool keep(std::string_view) { return true; }
    virtual Expected<void> finish() = 0;
};

/// {"rows": [...]} on standard output.
std::unique_ptr<RowWriter> json_rows();
/// CSV into the file of --csv, or standard output for "-"; null without --csv. A header of the first row's keys unless
/// told otherwise. `read`: files that the question draws on beside those the command names.
Expected<std::unique_ptr<RowWriter>> csv_rows(const Arguments& arguments,
                                              const std::vector<std::filesystem::path>& read = {}, bool header = true);
/// A whole table at once, if there is a writer.
Expected<void> write_table(const std::unique_ptr<RowWriter>& writer, const std::vector<Json>& rows);
/// Is it a table that a command wrote, or a part of one (sweep --shard)?
bool is_answer_table(const std::string& text);
/// Aligned text on standard output, with the columns named.
std::unique_ptr<RowWriter> text_rows(const std::vector<std::string>& swept);

/// A cell as CSV holds it: numbers in full, null empty, objects as key=value words, text safe for a spreadsheet.
std::string cell_text(const Json& cell);

} // namespace plateau::app
