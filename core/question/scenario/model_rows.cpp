// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_sizes.h"
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

namespace {

constexpr const char* from_model = PLATEAU_TEXT("the model's file");
constexpr const char* none = PLATEAU_TEXT("none");
constexpr std::size_t basic_sizes = 7; // that every model has

/// Whether a size has an effect: what it needs is there.
std::function<bool(const Scenario&)> applies_with(const char* needs)
{
    const catalog::ShapeSize* needed = needs ? catalog::shape_size(needs) : nullptr;
    return [needed](const Scenario& s) { return !needed || needed->of(s.workload.shape) > 0; };
}

/// A row for each size of a shape.
TrainingParameter size_row(const catalog::ShapeSize& size)
{
    const auto access = [](auto& s) -> auto& { return s.workload.shape.layers; };
    TrainingParameter row
        = number({size.key, size.label, "model", size.help, size.provenance ? size.provenance : from_model},
                 {Unit::Count, Log2, double(size.least), double(size.most)}, access,
                 {.advanced = true,
                  .zero_name = size.may_be_none ? "none" : "",
                  .zero_label = size.may_be_none ? none : "",
                  .applies = applies_with(size.needs)});
    row.get = [&size](const Scenario& s) { return Value(double(size.of(s.workload.shape))); };
    row.set = [&size](Scenario& s, const Value& value) {
        size.of(s.workload.shape) = static_cast<int>(std::get<double>(value));
    };
    return row;
}

TrainingParameter flag_row(const catalog::ShapeFlag& flag)
{
    TrainingParameter row = on_off({flag.key, flag.label, "model", flag.help, from_model},
                                   [](auto& s) -> auto& { return s.workload.shape.gated; }, {.advanced = true});
    row.get = [&flag](const Scenario& s) { return Value(s.workload.shape.*flag.member ? 1.0 : 0.0); };
    row.set
        = [&flag](Scenario& s, const Value& value) { s.workload.shape.*flag.member = std::get<double>(value) != 0; };
    return row;
}

bool adapts(const Scenario& s) { return s.workload.fine_tune == FineTune::Lora; }

std::vector<TrainingParameter> fine_tuning()
{
    auto rank = number({"lora_rank", PLATEAU_TEXT("Adapter rank"), "model", PLATEAU_TEXT("Inner width of an adapter."),
                        PLATEAU_TEXT("16, as the LoRA benchmark of MLPerf Training")},
                       {Unit::Count, Log2, 1, 4096}, [](auto& s) -> auto& { return s.workload.lora_rank; },
                       {.on_step = NeverFaster});
    auto modules = choice(
        {"lora_modules", PLATEAU_TEXT("Adapted products"), "model",
         PLATEAU_TEXT("The matrix products that have an adapter beside them."),
         PLATEAU_TEXT("those of attention, as the paper's runs (2106.09685)")},
        {{"attention", PLATEAU_TEXT("attention"), PLATEAU_TEXT("Queries, keys, values and attention's output.")},
         {"all", PLATEAU_TEXT("all"), PLATEAU_TEXT("The feed-forward products too, those of experts included.")}},
        [](auto& s) -> auto& { return s.workload.lora_modules; });
    rank.applies = modules.applies = adapts;
    std::vector<TrainingParameter> rows{
        choice(
            {"fine_tune", PLATEAU_TEXT("Trained"), "model",
             PLATEAU_TEXT("What a step changes. Frozen weights have no weight gradients and no optimizer states; their "
                          "inputs need not be kept."),
             PLATEAU_TEXT("all weights, as in pretraining"), PLATEAU_TEXT("fine-tuning, LoRA, adapters")},
            {{"none", PLATEAU_TEXT("all weights"), PLATEAU_TEXT("Pretraining, or fine-tuning of the whole model.")},
             {"lora", PLATEAU_TEXT("adapters (LoRA)"), PLATEAU_TEXT("Low-rank adapters beside frozen weights.")}},
            [](auto& s) -> auto& { return s.workload.fine_tune; }),
        rank, modules};
    for (TrainingParameter& row : rows)
        row.advanced = true;
    return rows;
}

} // namespace

std::vector<TrainingParameter> model()
{
    std::vector<TrainingParameter> rows{
        catalog_name(
            {"model", PLATEAU_TEXT("Shape"), "model",
             PLATEAU_TEXT("The transformer: a name from the catalog, a YAML file or a Hugging Face config.json."),
             PLATEAU_TEXT("Llama 2 7B, the model of the published weak-scaling curve"),
             PLATEAU_TEXT("model, network architecture, LLM, parameters, size")},
            [](auto& s) -> auto& { return s.workload.shape.id; }),
        number({"sequence", PLATEAU_TEXT("Sequence"), "model",
                PLATEAU_TEXT("Length of one training sequence, in tokens: the context length."),
                PLATEAU_TEXT("the length the model was trained with"),
                PLATEAU_TEXT("context length, context window, sequence length, tokens per sample")},
               {Unit::Tokens, Log2, 128, 16777216}, [](auto& s) -> auto& { return s.workload.sequence; },
               {.kind = ParameterKind::Whole}),
        choice({"precision", PLATEAU_TEXT("Precision"), "model",
                PLATEAU_TEXT("Number format of the matrix multiplications."),
                PLATEAU_TEXT("bf16, or fp16 where the accelerator has no bf16"),
                PLATEAU_TEXT("number format, dtype, bits, quantization")},
               {{"fp16", "fp16", PLATEAU_TEXT("16-bit, 5 exponent bits")},
                {"bf16", "bf16", PLATEAU_TEXT("16-bit, 8 exponent bits")},
                {"fp8", "fp8", PLATEAU_TEXT("8-bit, one scale per tensor")},
                {"mxfp8", "mxfp8", PLATEAU_TEXT("8-bit, one scale per 32 values")},
                {"nvfp4", "nvfp4", PLATEAU_TEXT("4-bit, one scale per 16 values")},
                {"tf32", "tf32", PLATEAU_TEXT("32-bit storage, 19-bit products")}},
               [](auto& s) -> auto& { return s.workload.precision; },
               {.advanced = true,
                .available =
                    [](const Scenario& s, const std::string& option) {
                        const auto value = from_name<Precision>(option);
                        return value && s.cluster.accelerator.peak_flops[static_cast<std::size_t>(*value)] > 0;
                    }}),
        choice({"counted_flop", PLATEAU_TEXT("MFU counts"), "model",
                PLATEAU_TEXT("FLOP of attention that count as the model's, in MFU and HFU alike; changes no time."),
                PLATEAU_TEXT("full attention, as the PaLM report counts"), PLATEAU_TEXT("FLOPs, utilization")},
               {{"full", PLATEAU_TEXT("full attention"), PLATEAU_TEXT("6N + 12 L d s per token (PaLM)")},
                {"causal", PLATEAU_TEXT("causal attention"),
                 PLATEAU_TEXT("6N + 6 L d s: the half that a causal mask leaves")},
                {"six_n", PLATEAU_TEXT("no attention"), PLATEAU_TEXT("6N: matrix parameters alone")}},
               [](auto& s) -> auto& { return s.workload.counted_flop; }, {.advanced = true}),
        number({"capacity_factor", PLATEAU_TEXT("Capacity factor"), "model",
                PLATEAU_TEXT("Token slots of every expert, relative to its mean share. Tokens beyond them are dropped; "
                             "empty slots are computed too."),
                PLATEAU_TEXT("no token is dropped"), PLATEAU_TEXT("mixture of experts, MoE, dropped tokens")},
               {Unit::None, Linear, 0.25, 16}, [](auto& s) -> auto& { return s.workload.capacity_factor; },
               {.advanced = true,
                .zero_name = "dropless",
                .zero_label = PLATEAU_TEXT("none dropped"),
                .applies = [](const Scenario& s) { return s.workload.shape.experts > 0; }}),
    };
    std::vector<TrainingParameter> basic;
    for (const catalog::ShapeSize& size : catalog::shape_sizes().first(basic_sizes))
        basic.push_back(size_row(size));
    rows.insert(rows.begin() + 2, basic.begin(), basic.end()); // behind model and sequence
    const auto more = fine_tuning();
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

std::vector<TrainingParameter> rest_of_shape()
{
    std::vector<TrainingParameter> rows;
    for (const catalog::ShapeSize& size : catalog::shape_sizes().subspan(basic_sizes))
        rows.push_back(size_row(size));
    TrainingParameter kind
        = choice({"scan_kind", PLATEAU_TEXT("Kind of scan"), "model",
                  PLATEAU_TEXT("How layers without scores mix tokens."), from_model},
                 {{"gated_delta", PLATEAU_TEXT("gated delta rule"), PLATEAU_TEXT("Qwen3-Next, Qwen3.5")},
                  {"kimi_delta", PLATEAU_TEXT("delta rule with a gate per channel"), PLATEAU_TEXT("Kimi Linear")},
                  {"lightning", PLATEAU_TEXT("lightning attention"), PLATEAU_TEXT("MiniMax-01")},
                  {"mamba2", PLATEAU_TEXT("state space (Mamba-2)"), PLATEAU_TEXT("Nemotron-H")}},
                 [](auto& s) -> auto& { return s.workload.shape.scan.kind; },
                 {.advanced = true, .applies = applies_with("scan_layers")});
    rows.push_back(std::move(kind));
    for (const catalog::ShapeFlag& flag : catalog::shape_flags())
        rows.push_back(flag_row(flag));
    return rows;
}

} // namespace plateau::training_rows
