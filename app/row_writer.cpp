// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/row_writer.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "app/text_table.h"
#include "core/estimate/metrics.h"
#include "core/files/csv.h"
#include "core/units/quantity.h"

namespace plateau::app {

namespace {

class JsonRows : public RowWriter {
public:
    void write(const Json& row) override
    {
        fmt::print("{}{}", first_ ? "{\"rows\": [\n" : ",\n", row.dump(-1, ' ', false, Json::error_handler_t::replace));
        std::fflush(stdout);
        first_ = false;
    }

    bool finish() override
    {
        fmt::print("{}\n]}}\n", first_ ? "{\"rows\": [" : "");
        return std::fflush(stdout) == 0;
    }

private:
    bool first_ = true;
};

class CsvRows : public RowWriter {
public:
    CsvRows(std::FILE* file, bool header) : file_(file), header_(header) { }
    ~CsvRows() override { close(); }
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;

    void write(const Json& row) override
    {
        std::vector<std::string> names;
        std::vector<std::string> cells;
        for (const auto& [key, value] : row.items()) {
            names.push_back(key);
            cells.push_back(cell_text(value));
        }
        const std::string text = (header_ ? files::csv_line(names) : std::string()) + files::csv_line(cells);
        header_ = false;
        good_ = std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0 && good_;
    }

    bool finish() override { return close() && good_; }

private:
    bool close()
    {
        std::FILE* file = std::exchange(file_, nullptr);
        if (!file || file == stdout)
            return std::fflush(stdout) == 0;
        return std::fclose(file) == 0;
    }

    std::FILE* file_;
    bool header_;
    bool good_ = true;
};

class TextRows : public RowWriter {
public:
    explicit TextRows(std::vector<std::string> swept) : swept_(std::move(swept)), table_(header()) { }

    void write(const Json& row) override
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
            cells.push_back(cell.is_number() ? metric_text(*metric, cell.get<double>()) : nothing);
        }
        table_.add(std::move(cells));
    }

    bool finish() override
    {
        fmt::print("{}", table_.text());
        return std::fflush(stdout) == 0;
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

std::string cell_text(const Json& cell)
{
    if (cell.is_null())
        return {};
    if (cell.is_string())
        return cell.get<std::string>();
    if (!cell.is_object())
        return cell.dump();
    std::string text;
    for (const auto& [key, value] : cell.items())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, cell_text(value));
    return text;
}

std::unique_ptr<RowWriter> json_rows() { return std::make_unique<JsonRows>(); }

Expected<std::unique_ptr<RowWriter>> csv_rows(const std::string& file, bool header)
{
    std::FILE* handle = file == "-" ? stdout : std::fopen(file.c_str(), "w");
    if (!handle)
        return failure({PLATEAU_TEXT("cannot be written: %1"), {std::strerror(errno)}}, file);
    return std::make_unique<CsvRows>(handle, header);
}

std::unique_ptr<RowWriter> text_rows(const std::vector<std::string>& swept)
{
    return std::make_unique<TextRows>(swept);
}

} // namespace plateau::app
