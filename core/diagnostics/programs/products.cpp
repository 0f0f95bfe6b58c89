// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/products.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "core/diagnostics/programs/tables.h"
#include "core/files/text_file.h"
#include "core/plan/plan_layers.h"
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
    std::vector<std::string> cells = *divider == ' ' ? blank_parted(line) : split(line, divider);
    for (std::string& cell : cells)
        cell = trimmed(cell);
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
        const std::string before = line.substr(0, at);
        const auto rate = positive_number(before.substr(before.find_last_not_of("0123456789.") + 1));
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

namespace {

constexpr const char* layout_key = "pipeline_model_parallel_layout";

/// "Et*2|(tt|)*3tL" as "Ett|tt|tt|tt|tL": letters and groups repeated; stages are divided by bars.
std::string written_out(const std::string& layout)
{
    constexpr double most = 1000;
    std::string result;
    for (std::size_t i = 0; i < layout.size() && result.size() < 100'000;) {
        const std::size_t close = layout[i] == '(' ? std::min(layout.size() - 1, layout.find(')', i)) : i;
        const std::string unit = layout[i] == '(' ? layout.substr(i + 1, close - i - 1) : layout.substr(i, 1);
        std::size_t end = close + 1;
        double times = 1;
        if (end < layout.size() && layout[end] == '*') {
            const std::size_t digits = std::min(layout.size(), layout.find_first_not_of("0123456789", end + 1));
            times = std::min(most, number_of(layout.substr(end + 1, digits - end - 1)).value_or(1));
            end = digits;
        }
        for (int time = 0; time < whole_of(times); ++time)
            result += unit;
        i = end;
    }
    return result.ends_with("|") ? result.substr(0, result.size() - 1) : result;
}

/// Layers of every chunk, "Et|(tt|)*2tL" or a list of lists.
std::vector<int> layout_of(Draft& draft)
{
    std::vector<int> chunks;
    if (const std::string text = draft.text(layout_key); !text.empty())
        for (const std::string& part : split(written_out(text), "|"))
            chunks.push_back(int(std::ranges::count(part, 't')));
    const auto item = [&] { return layout_key + ("." + std::to_string(chunks.size())); };
    while (chunks.size() < std::size_t(most_layers) && draft.has(item().c_str())) {
        const std::vector<std::string> words = split(draft.text(item().c_str()), ", ");
        chunks.push_back(int(std::ranges::count(words, "decoder")));
    }
    return chunks;
}

/// "1,2,2,3", with or without brackets.
std::vector<int> listed_layers(std::string text)
{
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    std::vector<int> layers;
    for (const std::string& number : split(text, ","))
        if (!trimmed(number).empty())
            layers.push_back(std::clamp(whole_of(number_of(trimmed(number)).value_or(0)), 0, most_layers));
    return layers;
}

/// Layers of each chunk; chunk c of rank r is the one numbered c x pp + r.
void chunk_layers(Draft& draft, const char* key, const std::vector<int>& layers)
{
    const auto stages = std::size_t(std::clamp(whole_of(draft.value("pp", 1)), 1, most_layers));
    if (layers.size() % stages != 0)
        return draft.contradicts(key,
                                 {PLATEAU_TEXT("it lists %1 stages, the pipeline has %2"),
                                  {Verbatim{std::to_string(layers.size())}, Verbatim{draft.word("pp")}}});
    std::vector<int> ranks(stages);
    for (std::size_t i = 0; i < layers.size(); ++i)
        ranks[i % stages] += layers[i];
    spread_layers(draft, key, ranks);
}

/// What of the pipeline's layers other keys say than rows: lists, also of MindSpeed and FlagScale, and whether
/// embedding and loss count as layers of the first and the last chunk.
void stage_layers(Draft& draft, const std::vector<int>& layout)
{
    if (!layout.empty())
        return chunk_layers(draft, layout_key, layout);
    for (const char* key : {"num_layer_list", "hetero_pipeline_layer_split"})
        if (const std::vector<int> layers = listed_layers(draft.text(key)); !layers.empty())
            return chunk_layers(draft, key, layers);
    const char *first = "account_for_embedding_in_pipeline_split", *last = "account_for_loss_in_pipeline_split";
    const bool input = draft.yes(first), output = draft.yes(last);
    const int stages = std::clamp(whole_of(draft.value("pp", 1)), 1, most_layers), layers = whole_of(layers_of(draft));
    const int all = layers + (input ? 1 : 0) + (output ? 1 : 0);
    if (all == layers || layers == 0 || all % stages != 0)
        return;
    std::vector<int> ranks(std::size_t(stages), all / stages);
    ranks.front() -= input ? 1 : 0;
    ranks.back() -= output ? 1 : 0;
    spread_layers(draft, input ? first : last, ranks);
}

/// "Et*3|t*2|t*2L".
std::string layout_text(const std::vector<int>& ranks, int chunks)
{
    std::string text = "E";
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (const int layers : ranks) {
            const int own = layers / chunks + (chunk < layers % chunks ? 1 : 0);
            text += (text.size() > 1 ? "|" : "") + (own > 0 ? "t*" + std::to_string(own) : std::string());
        }
    return text + "L";
}

} // namespace

void virtual_stages(Draft& draft)
{
    const double stages = draft.value("pp", 1);
    const double layers = layers_of(draft);
    const char* each = "num_layers_per_virtual_pipeline_stage";
    const char *chunks = "num_virtual_stages_per_pipeline_rank", *sizes = "virtual_pipeline_model_parallel_size";
    double count = 1;
    const char* key = nullptr;
    const std::vector<int> layout = layout_of(draft);
    if (const auto length = draft.number(each); length && *length > 0 && layers > 0) {
        const double counted = layers + (draft.yes("account_for_embedding_in_pipeline_split") ? 1 : 0)
            + (draft.yes("account_for_loss_in_pipeline_split") ? 1 : 0);
        count = std::max(1.0, std::floor(counted / stages / *length));
        key = each;
    } else if (const auto given = draft.number(chunks)) {
        count = *given;
        key = chunks;
    } else if (const auto size = draft.number(sizes)) {
        count = *size;
        key = sizes;
    } else if (!layout.empty()) {
        count = std::max(1.0, std::round(double(layout.size()) / stages));
        key = layout_key;
    }
    if (key && stages <= 1 && count > 1)
        draft.contradicts(key, {PLATEAU_TEXT("virtual stages without a pipeline mean nothing"), {}});
    else if (key)
        draft.understood(key, "virtual_stages", count);
    stage_layers(draft, layout);
}

void stage_lines(Writer& writer)
{
    const Plan& plan = writer.plan();
    const int layers = writer.shape().layers, on_rank = chunks(plan), parts = plan.pp * on_rank;
    if (plan.pp <= 1 || pipeline_fold(plan) != schedule::Fold::None)
        return;
    const std::vector<int> ranks = spread_layers(writer);
    const std::span others(ranks.begin() + (plan.first_stage_layers > 0), ranks.end() - (plan.last_stage_layers > 0));
    const auto fills = [&](int number) { return number % on_rank == 0; };
    const bool even = others.empty() || std::ranges::count(others, others.front()) == std::ssize(others);
    if (!even || !std::ranges::all_of(ranks, fills)) {
        if (states_layers(plan) || (layers + 2) % parts != 0)
            return writer.set(layout_key, layout_text(ranks, on_rank));
        writer.flag("account_for_embedding_in_pipeline_split");
        writer.flag("account_for_loss_in_pipeline_split");
    }
    if (plan.first_stage_layers > 0)
        writer.set("decoder_first_pipeline_num_layers", plan.first_stage_layers);
    if (plan.last_stage_layers > 0)
        writer.set("decoder_last_pipeline_num_layers", plan.last_stage_layers);
    if (on_rank > 1)
        writer.set("num_virtual_stages_per_pipeline_rank", on_rank);
}

} // namespace plateau::programs
