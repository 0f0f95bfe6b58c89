// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/json.h"
#include "core/text/messages/error.h"
#include "core/text/units/quantity.h"

namespace plateau::app {

/// Rows of cells for a terminal: the first column left-aligned, the others right-aligned, two spaces between.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header = {});
    void add(std::vector<std::string> row);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

/// "85.5 GB (79.6 GiB)": programs print the second.
std::string memory_words(double bytes);

/// Columns a UTF-8 text takes in a terminal (one per code point).
std::size_t width(const std::string& text);

/// A column of a table, which JSON, CSV and text are all made of.
template<class Row>
struct Column {
    const char* key; ///< in JSON and CSV; empty: in text alone
    Json (*value)(const Row& row); ///< null: unknown
    const char* head = nullptr; ///< in text; none: in JSON and CSV alone
    const char* form = nullptr; ///< how text writes a number, as fmt does: "{:.3g}"; none: in its unit
    units::Unit unit = units::Unit::None;
};

/// The row as JSON.
template<class Row>
Json row_json(std::span<const Column<Row>> columns, const Row& row)
{
    Json json = Json::object();
    for (const Column<Row>& column : columns)
        if (*column.key)
            json[column.key] = column.value(row);
    return json;
}

/// A cell in a terminal; what is unknown is a dash.
std::string shown(const Json& cell, const char* form, units::Unit unit);

/// The rows as text, under the heads of the columns that have one.
template<class Row>
std::string table_text(std::span<const Column<Row>> columns, const std::vector<Row>& rows)
{
    std::vector<std::string> heads;
    for (const Column<Row>& column : columns)
        if (column.head)
            heads.emplace_back(column.head);
    TextTable table(std::move(heads));
    for (const Row& row : rows) {
        std::vector<std::string> cells;
        for (const Column<Row>& column : columns)
            if (column.head)
                cells.push_back(shown(column.value(row), column.form, column.unit));
        table.add(std::move(cells));
    }
    return table.text();
}

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

/// {"rows": [...]} on standard output, then the keys `beside` them.
std::unique_ptr<RowWriter> json_rows(Json beside = Json::object());
/// Commands that write tables; none takes the place of another's unasked.
enum class Table { Sweep, Plans, Limits, Evidence, Collective };
/// Whether a text is an earlier table of that command, or a part of one (sweep --shard).
std::function<bool(const std::string& text)> is_earlier(Table table);

/// CSV into the file of --csv, or standard output for "-"; null without --csv. A header of the first row's keys unless
/// told otherwise. `read`: files that the question draws on beside those the command names.
Expected<std::unique_ptr<RowWriter>> csv_rows(const Arguments& arguments, Table table,
                                              const std::vector<std::filesystem::path>& read = {}, bool header = true);
/// Refuses --json beside --csv -: standard output carries one answer.
Expected<void> check_one_output(const Arguments& arguments);
/// A whole table at once, if there is a writer.
Expected<void> write_table(const std::unique_ptr<RowWriter>& writer, const std::vector<Json>& rows);
/// A table at once: its rows to --csv, if there is a writer, and the answer to standard output, as --json asks or as
/// text; text is not said beside a table. Ends with `status`, or with what went wrong.
Expected<int> write_answer(const Arguments& arguments, const std::unique_ptr<RowWriter>& csv,
                           const std::vector<Json>& rows, const std::function<Json()>& document,
                           const std::function<std::string()>& text, int status);
/// Aligned text on standard output, with the columns named.
std::unique_ptr<RowWriter> text_rows(const std::vector<std::string>& swept);

/// A cell as CSV holds it: numbers in full, null empty, objects as key=value words, text safe for a spreadsheet.
std::string cell_text(const Json& cell);

} // namespace plateau::app
