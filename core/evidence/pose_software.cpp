// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/match.h"
#include "core/evidence/pose_parts.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/words.h"

namespace plateau::evidence {

std::optional<Precision> stated_precision(const std::string& word)
{
    const auto says = [&](std::string_view format) {
        return word.starts_with(format) || contains(word, "+" + std::string(format));
    };
    if (says("nvfp4") || says("fp4"))
        return Precision::NvFp4;
    if (says("mxfp8") || says("fp8-mx") || says("fp8_mx"))
        return Precision::MxFp8;
    if (says("fp8") || says("float8"))
        return Precision::Fp8;
    if (word.starts_with("fp16") || word.starts_with("float16") || word == "half")
        return Precision::Fp16;
    if (word.starts_with("tf32") || word.starts_with("fp32") || word.starts_with("float32"))
        return Precision::Tf32;
    if (word.starts_with("bf16") || word.starts_with("bfloat16"))
        return Precision::Bf16;
    return std::nullopt;
}

namespace {

/// What a row's notes say, in lower case.
struct Notes {
    std::string all;
    std::vector<std::string> parts = segments(all);

    bool mention(std::string_view words) const { return all.find(words) != std::string::npos; }
    bool say_one_of(std::initializer_list<std::string_view> list) const
    {
        return std::ranges::any_of(list, [this](std::string_view words) { return mention(words); });
    }
};

Precision precision_of(const Row& row, const catalog::Accelerator& accelerator, Posed& posed)
{
    const std::optional<Precision> stated = stated_precision(row.precision);
    Precision precision = stated.value_or(Precision::Bf16);
    posed.choose_precision = row.precision.empty();
    const auto peak = [&](Precision p) { return accelerator.peak_flops[static_cast<std::size_t>(p)]; };
    const bool replaced = !row.precision.empty() && (!stated || peak(precision) <= 0);
    if (replaced)
        posed.defaults.push_back("precision=" + row.precision);
    else if (!stated || row.precision.ends_with('?'))
        posed.defaults.push_back("precision");
    if (peak(precision) > 0)
        return precision;
    for (const Precision other : {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Tf32})
        if (peak(other) > 0 && (other != Precision::Fp8 || precision >= Precision::MxFp8))
            return other;
    return Precision::Bf16;
}

std::optional<bool> flash_of(const Row& row)
{
    if (row.attention.starts_with("unfused") || row.attention.starts_with("fused_softmax"))
        return false;
    if (!row.attention.empty())
        return true;
    return row.flash;
}

AttentionKernel kernel_of(const Row& row, AttentionKernel usual, Posed& posed)
{
    const std::string& word = row.attention;
    if (word.starts_with("unfused_fused") || word.starts_with("fused_softmax"))
        return AttentionKernel::FusedSoftmax;
    if (word.starts_with("unfused") || word == "math" || word == "torch" || word == "eager")
        return AttentionKernel::Unfused;
    if (word.starts_with("flash1"))
        return AttentionKernel::Flash1;
    if (word.starts_with("flash3") || word.starts_with("fa3") || word.starts_with("flash4") || word.starts_with("fa4"))
        return AttentionKernel::Flash3;
    if (word.find("triton") != std::string::npos)
        return AttentionKernel::Flash2Triton;
    if (word.find("sdpa") != std::string::npos)
        return AttentionKernel::Sdpa;
    if (word.starts_with("cudnn") || word.starts_with("te") || word.starts_with("transformer"))
        return AttentionKernel::CudnnFlash;
    if (word.starts_with("flash2") || word.starts_with("fa2"))
        return AttentionKernel::Flash2;
    if (word.empty())
        posed.defaults.push_back("attention_kernel");
    const std::optional<bool> flash = flash_of(row);
    if (!flash || *flash == catalog::is_flash(usual))
        return usual;
    return *flash ? AttentionKernel::Flash2 : AttentionKernel::FusedSoftmax;
}

/// Tensor-parallel traffic in pieces beside the products: torchtitan's "async TP", "TP/SP ... overlapped".
std::optional<bool> async_tensor_of(const Notes& notes)
{
    for (const std::string& part : notes.parts) {
        if (contains(part, "vanilla tp"))
            return false;
        if (contains(part, "async tp") || contains(part, "asynctp") || contains(part, "async-tp")
            || (contains(part, "tp/sp") && contains(part, "overlapped")))
            return true;
    }
    return std::nullopt;
}

/// What words about graphs mean: "full-iteration CUDA graph", "transformer_engine (attn+moe_router)", "none". Where
/// they say no more than that there are some, as the software does it.
catalog::Graphs graphs_in(const std::string& words, catalog::Graphs usual)
{
    using catalog::Graphs;
    const auto says = [&](std::initializer_list<std::string_view> list) {
        return std::ranges::any_of(list, [&](std::string_view one) { return contains(words, one); });
    };
    if (says({"graph none", "graphs none", "no cuda", "no graph", "without", "graph off", "graphs off", "disabled"}))
        return Graphs::None;
    if (says({"full", "whole", "iteration"}))
        return Graphs::Full;
    if (says({"router", "transformer_engine", "partial"}))
        return Graphs::Router;
    return says({"attention", "attn", "mlp"}) ? Graphs::Attention : usual == Graphs::None ? Graphs::Full : usual;
}

/// What the row captures, in its column or among its notes; else what its software does on that accelerator.
catalog::Graphs graphs_of(const Row& row, const Notes& notes, Posed& posed)
{
    const catalog::Stack& stack = posed.scenario.assumptions.stack;
    const bool experts = posed.scenario.workload.shape.experts > 0;
    const catalog::Graphs usual = catalog::usual_graphs(stack, posed.scenario.cluster.accelerator.generation, experts);
    const catalog::Graphs recipes = experts ? stack.captures.experts : stack.captures.dense;
    if (!row.graphs.empty())
        return yes_or_no(row.graphs) == false ? catalog::Graphs::None : graphs_in(row.graphs, recipes);
    for (const std::string& part : notes.parts)
        if (contains(part, "cuda graph") || contains(part, "cudagraph") || contains(part, "graph of ")
            || contains(part, "graphs of "))
            return graphs_in(part, recipes);
    if (!stack.captures.generations.empty())
        posed.defaults.push_back("cuda_graphs");
    return usual;
}

/// "optimizer AdamWBF16 6 B/param".
std::optional<OptimizerKind> optimizer_of(const Notes& notes)
{
    for (const std::string& part : notes.parts) {
        if (contains(part, "muon"))
            return OptimizerKind::Muon;
        if (contains(part, "adamwbf16") || contains(part, "all states bf16"))
            return OptimizerKind::Adam16;
        if (contains(part, "8-bit adam"))
            return OptimizerKind::Adam8;
    }
    return std::nullopt;
}

/// Bytes of a frozen weight of the layers: as the row's words say, else as software that multiplies in 8 bit holds
/// them.
double frozen_bytes(const Row& row, const Scenario& scenario, Posed& posed)
{
    for (const std::string& text : {row.notes, row.precision_words, row.model, row.fine_tune}) {
        for (const char* words : {"qlora", "nf4", "4-bit base", "4bit base", "4-bit nf"})
            if (contains(text, words))
                return catalog::values_of(scenario.assumptions.physics).four_bit_bytes;
        for (const char* words : {"fp8_params", "fp8 params", "8-bit base", "int8 base"})
            if (contains(text, words))
                return 1;
    }
    const auto& formats = scenario.assumptions.stack.precisions;
    const bool narrow = scenario.workload.precision == Precision::Fp8
        && std::find(formats.begin(), formats.end(), Precision::Fp8) != formats.end();
    if (narrow)
        posed.defaults.push_back("base_weight_bytes");
    return narrow ? 1 : scenario.assumptions.numerics.base_weight_bytes;
}

/// "per-expert loop", "grouped GEMM": where a library launches the products of each expert, it calls them grouped too.
catalog::ExpertProducts expert_products_of(const Notes& notes, catalog::ExpertProducts usual)
{
    using catalog::ExpertProducts;
    if (notes.say_one_of({"per-expert loop", "per expert loop", "loop over experts", "sequentialmlp"}))
        return ExpertProducts::Loop;
    if (notes.say_one_of({"grouped gemm", "grouped-gemm", "grouped_gemm", "grouped_mm"}))
        return usual == ExpertProducts::Loop ? ExpertProducts::Grouped : usual;
    return usual;
}

/// Bytes of both moments, in the column or as the notes name their format.
std::optional<double> moment_bytes_of(const Row& row, const Notes& notes)
{
    if (row.moment_bytes)
        return row.moment_bytes;
    for (const auto& [format, bytes] : {std::pair{"fp32", 8}, {"bf16", 4}, {"fp8", 2}})
        if (notes.say_one_of({std::string("moments in ") + format, format + std::string(" moments")}))
            return bytes;
    return std::nullopt;
}

/// The loss that the notes name.
std::optional<catalog::Loss> loss_of(const Row& row, const Notes& notes)
{
    if (const auto stated = from_name<catalog::Loss>(row.loss))
        return stated;
    if (notes.say_one_of({"fused linear", "linear_cross_entropy", "cut cross"}))
        return catalog::Loss::Fused;
    if (notes.say_one_of({"chunked loss", "chunked ce", "chunked cross", "chunked nll"}))
        return catalog::Loss::Chunked;
    return std::nullopt;
}

/// The loss that goes with the kernels a run names. Liger's are a stack of their own where they replace the models of
/// transformers; other software takes some of them.
std::optional<catalog::Loss> loss_of_kernels(const Row& row, const Notes& notes)
{
    return notes.mention("liger") ? catalog::Loss::Fused : loss_of(row, notes);
}

/// What the row says of the kernels overrides what the stack does by default.
void adjust_stack(catalog::StackConstants& constants, const Row& row, const Notes& notes,
                  const catalog::PhysicsValues& physics)
{
    if (row.fused_norm.value_or(false)) {
        constants.norm_bytes = 0;
        constants.activation_norm_bytes = 0;
    }
    const auto reduce = row.facts.find("reduce_dtype");
    const auto mode = row.facts.find("mp_mode"); // Composer's FSDP: DEFAULT reduces in fp32, PURE in 16 bit
    if (mode != row.facts.end())
        constants.reduction_bytes = lower(mode->second) == "pure" ? 2 : 4;
    if (reduce != row.facts.end())
        constants.reduction_bytes = contains(reduce->second, "32") ? 4 : 2;
    if (const std::optional<bool> pieces = async_tensor_of(notes))
        constants.async_tensor = *pieces;
    if (notes.mention("recompute of swiglu activation + rmsnorm")) { // products' inputs are made again
        constants.activation_hidden_bytes -= 2 * physics.activation_bytes;
        constants.activation_gated_bytes -= physics.activation_bytes;
    }
    if (row.gradient_bytes)
        constants.gradient_bytes = *row.gradient_bytes;
}

/// Gradients beside the backward pass: the switch itself, or in words.
std::optional<bool> overlap_of(const Row& row, const Notes& notes)
{
    for (const char* key : {"overlap-grad-reduce", "overlap_grad_reduce"})
        if (const auto found = row.facts.find(key); found != row.facts.end())
            return yes_or_no(found->second);
    if (notes.mention("overlap switched off"))
        return false;
    for (const std::string_view words : {"overlap-grad-reduce", "overlap_grad_reduce", "dp/tp/pp comm overlap on"})
        if (notes.mention(words) || contains(row.dp_mode, words))
            return true;
    return std::nullopt;
}

bool says_fsdp(const Row& row)
{
    for (const std::string& text : {row.dp_mode, row.plan[plan_dimension_index<&Plan::dp_mode>()]})
        for (const char* word : {"fsdp", "hsdp", "full_shard", "hybrid_shard", "shard_grad_op"})
            if (lower(text).starts_with(word))
                return true;
    return false;
}

/// The program that a table of several names in the first of its notes; what is assigned there is a setting.
std::string program_in(const Notes& notes)
{
    const std::string first = notes.parts.empty() ? std::string() : notes.parts.front();
    const std::size_t assigned = first.find('=');
    return assigned == std::string::npos ? first : first.substr(0, first.find_last_of(" \t,", assigned) + 1);
}

/// "a fork of Megatron-LM".
std::string built_on(const Notes& notes)
{
    for (const std::string_view words : {"built on", "based on", "fork of"})
        if (const std::size_t at = notes.all.find(words); at != std::string::npos)
            return notes.all.substr(at + words.size(), notes.all.find(';', at) - at - words.size());
    return {};
}

/// "fp8 rowwise", in the precision's cell or among the notes.
Fp8Scaling scaling_of(const Row& row, const Notes& notes)
{
    for (const std::string_view words : {"rowwise", "row-wise", "row wise"})
        if (notes.mention(words) || contains(row.precision_words, words))
            return Fp8Scaling::Row;
    return Fp8Scaling::Tensor;
}

/// HybridEP was made for scale-up domains that span hosts; Megatron-core has it since 2025, recipes since 2026.
catalog::Dispatcher dispatcher_of(const Row& row, Posed& posed)
{
    const Scenario& scenario = posed.scenario;
    if (const auto stated = from_name<catalog::Dispatcher>(row.dispatcher))
        return *stated;
    if (scenario.workload.shape.experts == 0)
        return scenario.assumptions.stack.dispatcher;
    posed.defaults.push_back("dispatcher");
    const bool spans_hosts = !scenario.cluster.tiers.empty() && scenario.cluster.accelerator.per_host > 0
        && scenario.cluster.tiers.front().domain_size > scenario.cluster.accelerator.per_host;
    const bool megatron = row.framework.find("Megatron") != std::string::npos;
    return spans_hosts && megatron && row.year >= 2026 ? catalog::Dispatcher::HybridEp
                                                       : scenario.assumptions.stack.dispatcher;
}

/// Whether dispatch and combine run beside other work, where the row says.
std::optional<bool> expert_overlap_of(const Row& row)
{
    const auto fact = row.facts.find("overlap-moe-expert-parallel-comm");
    return row.expert_overlap || fact == row.facts.end() ? row.expert_overlap : yes_or_no(fact->second);
}

/// The spread of a router after so many steps.
double spread_after(double steps, const catalog::PhysicsValues& physics)
{
    const double left = 1 / (1 + steps / physics.routing_steps);
    return physics.settled_routing_spread + left * (physics.new_routing_spread - physics.settled_routing_spread);
}

/// How unevenly experts are loaded. Performance recipes force an even load; synthetic rows are unlike what a router has
/// learned.
double spread_of(const Row& row, const Notes& notes, Posed& posed)
{
    const catalog::PhysicsValues& physics = catalog::values_of(posed.scenario.assumptions.physics);
    if (posed.scenario.workload.shape.experts == 0)
        return 0;
    const auto is = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::find(words, row.routing) != words.end();
    };
    if (is({"forced", "balanced", "tokendrop"}))
        return 0;
    if (is({"natural", "synthetic"}) || notes.mention("synthetic rows"))
        return physics.strange_routing_spread;
    if (!is({"", "trained", "fresh"}))
        posed.defaults.push_back("routing=" + row.routing);
    if (row.router_steps)
        return spread_after(*row.router_steps, physics);
    const bool recipe = !is({"trained", "fresh"}) && notes.mention("performance recipe");
    return recipe ? 0 : physics.routing_spread;
}

/// Slots of an expert relative to its mean share: "expert capacity factor 1.5", "capacity=2".
std::optional<double> capacity_of(const Row& row)
{
    const auto fact = row.facts.find("capacity");
    if (fact != row.facts.end())
        return leading_number(fact->second);
    if (row.routing != "tokendrop")
        return std::nullopt;
    return number_after(row.notes, "expert capacity factor").value_or(1);
}

/// What the row says of gradients between micro-batches is known of its software.
void tell_scatter(catalog::Stack& stack, const Row& row)
{
    if (!row.scatters_each)
        return;
    stack.constants.scatter_once = *row.scatters_each ? 0 : 1;
    for (catalog::ConstantNote& note : stack.notes.edit())
        if (note.key == "scatter_once")
            note.known_by = catalog::KnownBy::Read;
}

} // namespace

void set_software(const Names& names, const Row& row, const catalog::Stack* given, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    const Notes notes{lower(row.notes)};
    scenario.workload.precision = precision_of(row, scenario.cluster.accelerator, posed);
    scenario.assumptions.numerics.fp8_scaling = scaling_of(row, notes);
    const bool inputs_leave
        = notes.say_one_of({"decoder_layer_input=offload", "inputs offloaded", "inputs in host memory"});
    scenario.assumptions.offload.activations = row.activation_offload.value_or(inputs_leave ? 1 : 0);
    if (const auto capacity = capacity_of(row))
        scenario.workload.capacity_factor = *capacity;
    Software software{row.framework,
                      {},
                      row.year,
                      flash_of(row),
                      scenario.workload.precision,
                      row.compiled,
                      overlap_of(row, notes),
                      loss_of_kernels(row, notes),
                      says_fsdp(row)};
    software.first_note = program_in(notes);
    software.built_on = built_on(notes);
    const StackChoice choice = given ? StackChoice{given, true} : choose_stack(names, software);
    if (choice.stack != nullptr)
        scenario.assumptions.stack = *choice.stack;
    posed.framework_known = choice.framework_known;
    if (!choice.framework_known)
        posed.defaults.push_back("framework");
    scenario.assumptions.attention
        = kernel_of(row, catalog::usual_attention(scenario.assumptions.stack, scenario.workload.precision), posed);
    adjust_stack(scenario.assumptions.stack.constants, row, notes, catalog::values_of(scenario.assumptions.physics));
    tell_scatter(scenario.assumptions.stack, row);
    follow_formats(scenario.assumptions.numerics, optimizer_of(notes).value_or(OptimizerKind::Adam),
                   scenario.workload.precision);
    scenario.assumptions.numerics.master_bytes = row.master_bytes.value_or(scenario.assumptions.numerics.master_bytes);
    scenario.assumptions.numerics.moment_bytes
        = moment_bytes_of(row, notes).value_or(scenario.assumptions.numerics.moment_bytes);
    if (row.trains_adapters())
        scenario.assumptions.numerics.base_weight_bytes = frozen_bytes(row, scenario, posed);
    scenario.assumptions.dispatcher = dispatcher_of(row, posed);
    scenario.assumptions.expert_products = expert_products_of(notes, scenario.assumptions.stack.expert_products);
    scenario.assumptions.loss = loss_of(row, notes).value_or(scenario.assumptions.stack.loss);
    scenario.assumptions.graphs = graphs_of(row, notes, posed);
    scenario.assumptions.expert_spread = spread_of(row, notes, posed);
    if (const auto overlap = expert_overlap_of(row))
        scenario.assumptions.stack.constants.expert_overlap
            = *overlap ? catalog::values_of(scenario.assumptions.physics).overlapped_experts : 0;
}

} // namespace plateau::evidence
