// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/shape.h"

#include <cstdlib>

#include "core/evidence/pose.h"
#include "core/evidence/pose_parts.h"
#include "core/text/messages/words.h"

namespace plateau::evidence {

namespace {

using units::format;
using units::Unit;

constexpr double least_share = 1e-3; ///< of the peak: slower was no run anybody published
constexpr double most_memory = 1.2; ///< of a device's: binary units and what the driver keeps lie below

struct Measure {
    const char* column;
    std::optional<double> Row::*value;
    double unit; ///< of the cell, in SI
    bool is_time; ///< else a rate
    const char* accepted;
};
constexpr Measure measures[] = {
    {"step_time_s", &Row::step_seconds, 1, true, PLATEAU_TEXT("seconds of one optimizer step, %1 to %2")},
    {"tokens_per_s_per_gpu", &Row::tokens_per_s_per_gpu, 1, false,
     PLATEAU_TEXT("tokens per second of each GPU, %1 to %2")},
    {"tflops_per_gpu", &Row::model_flop_per_s, 1e12, false, PLATEAU_TEXT("TFLOP/s of each GPU, %1 to %2")},
    {"mfu", &Row::mfu, 1, false, PLATEAU_TEXT("a share of the peak, %1 to %2")},
};

/// As people write it in a cell.
std::string as_written(double value) { return units::exact(value, Unit::None); }
Quantity bound(double value) { return {value, Unit::None}; }

/// Peak of the row's number format, else of the fastest there is.
double peak_of(const catalog::Accelerator& accelerator, const Row& row)
{
    if (const auto stated = stated_precision(row.precision))
        if (const double peak = accelerator.peak_flops[std::size_t(*stated)]; peak > 0)
            return peak;
    return *std::max_element(accelerator.peak_flops.begin(), accelerator.peak_flops.end());
}

double least_flop_per_token(const catalog::ModelShape& shape, const Row& row)
{
    return model_flop_per_token(shape, *row.sequence, catalog::FlopConvention::CausalAttention)
        * (row.trains_adapters() ? 2. / 3 : 1);
}

/// What share of the peak the value of a measure means; nothing where that is not said.
std::optional<double> share_of_peak(const Measure& measure, const Row& row, double peak,
                                    const std::optional<double>& flop_per_token)
{
    const double value = *(row.*measure.value);
    if (measure.value == &Row::mfu)
        return value;
    if (measure.value == &Row::model_flop_per_s)
        return value / peak;
    if (!flop_per_token)
        return std::nullopt;
    if (!measure.is_time)
        return value * *flop_per_token / peak;
    if (!row.global_batch || !row.gpus)
        return std::nullopt;
    return *row.global_batch * *row.sequence / (value * *row.gpus) * *flop_per_token / peak;
}

void question_measures(const Names& names, Row& row)
{
    const catalog::Accelerator* accelerator = match_accelerator(names, row.gpu);
    if (!accelerator)
        return;
    const double peak = peak_of(*accelerator, row);
    const RowShape found = row_shape(names, row);
    const auto flop
        = found.missing.empty() && row.sequence ? std::optional(least_flop_per_token(found.shape, row)) : std::nullopt;
    for (const Measure& measure : measures) {
        if (!(row.*measure.value))
            continue;
        const auto share = share_of_peak(measure, row, peak, flop);
        if (!share || (*share >= least_share && *share <= 1))
            continue;
        const double value = *(row.*measure.value);
        const double at_peak = measure.is_time ? value * *share : value / *share;
        const double slowest = measure.is_time ? at_peak / least_share : at_peak * least_share;
        question(
            row, measure.column, measure.value,
            {PLATEAU_TEXT("%1 %2 would be %3 of the peak of %4"),
             {Verbatim{measure.column}, Verbatim{as_written(value / measure.unit)}, Quantity{*share, Unit::Fraction},
              Verbatim{accelerator->title}}},
            {measure.accepted,
             {bound(std::min(at_peak, slowest) / measure.unit), bound(std::max(at_peak, slowest) / measure.unit)}});
    }
    const double memory = device_memory_bytes(*accelerator, row);
    if (row.memory_bytes > most_memory * memory)
        question(row, "memory_gb", &Row::memory_bytes,
                 {PLATEAU_TEXT("%1 %2 is more than the %3 of %4"),
                  {Verbatim{"memory_gb"}, Verbatim{as_written(*row.memory_bytes / 1e9)}, Quantity{memory, Unit::Bytes},
                   Verbatim{accelerator->title}}},
                 {PLATEAU_TEXT("GB of one GPU, up to %1"), {bound(memory / 1e9)}});
}

using catalog::ModelShape;
using catalog::PhysicsValues;

constexpr double most = 1e7; ///< of any size of a shape; what is larger was never read right

/// What no model ever had counts as not given.
std::optional<double> fact_number(const Row& row, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const auto found = row.facts.find(key); found != row.facts.end())
            if (const auto value = leading_number(found->second); value && *value > 0 && *value <= most)
                return value;
    return std::nullopt;
}

/// "Mixtral 8x7B" -> 8.
int experts_in_name(const std::string& name)
{
    const std::string text = lower(name);
    for (std::size_t x = text.find('x'); x != std::string::npos; x = text.find('x', x + 1)) {
        std::size_t begin = x;
        while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
            --begin;
        if (begin < x && x + 1 < text.size() && text[x + 1] >= '0' && text[x + 1] <= '9')
            return std::atoi(text.substr(begin, x - begin).c_str());
    }
    return 0;
}

/// The number of experts whose total is nearest to the stated parameters; 0 when the dense total explains them.
int experts_from_parameters(ModelShape shape, double parameters, const PhysicsValues& physics)
{
    shape.experts = 0;
    const double dense = catalog::total_parameters(shape);
    if (parameters < physics.other_kind_factor * dense)
        return 0;
    const double one = (shape.gated ? 3.0 : 2.0) * shape.hidden * shape.ffn * shape.layers;
    return static_cast<int>(std::lround(std::clamp(1 + (parameters - dense) / one, 2.0, 1024.0)));
}

bool is_mixture(const Row& row) { return row.experts.value_or(0) >= 2; }

/// What the columns of experts say; the feed-forward width that stood there is that of the dense layers.
void set_stated_experts(RowShape& result, const Row& row)
{
    ModelShape& shape = result.shape;
    shape.experts = int(*row.experts);
    if (!row.experts_per_token)
        result.defaults.push_back("experts_per_token");
    shape.experts_per_token = int(std::clamp(row.experts_per_token.value_or(2), 1.0, *row.experts));
    const int dense_ffn = shape.ffn;
    if (row.expert_ffn)
        shape.ffn = int(*row.expert_ffn);
    const double shared = fact_number(row, {"shared_ffn"}).value_or(0) / shape.ffn;
    shape.shared_experts = int(row.shared_experts.value_or(std::round(shared)));
    const double dense = row.dense_layers.value_or(number_after(row.notes, "freq=([0]*").value_or(0));
    shape.dense_layers = int(std::min(dense, shape.layers - 1.0));
    shape.dense_ffn = shape.dense_layers > 0 ? dense_ffn : 0;
}

void guess_experts(ModelShape& shape, const Row& row, const PhysicsValues& physics)
{
    double experts
        = fact_number(row, {"experts", "num_experts", "n_experts", "num-experts", "moe_experts", "e"}).value_or(0);
    if (experts < 2)
        experts = experts_in_name(row.model);
    if (experts < 2 && row.parameters)
        experts = experts_from_parameters(shape, *row.parameters, physics);
    if (experts < 2)
        return;
    shape.experts = static_cast<int>(std::min(experts, 4096.0));
    const double routed
        = fact_number(row, {"topk", "top_k", "top-k", "moe_topk", "moe_top_k", "experts_per_token", "active_experts"})
              .value_or(number_after(row.notes, "top").value_or(2));
    shape.experts_per_token = static_cast<int>(std::clamp(routed, 1.0, experts));
    shape.shared_experts = static_cast<int>(fact_number(row, {"shared_experts", "num_shared_experts"}).value_or(0));
}

/// Gated or plain, tied or not: the combination whose total is nearest to the stated parameters; without a count,
/// gated unless the inner width is the classic four times the hidden one.
void set_kind(ModelShape& shape, const Row& row, const PhysicsValues& physics)
{
    const bool classic = shape.ffn == 4 * shape.hidden;
    shape.gated = !classic;
    shape.tied_embeddings = classic;
    if (row.parameters) {
        double nearest = 1e9;
        for (const bool gated : {classic ? false : true, classic ? true : false})
            for (const bool tied : {false, true}) {
                ModelShape candidate = shape;
                candidate.gated = gated;
                candidate.rotary = gated;
                candidate.tied_embeddings = tied;
                const double distance = std::abs(std::log(catalog::total_parameters(candidate) / *row.parameters));
                if (distance < nearest - physics.clearly_nearer) {
                    nearest = distance;
                    shape = candidate;
                }
            }
        if (nearest > std::log(physics.other_kind_factor))
            shape.gated = !classic;
    }
    shape.rotary = shape.gated;
    shape.linear_bias = !shape.gated;
}

void default_ffn(RowShape& result, const Row& row)
{
    ModelShape& shape = result.shape;
    result.defaults.push_back("ffn");
    shape.ffn = 4 * shape.hidden;
    if (!row.parameters)
        return;
    const double attention = (2.0 + 2.0 * shape.kv_heads / shape.heads) * shape.hidden * shape.hidden;
    const double block = (*row.parameters - 2.0 * shape.vocab * shape.hidden) / shape.layers - attention;
    if (block > 2.0 * shape.hidden * shape.hidden)
        shape.ffn = static_cast<int>(std::lround(std::min(block / (2.0 * shape.hidden), most) / 64) * 64);
}

void from_cells(RowShape& result, const Row& row, const PhysicsValues& physics)
{
    ModelShape& shape = result.shape;
    shape.id = row.model;
    shape.title = row.model;
    shape.layers = static_cast<int>(*row.layers);
    shape.hidden = static_cast<int>(*row.hidden);
    shape.heads = static_cast<int>(*row.heads);
    if (!row.kv_heads)
        result.defaults.push_back("kv_heads");
    shape.kv_heads = static_cast<int>(row.kv_heads.value_or(shape.heads));
    shape.head_dim = static_cast<int>(row.head_dim.value_or(std::max(1, shape.hidden / shape.heads)));
    if (!row.vocab)
        result.defaults.push_back("vocab");
    shape.vocab = static_cast<int>(row.vocab.value_or(shape.vocab));
    if (row.ffn || (is_mixture(row) && row.expert_ffn))
        shape.ffn = static_cast<int>(row.ffn.value_or(row.expert_ffn.value_or(0)));
    else
        default_ffn(result, row);
    if (is_mixture(row)) {
        set_stated_experts(result, row);
        set_kind(shape, row, physics);
        return;
    }
    set_kind(shape, row, physics);
    if (!row.experts)
        guess_experts(shape, row, physics);
}

/// The model that the row names, where its layers are that model's, however many of them.
const ModelShape* match_layers(const Names& names, const Row& row)
{
    const ModelShape* named = match_model_name(names, row.model);
    const auto same = [](std::optional<double> stated, int own) { return !stated || *stated == own; };
    if (named == nullptr || !same(row.hidden, named->hidden) || !same(row.heads, named->heads)
        || !same(row.kv_heads, named->kv_heads) || !same(row.head_dim, named->head_dim))
        return nullptr;
    if (!same(row.ffn, named->ffn) && !(named->dense_layers > 0 && same(row.ffn, named->dense_ffn)))
        return nullptr;
    const bool same_experts = same(row.experts, named->experts) && same(row.experts_per_token, named->experts_per_token)
        && same(row.expert_ffn, named->experts > 0 ? named->ffn : 0);
    return same_experts ? named : nullptr;
}

/// A known model's shape with what the row says otherwise: its vocabulary, head size and number of layers, and of a
/// mixture what its columns say.
void take_known(RowShape& result, const Row& row, const ModelShape& known)
{
    const ModelShape stated = result.shape;
    ModelShape& shape = result.shape = known;
    if (row.vocab)
        shape.vocab = static_cast<int>(*row.vocab);
    if (row.head_dim && known.kv_rank == 0)
        shape.head_dim = static_cast<int>(*row.head_dim);
    catalog::set_layers(shape, static_cast<int>(row.layers.value_or(known.layers)));
    if (!is_mixture(row))
        return;
    if (row.dense_layers)
        shape.dense_layers = stated.dense_layers;
    if (row.dense_layers && row.ffn)
        shape.dense_ffn = stated.dense_ffn;
    if (row.shared_experts)
        shape.shared_experts = stated.shared_experts;
}

} // namespace

RowShape row_shape(const Names& names, const Row& row)
{
    RowShape result;
    const bool sizes = row.layers && row.hidden && row.heads;
    const ModelShape* known = sizes ? match_shape(names.catalog, row) : match_model_name(names, row.model);
    if (sizes && known == nullptr)
        known = match_layers(names, row);
    if (!sizes && known == nullptr) {
        result.missing = !row.layers ? "layers" : !row.hidden ? "hidden" : "heads";
        return result;
    }
    if (sizes)
        from_cells(result, row, catalog::values_of(names.catalog.physics));
    else if (!row.layers)
        result.defaults.push_back("layers");
    if (known != nullptr)
        take_known(result, row, *known);
    if (result.shape.heads > result.shape.hidden)
        result.missing = "heads";
    return result;
}

std::optional<double> stated_flop_per_token(const ModelShape& shape, double sequence, const std::string& convention)
{
    const std::string text = lower(convention);
    const auto says = [&](std::initializer_list<const char*> words) {
        return std::any_of(words.begin(), words.end(),
                           [&](const char* word) { return text.find(word) != std::string::npos; });
    };
    if (!text.starts_with("model"))
        return std::nullopt;
    if (says({"causal", "6*l*h*s"}))
        return model_flop_per_token(shape, sequence, catalog::FlopConvention::CausalAttention);
    if (says({"full attention", "72-formula", "12lhs", "12lds", "12*l*h*s"}))
        return model_flop_per_token(shape, sequence, catalog::FlopConvention::FullAttention);
    return std::nullopt;
}

std::optional<double> stated_flop_of_mfu(const ModelShape& shape, const Row& row)
{
    return row.sequence ? stated_flop_per_token(shape, *row.sequence, "model " + row.flop_kind) : std::nullopt;
}

void take_measure(const Names& names, Row& row)
{
    question_measures(names, row);
    if (row.measured_tokens_per_s_per_gpu() || !row.sequence)
        return;
    if (row.model_flop_per_s)
        if (const RowShape found = row_shape(names, row); found.missing.empty())
            row.model_flop_per_token = stated_flop_per_token(found.shape, *row.sequence, row.flop_kind);
    if (row.model_flop_per_token || !row.is_timed_by_mfu())
        return;
    const Posed posed = pose(names, row);
    if (!posed.possible())
        return;
    const Workload& workload = posed.scenario.workload;
    const auto in_full
        = model_flop_per_token(workload.shape, workload.sequence, catalog::FlopConvention::FullAttention);
    row.model_flop_per_s = *row.mfu * posed.scenario.cluster.accelerator.peak_flops[std::size_t(workload.precision)];
    row.model_flop_per_token = stated_flop_of_mfu(workload.shape, row).value_or(in_full);
}

} // namespace plateau::evidence
