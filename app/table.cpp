// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/table.h"

#include <fmt/format.h>

#include "app/command.h"
#include "app/question.h"
#include "app/study.h"
#include "core/text/messages/foreign.h"

namespace plateau::app {

TextTable::TextTable(std::vector<std::string> header)
{
    if (!header.empty())
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

std::string memory_words(double bytes)
{
    return fmt::format("{} ({:.1f}\u00a0GiB)", units::format(bytes, units::Unit::Bytes), std::ldexp(bytes, -30));
}

std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

namespace {

class JsonRows : public RowWriter {
public:
    explicit JsonRows(Json beside) : beside_(std::move(beside)) { }

    bool write(const Json& row) override
    {
        put(first_ ? beginning() : ",\n");
        put(json_text(row, -1));
        first_ = false;
        return standard_output_holds();
    }

    Expected<void> finish() override
    {
        std::string rest;
        for (const auto& [key, value] : beside_.items())
            rest += fmt::format(",\n\"{}\": {}", key, json_text(value, -1));
        put((first_ ? beginning() : std::string("\n")) + "]" + rest + "}\n");
        return {}; // what standard output lost is said once, when the command ends
    }

private:
    static std::string beginning()
    {
        return fmt::format("{{\"{}\": {}, \"rows\": [\n", json_version_key, json_version);
    }

    Json beside_;
    bool first_ = true;
};

class CsvRows : public RowWriter {
public:
    CsvRows(std::optional<files::Output> file, bool header) : file_(std::move(file)), header_(header) { }

    bool write(const Json& row) override
    {
        std::vector<std::string> names;
        std::vector<std::string> cells;
        const auto add = [&](const std::string& key, const Json& value) {
            names.push_back(key);
            cells.push_back(cell_text(value));
        };
        for (const auto& [key, value] : row.items())
            if (key != "plan")
                add(key, value);
            else
                for (const auto& [degree, none] : degrees_.items()) // a column each; what is swept has one already
                    if (!row.contains(degree))
                        add(degree, value.is_object() ? value[degree] : Json());
        const std::string text = (header_ ? checked(row, files::csv_line(names), true) : std::string())
            + checked(row, files::csv_line(cells), false);
        header_ = false;
        if (file_)
            return file_->write(text);
        put(text);
        return standard_output_holds();
    }

    bool keep(std::string_view text) override { return file_ && file_->write(text); }

    Expected<void> finish() override { return file_ ? file_->commit() : Expected<void>(); }

private:
    std::optional<files::Output> file_; ///< none: standard output
    Json degrees_ = to_json(Plan());
    bool header_;
};

class TextRows : public RowWriter {
public:
    explicit TextRows(std::vector<std::string> swept) : swept_(std::move(swept)), table_(header()) { }

    bool write(const Json& row) override
    {
        const std::string nothing = "–";
        std::vector<std::string> cells;
        for (const std::string& key : swept_)
            cells.push_back(row[key].is_string()       ? row[key].get<std::string>()
                                : row[key].is_number() ? units::format(row[key].get<double>(), units::Unit::None)
                                                       : nothing);
        cells.push_back(row["verdict"].get<std::string>());
        for (const Metric* metric : metrics_at(on_report_table)) {
            const Json& cell = row[metric->key];
            cells.push_back(cell.is_number() ? english(metric_text(*metric, cell.get<double>())) : nothing);
        }
        table_.add(std::move(cells));
        return true;
    }

    Expected<void> finish() override
    {
        say(table_.text());
        return {};
    }

private:
    std::vector<std::string> header() const
    {
        std::vector<std::string> names = swept_;
        names.emplace_back("verdict");
        for (const Metric* metric : metrics_at(on_report_table))
            names.emplace_back(metric->short_label);
        return names;
    }

    std::vector<std::string> swept_;
    TextTable table_;
};

} // namespace

std::string shown(const Json& cell, const char* form, units::Unit unit)
{
    if (cell.is_number())
        return form ? fmt::format(fmt::runtime(form), cell.get<double>()) : units::format(cell.get<double>(), unit);
    return cell.is_string() ? cell.get<std::string>() : "-";
}

std::string cell_text(const Json& cell)
{
    if (cell.is_null())
        return {};
    if (cell.is_string())
        return files::csv_words(cell.get<std::string>());
    if (!cell.is_object())
        return cell.dump();
    std::string text;
    for (const auto& [key, value] : cell.items())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, cell_text(value));
    return text;
}

std::unique_ptr<RowWriter> json_rows(Json beside) { return std::make_unique<JsonRows>(std::move(beside)); }

namespace {

std::optional<Table> answer_table(const std::string& text)
{
    const std::vector<std::string> first = files::csv_cells(text.substr(0, text.find('\n')));
    const auto has = [&](const char* name) { return std::find(first.begin(), first.end(), name) != first.end(); };
    static constexpr std::pair<const char*, Table> own_columns[]
        = {{"study", Table::Sweep},      {"predicted_step_time_s", Table::Evidence},
           {"busbw", Table::Collective}, {"linear_scaling_end_flop", Table::Limits},
           {"bound_by", Table::Limits},  {"verdict", Table::Plans}};
    for (const auto& [column, table] : own_columns)
        if (has(column))
            return table;
    static constexpr Verdict verdicts[] = {Verdict::Fits, Verdict::Tight, Verdict::DoesNotFit, Verdict::Impossible};
    for (std::size_t i = 0; i + 1 < first.size(); ++i) // a part without a header: fits, verdict
        if (first[i] == "true" || first[i] == "false")
            if (std::any_of(std::begin(verdicts), std::end(verdicts),
                            [&](Verdict verdict) { return first[i + 1] == name(verdict); }))
                return Table::Sweep;
    return {};
}

} // namespace

std::function<bool(const std::string&)> is_earlier(Table table)
{
    return [table](const std::string& text) { return answer_table(text) == table; };
}

Expected<std::unique_ptr<RowWriter>> csv_rows(const Arguments& arguments, Table table,
                                              const std::vector<std::filesystem::path>& read, bool header)
{
    const std::string file = arguments.last(csv_flag.name);
    if (file.empty())
        return nullptr;
    if (file == "-")
        return std::make_unique<CsvRows>(std::nullopt, header);
    auto output = files::Output::open(file, replacing(arguments, is_earlier(table), read));
    if (!output)
        return tl::unexpected(output.error());
    return std::make_unique<CsvRows>(std::move(*output), header);
}

Expected<void> check_one_output(const Arguments& arguments)
{
    if (arguments.last(csv_flag.name) == "-" && arguments.has(json_flag.name))
        return failure({PLATEAU_TEXT("standard output cannot carry CSV and JSON"), {}}, "--csv -", {"--csv FILE", {}});
    return {};
}

Expected<void> write_table(const std::unique_ptr<RowWriter>& writer, const std::vector<Json>& rows)
{
    if (!writer)
        return {};
    for (const Json& row : rows)
        writer->write(row);
    return writer->finish();
}

Expected<int> write_answer(const Arguments& arguments, const std::unique_ptr<RowWriter>& csv,
                           const std::vector<Json>& rows, const std::function<Json()>& document,
                           const std::function<std::string()>& text, int status)
{
    if (const auto written = write_table(csv, rows); !written)
        return failed(written.error());
    if (arguments.has(json_flag.name))
        print(document());
    else if (!csv)
        say(text());
    return status;
}

std::unique_ptr<RowWriter> text_rows(const std::vector<std::string>& swept)
{
    return std::make_unique<TextRows>(swept);
}

} // namespace plateau::app
