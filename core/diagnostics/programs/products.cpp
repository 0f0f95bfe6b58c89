// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/products.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

constexpr std::size_t longest_line = 8192;

std::optional<double> positive_number(const std::string& word)
{
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    return end != word.c_str() && std::isfinite(value) && value > 0 ? std::optional<double>(value) : std::nullopt;
}

/// "torch.bfloat16", "bf16_r", "BFloat16" are one.
std::string format_of(const std::string& word)
{
    const std::string name = lower(word);
    for (const auto& [part, format] :
         {std::pair("bf16", "bf16"), std::pair("bfloat16", "bf16"), std::pair("fp16", "fp16"),
          std::pair("float16", "fp16"), std::pair("f16", "fp16"), std::pair("half", "fp16"), std::pair("fp8", "fp8"),
          std::pair("float8", "fp8"), std::pair("f8", "fp8"), std::pair("bf8", "fp8"), std::pair("e4m3", "fp8"),
          std::pair("tf32", "tf32"), std::pair("f32", "fp32"), std::pair("float32", "fp32"), std::pair("fp4", "nvfp4")})
        if (name.find(part) != std::string::npos)
            return format;
    return name;
}

std::vector<std::string> cells_of(const std::string& line)
{
    const char* divider = line.find(',') != std::string::npos ? "," : line.find('|') != std::string::npos ? "|" : " ";
    std::vector<std::string> cells;
    for (const std::string& cell : split(line, divider))
        if (*divider != ' ' || !trimmed(cell).empty())
            cells.push_back(trimmed(cell));
    return cells;
}

/// The columns of a table; -1: it has none of them.
struct Columns {
    int m = -1, n = -1, k = -1, time = -1, rate = -1, format = -1, device = -1;
    double time_unit = 1, rate_unit = 1;
    bool is_head() const { return m >= 0 && n >= 0 && k >= 0 && (time >= 0 || rate >= 0); }
};

Columns columns_of(const std::vector<std::string>& cells)
{
    Columns columns;
    for (int i = 0; i < int(cells.size()); ++i) {
        const std::string name = lower(cells[std::size_t(i)]);
        const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
        if (name == "m")
            columns.m = i;
        else if (name == "n")
            columns.n = i;
        else if (name == "k")
            columns.k = i;
        else if (has("flop") && columns.rate < 0) {
            columns.rate = i;
            columns.rate_unit = has("gflop") ? 1e9 : 1e12;
        } else if (columns.time < 0 && (name == "us" || name == "ms" || name == "s" || has("time"))) {
            columns.time = i;
            columns.time_unit = name == "us" || has("_us") || has("(us)") ? 1e-6
                : name == "ms" || has("_ms") || has("(ms)")               ? 1e-3
                                                                          : 1;
        } else if (columns.format < 0 && (name == "a_type" || name == "dtype" || name == "precision"))
            columns.format = i;
        else if (columns.device < 0 && (name == "gpu" || name == "device" || name == "gcnarchname"))
            columns.device = i;
    }
    return columns;
}

void take_row(ProductTable& table, const Columns& columns, const std::vector<std::string>& cells,
              const std::string& format)
{
    const auto cell = [&](int column) {
        return column >= 0 && column < int(cells.size()) ? cells[std::size_t(column)] : std::string();
    };
    const auto m = positive_number(cell(columns.m)), n = positive_number(cell(columns.n)),
               k = positive_number(cell(columns.k)), time = positive_number(cell(columns.time)),
               rate = positive_number(cell(columns.rate));
    if (!m || !n || !k || (!time && !rate))
        return;
    if (table.device.empty())
        table.device = cell(columns.device);
    const double seconds = time ? *time * columns.time_unit : 2 * *m * *n * *k / (*rate * columns.rate_unit);
    table.rows.push_back({*m, *n, *k, seconds, columns.format >= 0 ? format_of(cell(columns.format)) : format});
}

/// "  2 |  482.8(mean)  485.2(median)  494.9(max) @ 1024x4096x4096": the median, for the best is a burst before clocks
/// settle.
void take_mamf(ProductTable& table, const std::string& line, const std::string& format)
{
    for (std::size_t at = line.find("(median)"); at != std::string::npos; at = line.find("(median)", at + 1)) {
        const std::size_t shape = line.find('@', at), next = line.find("(median)", at + 1);
        if (shape == std::string::npos || (next != std::string::npos && next < shape))
            continue;
        std::size_t from = at;
        while (from > 0 && std::string_view("0123456789.").find(line[from - 1]) != std::string_view::npos)
            --from;
        const auto rate = positive_number(line.substr(from, at - from));
        const auto sizes = split(trimmed(std::string_view(line).substr(shape + 1, 40)), "x");
        if (!rate || sizes.size() < 3)
            continue;
        const auto m = positive_number(sizes[0]), n = positive_number(sizes[1]), k = positive_number(sizes[2]);
        if (m && n && k)
            table.rows.push_back({*m, *n, *k, 2 * *m * *n * *k / (*rate * 1e12), format});
    }
}

std::string between(const std::string& line, const char* first, char last)
{
    const std::size_t at = line.find(first);
    if (at == std::string::npos)
        return {};
    const std::size_t from = at + std::string_view(first).size();
    return trimmed(line.substr(from, std::min(line.find(last, from), line.size()) - from));
}

} // namespace

std::optional<double> ProductTable::best(const std::string& format) const
{
    std::optional<double> most;
    for (const MeasuredProduct& row : rows)
        if (row.format == format)
            most = std::max(most.value_or(0), row.flop_per_s());
    return most;
}

std::vector<std::string> ProductTable::formats() const
{
    std::vector<std::string> names;
    for (const MeasuredProduct& row : rows)
        if (std::find(names.begin(), names.end(), row.format) == names.end())
            names.push_back(row.format);
    return names;
}

Expected<ProductTable> read_products(const std::string& text, const std::string& file)
{
    ProductTable table;
    Columns columns;
    std::string format;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\r", from), text.size());
        const std::string line = trimmed(std::string_view(text).substr(from, std::min(end - from, longest_line)));
        from = end + 1;
        if (line.empty() || line.starts_with("#"))
            continue;
        if (const std::string name = between(line, "Dtype: ", '\n'); !name.empty())
            format = format_of(name);
        if (const std::string name = between(line, "name='", '\''); !name.empty() && table.device.empty())
            table.device = name;
        if (line.starts_with("Selecting device"))
            table.device = between(line, ":", '\n');
        if (columns.m < 0 && line.find(" A bf16") != std::string::npos)
            format = "bf16";
        take_mamf(table, line, format);
        const std::vector<std::string> cells = cells_of(line);
        if (const Columns found = columns_of(cells); found.is_head())
            columns = found;
        else if (columns.is_head())
            take_row(table, columns, cells, format);
        else if (format.empty() && lower(line).find(" a fp8") != std::string::npos)
            format = "fp8";
    }
    if (table.rows.empty())
        return failure({PLATEAU_TEXT("no matrix product of the table can be read"), {}}, files::where(file, 1, 1),
                       {PLATEAU_TEXT("columns m, n, k and a time (time_us, time(ms)) or a rate (TFLOP/s)"), {}});
    return table;
}

} // namespace plateau::programs
