// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

namespace {

constexpr const char* from_model = PLATEAU_TEXT("the model's file");

template<class Access>
TrainingParameter dimension(const char* key, const char* label, const char* help, double maximum, Access access,
                            const char* provenance = from_model)
{
    return number({key, label, "model", help, provenance}, {Unit::Count, Log2, 1, maximum}, access, {.advanced = true});
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
        dimension(
            "layers", PLATEAU_TEXT("Layers"), PLATEAU_TEXT("Transformer layers."), 4096,
            [](auto& s) -> auto& { return s.workload.shape.layers; }),
        dimension(
            "hidden", PLATEAU_TEXT("Hidden size"), PLATEAU_TEXT("Width of the residual stream."), 1048576,
            [](auto& s) -> auto& { return s.workload.shape.hidden; }),
        dimension(
            "heads", PLATEAU_TEXT("Heads"), PLATEAU_TEXT("Attention (query) heads."), 16384,
            [](auto& s) -> auto& { return s.workload.shape.heads; }),
        dimension(
            "kv_heads", PLATEAU_TEXT("Key-value heads"),
            PLATEAU_TEXT("Heads of keys and values; fewer than heads "
                         "is grouped-query attention."),
            16384, [](auto& s) -> auto& { return s.workload.shape.kv_heads; },
            PLATEAU_TEXT("the model's file; as many as heads where those are changed and the group no longer fits")),
        dimension(
            "head_dim", PLATEAU_TEXT("Head size"), PLATEAU_TEXT("Width of one attention head."), 8192,
            [](auto& s) -> auto& { return s.workload.shape.head_dim; },
            PLATEAU_TEXT("the model's file; hidden size / heads where those are changed")),
        dimension(
            "ffn", PLATEAU_TEXT("Feed-forward size"), PLATEAU_TEXT("Inner width of the feed-forward block."), 4194304,
            [](auto& s) -> auto& { return s.workload.shape.ffn; },
            PLATEAU_TEXT("the model's file; in proportion where the hidden size is changed")),
        dimension(
            "vocab", PLATEAU_TEXT("Vocabulary"), PLATEAU_TEXT("Entries of the token table."), 4194304,
            [](auto& s) -> auto& { return s.workload.shape.vocab; }),
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
               {.available =
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
    for (const TrainingParameter& row : fine_tuning())
        rows.push_back(row);
    return rows;
}

} // namespace plateau::training_rows
