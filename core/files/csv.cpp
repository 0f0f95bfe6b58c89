// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/csv.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/files/budget.h"
#include "core/files/text_file.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/words.h"
#include "core/text/units/quantity.h"

namespace plateau::files {

namespace {

class Scanner {
public:
    Scanner(const std::string& text, const std::string& file) : text_(text), file_(file) { }

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return text_[at_]; }

    bool skip_empty_line()
    {
        if (!at_end() && line_break() > 0) {
            next_line();
            return true;
        }
        return false;
    }
    void skip_line()
    {
        while (!at_end() && line_break() == 0)
            advance();
        if (!at_end())
            next_line();
    }

    /// `fields`: how many it will likely have.
    Expected<CsvRow> record(size_t fields = 0)
    {
        CsvRow row;
        row.cells.reserve(fields);
        row.places.reserve(fields);
        for (;;) {
            row.places.push_back({line_, column_});
            std::string& cell = row.cells.emplace_back();
            if (auto wrong = !at_end() && peek() == '"' ? quoted(cell) : plain(cell))
                return tl::unexpected(std::move(*wrong));
            if (at_end())
                return row;
            if (line_break() > 0) {
                next_line();
                return row;
            }
            advance(); // the comma
        }
    }

private:
    /// Length of the line break here; 0 when there is none.
    size_t line_break() const
    {
        if (text_[at_] == '\n')
            return 1;
        return text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 2 : 0;
    }
    void advance()
    {
        ++at_;
        ++column_;
    }
    void next_line()
    {
        at_ += line_break();
        ++line_;
        column_ = 1;
    }
    Error refuse(const char* what, const char* accepted) const
    {
        return {{what, {}}, where(file_, line_, column_), {accepted, {}}};
    }

    std::optional<Error> plain(std::string& cell)
    {
        for (;;) {
            take_until<',', '"', '\r', '\n'>(cell);
            if (at_end() || peek() == ',' || line_break() > 0)
                return std::nullopt;
            if (peek() == '"')
                return refuse(PLATEAU_TEXT("a quote stands inside a field that does not begin with one"),
                              PLATEAU_TEXT("the whole field in quotes, quotes inside it doubled"));
            cell += peek(); // a carriage return that ends no line
            advance();
        }
    }

    /// What stands before the next of these characters.
    template<char... ends>
    void take_until(std::string& cell)
    {
        size_t end = at_;
        while (end < text_.size() && ((text_[end] != ends) && ...))
            ++end;
        cell.append(text_, at_, end - at_);
        column_ += static_cast<int>(end - at_);
        at_ = end;
    }

    std::optional<Error> quoted(std::string& cell)
    {
        const int line = line_, column = column_;
        advance();
        for (;;) {
            take_until<'"', '\r', '\n'>(cell);
            if (at_end())
                return Error{{PLATEAU_TEXT("a quoted field does not end"), {}},
                             where(file_, line, column),
                             {PLATEAU_TEXT("a closing quote"), {}}};
            if (line_break() > 0) {
                cell += '\n';
                next_line();
                continue;
            }
            const char c = peek();
            advance();
            if (c == '"' && (at_end() || peek() != '"'))
                break;
            if (c == '"')
                advance();
            cell += c;
        }
        if (!at_end() && peek() != ',' && line_break() == 0)
            return refuse(PLATEAU_TEXT("text follows a closing quote"), PLATEAU_TEXT("a comma or the end of the line"));
        return std::nullopt;
    }

    const std::string& text_;
    const std::string& file_;
    size_t at_ = 0;
    int line_ = 1;
    int column_ = 1;
};

std::optional<Error> wrong_header(const CsvRow& header, const std::string& file)
{
    std::set<std::string> seen;
    for (size_t i = 0; i < header.cells.size(); ++i) {
        const std::string place = where(file, header.places[i].line, header.places[i].column);
        if (header.cells[i].empty())
            return Error{{PLATEAU_TEXT("a column has no name"), {}}, place, {}};
        if (!seen.insert(header.cells[i]).second)
            return Error{{PLATEAU_TEXT("the column %1 stands here twice"), {Verbatim{header.cells[i]}}}, place, {}};
    }
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> CsvTable::column(const std::string& name) const
{
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.begin()));
}

const std::string& CsvTable::cell(size_t row, const std::string& name) const
{
    static const std::string none;
    const auto index = column(name);
    return index ? rows[row].cells[*index] : none;
}

std::string CsvTable::where(size_t row, int column) const
{
    if (column < 0)
        return files::where(file, rows[row].places.front().line);
    const CsvRow::Place& place = rows[row].places[static_cast<size_t>(column)];
    return files::where(file, place.line, place.column);
}

Expected<CsvTable> parse_csv(const std::string& text, const std::string& file)
{
    if (text.size() > budget::document)
        return failure({PLATEAU_TEXT("the file is too large"), {}}, file, {PLATEAU_TEXT("at most 16 MiB"), {}});
    CsvTable table{.file = file};
    const std::string body = text.compare(0, 3, "\xef\xbb\xbf") == 0 ? text.substr(3) : text;
    Scanner scanner(body, table.file);
    while (!scanner.at_end() && (scanner.peek() == '#' || scanner.skip_empty_line()))
        if (!scanner.at_end() && scanner.peek() == '#')
            scanner.skip_line();
    if (scanner.at_end())
        return failure({PLATEAU_TEXT("the file has no header row"), {}}, where(file, 1, 1),
                       {PLATEAU_TEXT("column names, separated by commas"), {}});
    Expected<CsvRow> header = scanner.record();
    if (!header)
        return tl::unexpected(header.error());
    if (const std::optional<Error> error = wrong_header(*header, file))
        return tl::unexpected(*error);
    table.header = header->cells;
    while (!scanner.at_end()) {
        if (scanner.skip_empty_line())
            continue;
        Expected<CsvRow> row = scanner.record(table.header.size());
        if (!row)
            return tl::unexpected(row.error());
        if (row->cells.size() != table.header.size())
            return failure(
                {PLATEAU_TEXT("this row has %1 fields"), {Verbatim{std::to_string(row->cells.size())}}},
                where(file, row->places.front().line, 1),
                {PLATEAU_TEXT("%1 fields, as in the header"), {Verbatim{std::to_string(table.header.size())}}});
        if (table.rows.size() >= budget::rows)
            return failure({PLATEAU_TEXT("the file has too many rows"), {}}, where(file, row->places.front().line, 1));
        table.rows.push_back(std::move(*row));
    }
    return table;
}

Expected<CsvTable> read_csv(const std::filesystem::path& file)
{
    const Expected<std::string> text = read_text(file);
    return text ? parse_csv(*text, file.string()) : tl::unexpected(text.error());
}

std::vector<std::string> csv_cells(const std::string& line)
{
    const std::string name;
    Scanner scanner(line, name);
    const Expected<CsvRow> row = scanner.record();
    return row ? row->cells : std::vector<std::string>();
}

std::string csv_words(const std::string& text)
{
    constexpr std::size_t most = 2000; ///< characters
    const std::string line = foreign_line(text, most);
    const bool formula = line.find_first_of("=+-@") == 0 && !units::parse(line, units::Unit::None);
    return (formula ? "'" : "") + line;
}

std::string csv_line(const std::vector<std::string>& cells)
{
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
        const std::string& cell = cells[i];
        const bool blank_line = cells.size() == 1 && cell.empty();
        const bool bare = !blank_line && cell.find_first_of(",\"\r\n") == std::string::npos
            && (i > 0 || cell.empty() || cell[0] != '#');
        line += i > 0 ? "," : "";
        line += bare ? cell : '"' + joined(split(cell, "\""), "\"\"") + '"';
    }
    return line + "\n";
}

} // namespace plateau::files
