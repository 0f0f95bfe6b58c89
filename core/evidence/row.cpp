// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/row.h"

#include "core/text/messages/words.h"

namespace plateau::evidence {

namespace {

constexpr double least_percentage = 2; ///< that is told from a fraction above 1

/// The cells of one row after another, by the names of their columns.
class Cell {
public:
    explicit Cell(const files::CsvTable& table) : table_(table)
    {
        for (std::size_t i = 0; i < table.header.size(); ++i)
            columns_.emplace(table.header[i], i);
    }

    void set_row(std::size_t row) { row_ = row; }
    std::string place(std::string_view column) const
    {
        const auto found = columns_.find(column);
        return found == columns_.end() ? std::string() : table_.where(row_, int(found->second));
    }
    /// Empty where there is no such column.
    const std::string& operator()(std::string_view column) const
    {
        static const std::string none;
        const auto found = columns_.find(column);
        return found == columns_.end() ? none : table_.rows[row_].cells[found->second];
    }

private:
    const files::CsvTable& table_;
    std::map<std::string_view, std::size_t> columns_;
    std::size_t row_ = 0;
};

std::optional<double> positive(const std::string& text)
{
    const std::optional<double> value = leading_number(text);
    return value && *value > 0 ? value : std::nullopt;
}

/// A whole number of things; what no run ever had counts as not given.
std::optional<double> count(const std::string& text, double most, double least = 1)
{
    const std::optional<double> value = leading_number(text);
    return value && *value >= least && *value <= most ? std::optional<double>(std::round(*value)) : std::nullopt;
}
/// A count that may be zero.
std::optional<double> count_or_none(const std::string& text, double most) { return count(text, most, 0); }

std::optional<double> scaled(std::optional<double> value, double factor)
{
    if (value)
        *value *= factor;
    return value;
}

/// Whether accumulated gradients are scattered after "each" micro-batch or after the "last".
std::optional<bool> each_or_last(const std::string& text)
{
    const std::string word = leading_word(text);
    return word == "each"                  ? std::optional(true)
        : word == "last" || word == "once" ? std::optional(false)
                                           : std::nullopt;
}

/// A fraction, or a percentage: "0.45", "45 %". Between is neither.
std::optional<double> utilization(const std::string& text)
{
    const std::optional<double> value = positive(text);
    const bool percent = value && (*value >= least_percentage || text.find('%') != std::string::npos);
    return scaled(value, percent ? 0.01 : 1);
}

std::optional<double> at_most(const std::string& text, double most)
{
    const std::optional<double> value = leading_number(text);
    return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

std::optional<bool> out_of_memory(const std::string& text)
{
    if (leading_word(text) == "oom")
        return true;
    return yes_or_no(text);
}

void read_identity(Row& row, const Cell& cell)
{
    row.id = trimmed(cell("id"));
    row.source = trimmed(cell("source"));
    row.url = trimmed(cell("url_or_path"));
    row.known = trimmed(cell("read_or_recalled"));
    row.gpu = trimmed(cell("gpu"));
    row.model = trimmed(cell("model"));
    row.dp_mode = trimmed(cell("dp_mode"));
    row.framework = trimmed(cell("framework"));
    row.notes = trimmed(cell("notes"));
    row.attention = leading_word(cell("attention_kernel"));
    row.precision_words = trimmed(cell("precision"));
    row.precision = leading_word(row.precision_words);
    row.memory_kind = leading_word(cell("memory_kind"));
    row.dispatcher = leading_word(cell("dispatcher"));
    row.routing = leading_word(cell("routing"));
    row.fine_tune = leading_word(cell("fine_tune"));
    row.flop_kind = trimmed(cell("tflops_kind"));
    row.release = trimmed(cell("release"));
    row.graphs = lower(trimmed(cell("cuda_graphs")));
    row.loss = leading_word(cell("loss"));
}

/// The one fabric that words name; none where they name several.
std::optional<catalog::FabricKind> named_fabric(const std::string& words)
{
    using catalog::FabricKind;
    static constexpr std::pair<std::string_view, FabricKind> kinds[] = {{"infiniband", FabricKind::InfiniBand},
                                                                        {"roce", FabricKind::Roce},
                                                                        {"rocev2", FabricKind::Roce},
                                                                        {"efa", FabricKind::Efa},
                                                                        {"slingshot", FabricKind::Slingshot}};
    std::optional<FabricKind> found;
    for (const std::string& part : name_parts(words))
        for (const auto& [word, kind] : kinds) {
            if (part != word || found == kind)
                continue;
            if (found)
                return std::nullopt;
            found = kind;
        }
    return found;
}

std::optional<catalog::FabricKind> read_fabric(const Row& row, const std::string& stated)
{
    if (const auto kind = from_name<catalog::FabricKind>(stated))
        return kind;
    for (const std::string& words : {stated, row.notes, row.source, row.known})
        if (const auto kind = named_fabric(words))
            return kind;
    return std::nullopt;
}

void read_configuration(Row& row, const Cell& cell)
{
    row.fabric = read_fabric(row, leading_word(cell("fabric")));
    row.gpus = count(cell("n_gpus"), 1e7);
    row.gpus_per_node = count(cell("gpus_per_node"), 1e5);
    row.nic_bytes_per_s = scaled(positive(cell("nic_gbps_per_gpu")), 1e9 / 8);
    row.parameters = scaled(positive(cell("params_b")), 1e9);
    row.layers = count(cell("layers"), 1e4);
    row.hidden = count(cell("hidden"), 1e6);
    row.heads = count(cell("heads"), 1e4);
    row.kv_heads = count(cell("kv_heads"), 1e4);
    row.head_dim = count(cell("head_dim"), 1e4);
    row.ffn = count(cell("ffn"), 1e7);
    row.vocab = count(cell("vocab"), 1e8);
    row.sequence = count(cell("seq"), 1e8);
    row.experts = count_or_none(cell("experts"), 1e5);
    row.experts_per_token = count(cell("experts_per_token"), 1e4);
    row.expert_ffn = count(cell("expert_ffn"), 1e7);
    row.shared_experts = count_or_none(cell("shared_experts"), 1e4);
    row.dense_layers = count_or_none(cell("dense_layers"), 1e4);
    row.expert_overlap = yes_or_no(cell("expert_overlap"));
    row.activation_offload = at_most(cell("activation_offload"), 1);
    row.domain = count(cell("nvlink_domain"), 1e5);
    row.router_steps = count_or_none(cell("router_steps"), 1e9);
    row.document = count(cell("documents"), 1e8);
    row.gradient_bytes = at_most(cell("gradient_bytes"), 8);
    row.master_bytes = at_most(cell("master_bytes"), 8);
    row.moment_bytes = at_most(cell("moment_bytes"), 16);
    row.scatters_each = each_or_last(cell("accumulation_scatter"));
    row.global_batch = count(cell("global_batch_seqs"), 1e9);
    row.year = positive(cell("year"));
    row.flash = yes_or_no(cell("flash_attn"));
    row.fused_norm = yes_or_no(cell("fused_norm"));
    row.compiled = yes_or_no(cell("compile"));
}

void read_plan(Row& row, const Cell& cell)
{
    for (std::size_t i = 0; i < plan_dimensions.size(); ++i)
        if (*plan_dimensions[i].cell)
            row.plan[i] = trimmed(cell(plan_dimensions[i].cell));
}

void read_measurements(Row& row, const Cell& cell)
{
    row.tokens_per_s_per_gpu = positive(cell("tokens_per_s_per_gpu"));
    row.step_seconds = positive(cell("step_time_s"));
    row.model_flop_per_s = scaled(positive(cell("tflops_per_gpu")), 1e12);
    row.mfu = utilization(cell("mfu"));
    row.memory_bytes = scaled(positive(cell("memory_gb")), 1e9);
    row.oom = out_of_memory(cell("oom"));
    row.node_watts = positive(cell("power_w"));
    for (const char* column : {"step_time_s", "tokens_per_s_per_gpu", "tflops_per_gpu", "mfu", "memory_gb"})
        if (!cell(column).empty())
            row.places[column] = cell.place(column);
    if (row.mfu > 1)
        question(row, "mfu", &Row::mfu,
                 {PLATEAU_TEXT("%1 %2 is more than the whole peak"), {Verbatim{"mfu"}, Verbatim{trimmed(cell("mfu"))}}},
                 {PLATEAU_TEXT("a fraction up to 1, or 2 to 100 %"), {}});
}

/// Only what the column `use` allows is measured: time, memory, power or nothing; empty: all.
void obey_use(Row& row, const std::string& use)
{
    row.excluded = use == "exclude" || use == "secondary";
    if (use == "memory" || use == "power")
        row.tokens_per_s_per_gpu = row.step_seconds = row.model_flop_per_s = row.mfu = std::nullopt;
    if (use == "power") {
        row.memory_bytes = std::nullopt;
        row.oom = std::nullopt;
    }
}

void read_facts(Row& row, const Cell& cell)
{
    row.facts = key_values(row.notes);
    for (const char* column : {"gpu", "model", "dp_mode", "sharding", "recompute", "framework", "precision",
                               "flash_attn", "attention_kernel", "compile", "vp", "ep", "seq_parallel"})
        for (const auto& [key, value] : key_values(cell(column)))
            row.facts.emplace(key, value);
}

} // namespace

void question(Row& row, const char* column, std::optional<double> Row::*value, Message what, Message accepted)
{
    const auto place = row.places.find(column);
    row.questioned.push_back(
        {std::move(what), place == row.places.end() ? row.where : place->second, std::move(accepted)});
    (row.*value).reset();
}

std::optional<int> Row::stated(const PlanDimension& dimension) const
{
    const std::string& text = plan[std::size_t(&dimension - plan_dimensions.data())];
    if (dimension.is_switch)
        return yes_or_no(text);
    if (!dimension.options.empty())
        return spelled_value(dimension, leading_word(text));
    const std::optional<double> value = count(text, dimension.most);
    return value ? std::optional<int>(int(*value)) : std::nullopt;
}

bool Row::trains_adapters() const
{
    constexpr std::string_view kinds[] = {"lora", "qlora", "dora", "qdora", "rslora", "peft", "adapter", "adapters"};
    return std::ranges::find(kinds, fine_tune) != std::end(kinds);
}

std::optional<double> Row::measured_step_seconds() const
{
    if (step_seconds)
        return step_seconds;
    const std::optional<double> rate = measured_tokens_per_s_per_gpu();
    if (rate && global_batch && sequence && gpus)
        return *global_batch * *sequence / (*rate * *gpus);
    return std::nullopt;
}

std::optional<double> Row::measured_tokens_per_s_per_gpu() const
{
    if (tokens_per_s_per_gpu)
        return tokens_per_s_per_gpu;
    if (step_seconds && global_batch && sequence && gpus)
        return *global_batch * *sequence / (*step_seconds * *gpus);
    if (model_flop_per_s && model_flop_per_token)
        return *model_flop_per_s / *model_flop_per_token;
    return std::nullopt;
}

Expected<std::vector<Row>> rows_in(const Expected<files::CsvTable>& table, const std::string& file,
                                   const WantedGpu& wanted)
{
    if (!table)
        return tl::unexpected(table.error());
    for (const char* column : {"id", "gpu", "n_gpus"})
        if (table->column(column) < 0)
            return failure(
                {PLATEAU_TEXT("There is no column %1"), {column}}, file + ":1:1",
                {PLATEAU_TEXT("a table of measured runs with the columns id, source, gpu, n_gpus, layers ..."), {}});
    std::vector<Row> rows;
    if (!wanted)
        rows.reserve(table->rows.size());
    Cell cell(*table);
    for (std::size_t i = 0; i < table->rows.size(); ++i) {
        cell.set_row(i);
        if (wanted && !wanted(trimmed(cell("gpu"))))
            continue;
        Row row;
        row.where = table->where(i, 0);
        read_identity(row, cell);
        read_configuration(row, cell);
        read_plan(row, cell);
        read_measurements(row, cell);
        obey_use(row, leading_word(cell("use")));
        read_facts(row, cell);
        rows.push_back(std::move(row));
    }
    return rows;
}

Expected<std::vector<Row>> read_rows(const std::filesystem::path& file)
{
    return rows_in(files::read_csv(file), file.string());
}

} // namespace plateau::evidence
