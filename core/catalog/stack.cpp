// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/stack.h"

#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace {

using units::Unit;
using C = StackConstants;

constexpr StackConstant stack_table[] = {
    {"kernel_efficiency", PLATEAU_TEXT("Kernel efficiency"),
     PLATEAU_TEXT("Matrix-multiply efficiency inside a step, relative to the same multiplication alone: sustained "
                  "clocks, competition between streams"),
     Unit::Multiplier, &C::kernel_efficiency, 0.2, 1.1, OnStep::NeverSlower},
    {"memory_passes", PLATEAU_TEXT("Memory passes"),
     PLATEAU_TEXT("Memory traffic of norms, activations and residuals, relative to each reading its input and writing "
                  "its output once: below 1 when kernels are fused"),
     Unit::Multiplier, &C::memory_passes, 0, 4, OnStep::NeverFaster},
    {"compiled_kernels", PLATEAU_TEXT("Compiled kernels"),
     PLATEAU_TEXT(
         "Share of norms, activations and residuals that a compiler fuses (torch.compile, XLA): 0 none, 1 all"),
     Unit::Fraction, &C::compiled_kernels, 0, 1, OnStep::NeverSlower},
    {"attention_factor", PLATEAU_TEXT("Attention factor"),
     PLATEAU_TEXT("Speed of the attention kernel relative to the accelerator's FlashAttention curve"), Unit::Multiplier,
     &C::attention_factor, 0.3, 1.6, OnStep::NeverSlower},
    {"score_passes", PLATEAU_TEXT("Score passes"),
     PLATEAU_TEXT("How often the score matrix passes through memory where attention is not FlashAttention"), Unit::None,
     &C::score_passes, 2, 14, OnStep::NeverFaster},
    {"norm_bytes", PLATEAU_TEXT("Unfused norm traffic"),
     PLATEAU_TEXT("Additional memory traffic per token and hidden element where norms are not fused"), Unit::None,
     &C::norm_bytes, 0, 64, OnStep::NeverFaster},
    {"misaligned_head_factor", PLATEAU_TEXT("Misaligned head factor"),
     PLATEAU_TEXT("Slow-down of unfused attention products when the head size is no multiple of 8"), Unit::Multiplier,
     &C::misaligned_head_factor, 1, 15, OnStep::NeverFaster},
    {"loss_bytes_per_logit", PLATEAU_TEXT("Loss traffic"),
     PLATEAU_TEXT("Memory traffic of softmax cross-entropy per logit, in bytes"), Unit::None, &C::loss_bytes_per_logit,
     4, 80, OnStep::NeverFaster},
    {"conversion_reads", PLATEAU_TEXT("Reads per conversion"),
     PLATEAU_TEXT("How often an operand is read in 16 bit before it is written in a narrow format: 0 if the kernel "
                  "that makes it also writes it, 2 if its largest value is looked for first"),
     Unit::None, &C::conversion_reads, 0, 4, OnStep::NeverFaster},
    {"bias_row_seconds", PLATEAU_TEXT("Time per bias row"),
     PLATEAU_TEXT("Where the gradients of experts' biases are added up one token after another: time for each; 0 if "
                  "they are summed side by side"),
     Unit::Seconds, &C::bias_row_seconds, 0, 1e-4, OnStep::NeverFaster},
    {"separate_clamps", PLATEAU_TEXT("Separate clamps"),
     PLATEAU_TEXT("1 when each step of a clamped gated activation (GPT-OSS) is a kernel, 0 when one kernel takes all"),
     Unit::None, &C::separate_clamps, 0, 1, OnStep::NeverFaster},
    {"accumulation_bytes", PLATEAU_TEXT("Accumulation traffic"),
     PLATEAU_TEXT("Gradient-buffer traffic per parameter and micro-batch"), Unit::BytesPerParameter,
     &C::accumulation_bytes, 0, 40, OnStep::NeverFaster},
    {"optimizer_bytes", PLATEAU_TEXT("Optimizer traffic"),
     PLATEAU_TEXT("Memory traffic of the optimizer per parameter it updates"), Unit::BytesPerParameter,
     &C::optimizer_bytes, 8, 120, OnStep::NeverFaster},
    {"layer_launch_seconds", PLATEAU_TEXT("Layer launch time"),
     PLATEAU_TEXT("Time the host needs to launch the forward kernels of one layer; a floor under small layers"),
     Unit::Seconds, &C::layer_launch_seconds, 0, 2e-3, OnStep::NeverFaster},
    {"step_fixed_seconds", PLATEAU_TEXT("Fixed step time"),
     PLATEAU_TEXT("Host work once per step: data loading, logging, gradient clipping"), Unit::Seconds,
     &C::step_fixed_seconds, 0, 10, OnStep::NeverFaster},
    {"owner_seconds", PLATEAU_TEXT("Time per owner"),
     PLATEAU_TEXT("If ZeRO 1 or 2 slices, reduces and broadcasts the tensors of each owner of states separately: time "
                  "per step, owner and layer; 0 if buckets are scattered and gathered"),
     Unit::Seconds, &C::owner_seconds, 0, 1e-3, OnStep::NeverFaster},
    {"fabric_fraction", PLATEAU_TEXT("Fabric share"),
     PLATEAU_TEXT("Achieved rate inside the scale-up domain, relative to the measured rate of the collective alone"),
     Unit::Multiplier, &C::fabric_fraction, 0.1, 1.1, OnStep::NeverSlower},
    {"network_fraction", PLATEAU_TEXT("Network share"),
     PLATEAU_TEXT("Achieved rate of the scale-out network, relative to the measured rate of the collective alone"),
     Unit::Multiplier, &C::network_fraction, 0.03, 1.1, OnStep::NeverSlower},
    {"latency_factor", PLATEAU_TEXT("Latency factor"),
     PLATEAU_TEXT("Latency of collectives inside a step, relative to the library's own constants"), Unit::Multiplier,
     &C::latency_factor, 0, 4, OnStep::NeverFaster},
    {"bucket_bytes", PLATEAU_TEXT("Bucket size"),
     PLATEAU_TEXT("Size of one bucket of gradient traffic; each pays its latency"), Unit::Bytes, &C::bucket_bytes, 1e6,
     1e10},
    {"fsdp_overlap_penalty", PLATEAU_TEXT("FSDP overlap penalty"),
     PLATEAU_TEXT("rho in max(compute, traffic) + rho min(compute, traffic): 0 is perfect overlap of parameter "
                  "traffic, 1 is none"),
     Unit::Fraction, &C::fsdp_overlap_penalty, 0, 1, OnStep::NeverFaster},
    {"layers_per_unit", PLATEAU_TEXT("Layers per unit"),
     PLATEAU_TEXT(
         "Layers FSDP gathers and scatters together: fewer, larger collectives, more memory; below 1 a layer's "
         "tensors come one by one"),
     Unit::Count, &C::layers_per_unit, 0.05, 16},
    {"data_overlap", PLATEAU_TEXT("Gradient overlap"),
     PLATEAU_TEXT("Share of replicated or ZeRO gradient traffic hidden under the backward pass"), Unit::Fraction,
     &C::data_overlap, 0, 1, OnStep::NeverSlower},
    {"tensor_overlap", PLATEAU_TEXT("Tensor overlap"),
     PLATEAU_TEXT("Share of tensor-parallel traffic hidden under computation"), Unit::Fraction, &C::tensor_overlap, 0,
     1, OnStep::NeverSlower},
    {"expert_overlap", PLATEAU_TEXT("Expert overlap"),
     PLATEAU_TEXT("Share of expert-parallel traffic hidden under the computation of another micro-batch or of "
                  "shared experts, as far as that covers it; DualPipe hides all that is covered"),
     Unit::Fraction, &C::expert_overlap, 0, 1, OnStep::NeverSlower},
    {"sequence_parallel_factor", PLATEAU_TEXT("Sequence-parallel factor"),
     PLATEAU_TEXT("Tensor-parallel traffic with sequence parallelism, relative to plain all-reduces"), Unit::Multiplier,
     &C::sequence_parallel_factor, 1, 2.5, OnStep::NeverFaster},
    {"compute_slowdown", PLATEAU_TEXT("Compute slow-down"),
     PLATEAU_TEXT("Slow-down of computation while communication runs beside it"), Unit::Fraction, &C::compute_slowdown,
     0, 0.3, OnStep::NeverFaster},
    {"jitter_per_doubling", PLATEAU_TEXT("Jitter per doubling"),
     PLATEAU_TEXT("Step time added by stragglers per doubling of hosts"), Unit::Fraction, &C::jitter_per_doubling, 0,
     0.02, OnStep::NeverFaster},
    {"gradient_bytes", PLATEAU_TEXT("Gradient bytes"),
     PLATEAU_TEXT("Bytes of the accumulated gradient per parameter: 4 in fp32, 6 beside one in 16 bit"),
     Unit::BytesPerParameter, &C::gradient_bytes, 0, 8, OnStep::NeverFaster},
    {"optimizer_state_bytes", PLATEAU_TEXT("Optimizer state"),
     PLATEAU_TEXT("Bytes the optimizer holds per parameter at its peak: fp32 master copy and two moments are 12; an "
                  "fp32 gradient and temporaries of the update come on top"),
     Unit::BytesPerParameter, &C::optimizer_state_bytes, 4, 28, OnStep::NeverFaster},
    {"reduction_bytes", PLATEAU_TEXT("Reduction bytes"), PLATEAU_TEXT("Bytes per gradient on the wire"),
     Unit::BytesPerParameter, &C::reduction_bytes, 1, 8, OnStep::NeverFaster},
    {"activation_hidden_bytes", PLATEAU_TEXT("Kept per hidden element"),
     PLATEAU_TEXT("Activation bytes kept by norms and residuals, per token and hidden element"), Unit::None,
     &C::activation_hidden_bytes, 2, 40, OnStep::NeverFaster},
    {"activation_ffn_bytes", PLATEAU_TEXT("Kept per feed-forward element"),
     PLATEAU_TEXT("Activation bytes kept by a plain feed-forward block, per token and inner element"), Unit::None,
     &C::activation_ffn_bytes, 2, 10, OnStep::NeverFaster},
    {"activation_gated_bytes", PLATEAU_TEXT("Kept per gated element"),
     PLATEAU_TEXT("Activation bytes kept by a gated feed-forward block, per token and inner element"), Unit::None,
     &C::activation_gated_bytes, 2, 14, OnStep::NeverFaster},
    {"activation_expert_bytes", PLATEAU_TEXT("Kept per expert's element"),
     PLATEAU_TEXT("Activation bytes kept per copy of a token sent to an expert, per hidden element: 4 for the expert's "
                  "input and output in 16 bit, 1 for its input in 8 bit alone"),
     Unit::None, &C::activation_expert_bytes, 1, 8, OnStep::NeverFaster},
    {"activation_rotary_bytes", PLATEAU_TEXT("Kept by rotary embedding"),
     PLATEAU_TEXT("Activation bytes kept beside turned queries and keys, per token and turned element: 2 where values "
                  "are a view of the projection's output, which then stays whole"),
     Unit::None, &C::activation_rotary_bytes, 0, 8, OnStep::NeverFaster},
    {"activation_score_bytes", PLATEAU_TEXT("Kept per score"),
     PLATEAU_TEXT("Activation bytes per element of the score matrix, where it is kept"), Unit::None,
     &C::activation_score_bytes, 0, 9, OnStep::NeverFaster},
    {"activation_norm_bytes", PLATEAU_TEXT("Kept by unfused norms"),
     PLATEAU_TEXT("Additional activation bytes of unfused norms, per token and hidden element"), Unit::None,
     &C::activation_norm_bytes, 0, 20, OnStep::NeverFaster},
    {"narrow_inputs", PLATEAU_TEXT("Narrow inputs kept"),
     PLATEAU_TEXT("1 when inputs of fp8 and fp4 products are kept for the backward pass in that format, 0 in 16 bit"),
     Unit::None, &C::narrow_inputs, 0, 1, OnStep::NeverSlower},
    {"narrow_weights", PLATEAU_TEXT("Narrow weights kept"),
     PLATEAU_TEXT("1 when weights of fp8 and fp4 products have a copy in that format and a transposed one beside them, "
                  "made once per step, 0 when they are made for each product"),
     Unit::None, &C::narrow_weights, 0, 1, OnStep::Nothing},
    {"logit_bytes", PLATEAU_TEXT("Kept per logit"), PLATEAU_TEXT("Bytes held per logit at the loss"), Unit::None,
     &C::logit_bytes, 0, 24, OnStep::Nothing},
    {"fixed_memory_bytes", PLATEAU_TEXT("Fixed memory"),
     PLATEAU_TEXT("Device context, communication library and allocator floor"), Unit::Bytes, &C::fixed_memory_bytes, 0,
     30e9, OnStep::Nothing},
    {"fragmentation", PLATEAU_TEXT("Fragmentation"),
     PLATEAU_TEXT("Share of the memory for activations and gathered parameters lost to fragmentation"), Unit::Fraction,
     &C::fragmentation, 0, 0.3, OnStep::Nothing},
    {"vocab_parallel_loss", PLATEAU_TEXT("Vocabulary-parallel loss"),
     PLATEAU_TEXT("1 when logits stay sharded by tensor parallelism, 0 when every rank gathers them"), Unit::None,
     &C::vocab_parallel_loss, 0, 1},
    {"selective_operators", PLATEAU_TEXT("Selective by operator"),
     PLATEAU_TEXT("1 when selective recomputation keeps attention and some matrix products and repeats the rest "
                  "(PyTorch, XLA), 0 when it repeats only attention (Megatron)"),
     Unit::None, &C::selective_operators, 0, 1},
    {"repeated_products", PLATEAU_TEXT("Products made again"),
     PLATEAU_TEXT(
         "Share of the matrix products that selective recomputation by operator repeats: half in PyTorch, none "
         "in XLA"),
     Unit::Fraction, &C::repeated_products, 0, 1},
    {"stops_early", PLATEAU_TEXT("Stops early"),
     PLATEAU_TEXT("1 when full recomputation leaves out the last product of a layer, whose result no gradient needs, 0 "
                  "when it runs the whole layer again"),
     Unit::None, &C::stops_early, 0, 1, OnStep::NeverSlower},
    {"reshard_after_forward", PLATEAU_TEXT("Reshard after forward"),
     PLATEAU_TEXT("1 when FSDP gathers parameters again in the backward pass, 0 when it keeps them"), Unit::None,
     &C::reshard_after_forward, 0, 1},
    {"zero2_in_units", PLATEAU_TEXT("ZeRO-2 in units"),
     PLATEAU_TEXT(
         "1 when ZeRO-2 is FSDP that gathers each unit in the forward pass and keeps it for the backward pass, "
         "0 when it gathers once per step what was updated"),
     Unit::None, &C::zero2_in_units, 0, 1},
    {"reshard_in_pipeline", PLATEAU_TEXT("Reshard in pipelines"),
     PLATEAU_TEXT("1 when FSDP inside a pipeline gathers parameters, and FSDP and ZeRO-2 scatter gradients, for each "
                  "micro-batch, 0 when they keep them whole from the first micro-batch to the last"),
     Unit::None, &C::reshard_in_pipeline, 0, 1},
    {"scatter_once", PLATEAU_TEXT("Scatter gradients once"),
     PLATEAU_TEXT("1 when FSDP and ZeRO-2 keep whole gradients until the last micro-batch of a step has passed and "
                  "scatter them once, 0 when they scatter those of each micro-batch"),
     Unit::None, &C::scatter_once, 0, 1},
    {"prefetch", PLATEAU_TEXT("Prefetch"),
     PLATEAU_TEXT("Units FSDP gathers ahead of the one that computes: each is held in memory, 0 overlaps nothing"),
     Unit::Count, &C::prefetch, 0, 8},
    {"async_tensor", PLATEAU_TEXT("Asynchronous tensor parallelism"),
     PLATEAU_TEXT("1 when gathers and scatters of sequence parallelism are cut into pieces that run beside the matrix "
                  "products, all but the first piece and at the penalty of pieces"),
     Unit::None, &C::async_tensor, 0, 1},
    {"split_handovers", PLATEAU_TEXT("Split hand-overs"),
     PLATEAU_TEXT("1 when each tensor rank of a pipeline stage hands over a part of the activations; otherwise each "
                  "sends all of them, unless sequence parallelism keeps them divided"),
     Unit::None, &C::split_handovers, 0, 1, OnStep::NeverSlower},
};

} // namespace

std::span<const StackConstant> stack_constants() { return stack_table; }

const StackConstant* find_stack_constant(const std::string& key)
{
    for (const StackConstant& constant : stack_table)
        if (key == constant.key)
            return &constant;
    return nullptr;
}

namespace {

using files::Need;
using files::Node;
using files::Reader;

/// A list of names, as the values that go with them; without the key the values stay.
template<class Value>
void read_names(Reader& reader, const char* key, const char* complaint, std::vector<Value>& values)
{
    std::vector<std::string> names;
    if (!reader.texts(key, names))
        return;
    values.clear();
    for (const std::string& name : names) {
        if (const auto value = from_name<Value>(name))
            values.push_back(*value);
        else
            reader.refuse(key, {complaint, {Verbatim{name}}}, one_of({names_of<Value>.begin(), names_of<Value>.end()}));
    }
}

void read_defaults(Reader& reader, Stack& stack)
{
    reader.within("defaults", [&](Reader& defaults) {
        defaults.choice("sharding", stack.default_sharding);
        defaults.choice("recompute", stack.default_recompute);
        defaults.flag("sequence_parallel", stack.default_sequence_parallel);
    });
}

void read_captures(Reader& parent, Stack& stack)
{
    parent.within("captures", [&](Reader& reader) {
        reader.texts("generations", stack.captures.generations, Need::Required);
        reader.choice("dense", stack.captures.dense);
        reader.choice("experts", stack.captures.experts);
        reader.text("source", stack.captures.source, Need::Required);
    });
}

void read_software(Reader& reader, Stack& stack)
{
    reader.texts("frameworks", stack.frameworks);
    constexpr double last_year = 9999;
    double years[2] = {0, last_year};
    if (reader.quantities("years", units::Unit::Count, years, Need::Optional, 0, last_year)) {
        stack.first_year = static_cast<int>(years[0]);
        stack.last_year = static_cast<int>(years[1]);
    }
    read_names(reader, "precisions", PLATEAU_TEXT("%1 is not a precision"), stack.precisions);
    reader.choice("attention", stack.attention);
    if (AttentionKernel narrow = stack.attention; reader.choice("narrow_attention", narrow))
        stack.narrow_attention = narrow;
    reader.choice("dispatcher", stack.dispatcher);
    reader.choice("expert_products", stack.expert_products);
    reader.choice("loss", stack.loss);
    reader.choice("graphs", stack.graphs);
    if (bool compiled = false; reader.flag("compile", compiled))
        stack.compiled = compiled;
}

/// `values` of one choice below `runs`, and their source.
void read_ability(Reader& parent, const AbilityRow& row, Stack& stack)
{
    parent.within(row.key, [&](Reader& reader) {
        std::vector<std::string> names;
        reader.texts("values", names);
        reader.text("source", stack.runs_sources.edit()[std::size_t(row.ability)], Need::Required);
        stack.runs.clear(row.ability);
        for (const std::string& name : names) {
            const auto found = std::find(row.values.begin(), row.values.end(), name);
            if (found == row.values.end())
                reader.refuse("values", {PLATEAU_TEXT("%1 is not a value of %2"), {Verbatim{name}, Verbatim{row.key}}},
                              one_of({row.values.begin(), row.values.end()}));
            else
                stack.runs.add(row.ability, int(found - row.values.begin()));
        }
    });
}

/// Where the file does not say which schedules the program has: those that every pipeline has.
void read_abilities(Reader& parent, Stack& stack)
{
    stack.runs_sources.edit().resize(ability_count);
    stack.runs.clear(Ability::Schedules);
    for (const PipelineSchedule usual :
         {PipelineSchedule::GPipe, PipelineSchedule::OneFOneB, PipelineSchedule::Interleaved})
        stack.runs.add(Ability::Schedules, int(usual));
    std::vector<PipelineSchedule> before; // of stacks that were saved before there was `runs`
    read_names(parent, "schedules", PLATEAU_TEXT("%1 is not a pipeline schedule"), before);
    for (const PipelineSchedule schedule : before)
        stack.runs.add(Ability::Schedules, int(schedule));
    parent.within("runs", [&](Reader& reader) {
        for (const AbilityRow& row : ability_rows())
            read_ability(reader, row, stack);
    });
}

void read_calibrated(Reader& parent, Stack& stack)
{
    parent.within("calibrated", [&](Reader& reader) {
        Calibrated record;
        reader.whole("runs", record.runs, 1, 1000000, Need::Required);
        double gpus[2] = {0, 0};
        reader.quantities("gpus", units::Unit::Count, gpus, Need::Required);
        record.least_gpus = gpus[0];
        record.most_gpus = gpus[1];
        reader.texts("hardware", record.hardware, Need::Required);
        reader.texts("kinds", record.kinds);
        reader.quantity("scatter", units::Unit::None, record.scatter, 0, 10, Need::Required);
        reader.quantity("other_hardware", units::Unit::None, record.other_hardware, 0, 10);
        reader.quantity("other_kind", units::Unit::None, record.other_kind, 0, 10);
        reader.texts("constants", record.constants);
        for (const std::string& key : record.constants)
            if (!find_stack_constant(key))
                reader.refuse("constants", {PLATEAU_TEXT("%1 is not a constant of a stack"), {Verbatim{key}}});
        record.covariance.resize(record.constants.size() * (record.constants.size() + 1) / 2);
        if (!record.constants.empty())
            reader.quantities("covariance", units::Unit::None, record.covariance, Need::Required);
        stack.calibrated = std::move(record);
    });
}

void read_tuned(Reader& parent, Stack& stack)
{
    parent.within("tuned", [&](Reader& reader) {
        Tuned record;
        reader.text("hardware", record.hardware, Need::Required);
        reader.texts("from", record.from, Need::Required);
        stack.tuned = std::move(record);
    });
}

} // namespace

EntryFile<Stack> parse_stack(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<Stack> result;
    Stack& stack = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", stack.title, Need::Required);
    if (reader.text("based_on", stack.based_on))
        result.reference_where = reader.where("based_on");
    read_software(reader, stack);
    read_captures(reader, stack);
    read_abilities(reader, stack);
    read_defaults(reader, stack);
    result.constants_where = reader.where("constants");
    const Node* constants = reader.map("constants", stack.based_on.empty() ? Need::Required : Need::Optional);
    static const Node none{Node::Kind::Map, {}, false, {}, {}, 0, 0};
    Reader values(constants ? *constants : none, document.file, errors);
    for (const StackConstant& constant : stack_constants()) {
        ConstantNote note{constant.key, constant.low, constant.high, KnownBy::Estimated};
        read_constant(values, constant, stack.constants.*constant.value, note);
        stack.notes.edit().push_back(std::move(note));
    }
    values.map("cuda_graphs"); // of stacks that were saved before there was `graphs`
    values.finish();
    read_calibrated(reader, stack);
    read_tuned(reader, stack);
    reader.whole("version", stack.version, 1, 1000000);
    reader.texts("sources", stack.sources, Need::Required);
    reader.text("remarks", stack.remarks);
    reader.finish();
    return result;
}

Program program_of(const Stack& stack)
{
    return {stack.id, stack.title, !stack.frameworks.empty() || stack.is_own(), stack.runs, stack.runs_sources};
}

AttentionKernel usual_attention(const Stack& stack, Precision precision)
{
    const bool narrow = precision >= Precision::Fp8 && precision <= Precision::NvFp4;
    return narrow ? stack.narrow_attention.value_or(stack.attention) : stack.attention;
}

Graphs usual_graphs(const Stack& stack, const std::string& generation, bool experts)
{
    const auto& captured_on = stack.captures.generations;
    if (std::find(captured_on.begin(), captured_on.end(), generation) == captured_on.end())
        return stack.graphs;
    return experts ? stack.captures.experts : stack.captures.dense;
}

void inherit_abilities(Stack& stack, const Stack& base)
{
    for (const AbilityRow& row : ability_rows()) {
        const auto place = std::size_t(row.ability);
        if (!stack.runs_sources[place].empty())
            continue;
        stack.runs.copy(row.ability, base.runs);
        stack.runs_sources.edit()[place] = base.runs_sources[place];
    }
}

void inherit_constants(Stack& stack, const Stack& base)
{
    for (std::size_t i = 0; i < base.notes.size(); ++i) {
        if (stack.notes[i].given == Given::Yes)
            continue;
        const auto value = stack_constants()[i].value;
        stack.constants.*value = base.constants.*value;
        stack.notes.edit()[i] = base.notes[i];
    }
}

} // namespace plateau::catalog
