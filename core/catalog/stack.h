// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/plan/plan.h"
#include "core/text/units/quantity.h"

namespace plateau::catalog {

/// A vector whose copies share their elements until one of them is edited: words that thousands of scenarios carry.
template<class T>
class SharedList {
public:
    using const_iterator = typename std::vector<T>::const_iterator;
    using value_type = T;

    SharedList() = default;
    SharedList(std::vector<T> elements) : elements_(std::make_shared<std::vector<T>>(std::move(elements))) { }

    operator const std::vector<T>&() const { return elements_ ? *elements_ : none(); }
    const_iterator begin() const { return list().begin(); }
    const_iterator end() const { return list().end(); }
    std::size_t size() const { return list().size(); }
    bool empty() const { return list().empty(); }
    const T& operator[](std::size_t index) const { return list()[index]; }

    /// This copy's own elements.
    std::vector<T>& edit()
    {
        if (!elements_ || elements_.use_count() > 1)
            elements_ = std::make_shared<std::vector<T>>(list());
        return *elements_;
    }

private:
    const std::vector<T>& list() const { return *this; }
    static const std::vector<T>& none()
    {
        static const std::vector<T> empty;
        return empty;
    }

    std::shared_ptr<std::vector<T>> elements_;
};

// What a program can run of all the plans there are, one choice at a time.

enum class Ability { Sharding, ShardingInPipelines, ShardingOfExperts, Schedules, Context, Formats };
inline constexpr std::size_t ability_count = std::size_t(Ability::Formats) + 1;

/// By ability, a bit for every value of its choice that the program has: none of Schedules means no pipelines, none of
/// Context no context parallelism, none of ShardingOfExperts no expert parallelism beside data parallelism.
class Abilities {
public:
    /// A program that can run every plan.
    constexpr Abilities() { bits_.fill(~std::uint32_t(0)); }

    constexpr bool has(Ability ability, int value) const { return (bits_[std::size_t(ability)] >> value & 1) != 0; }
    template<class Enum>
    constexpr bool has(Ability ability, Enum value) const
    {
        return has(ability, int(value));
    }
    constexpr bool none(Ability ability) const { return bits_[std::size_t(ability)] == 0; }
    constexpr void clear(Ability ability) { bits_[std::size_t(ability)] = 0; }
    constexpr void add(Ability ability, int value) { bits_[std::size_t(ability)] |= std::uint32_t(1) << value; }
    /// Every value of its choice.
    constexpr void fill(Ability ability) { bits_[std::size_t(ability)] = ~std::uint32_t(0); }
    constexpr void copy(Ability ability, const Abilities& other)
    {
        bits_[std::size_t(ability)] = other.bits_[std::size_t(ability)];
    }

    friend constexpr bool operator==(const Abilities&, const Abilities&) = default;

private:
    std::array<std::uint32_t, ability_count> bits_{};
};

/// One of them: what files and sentences know it by.
struct AbilityRow {
    Ability ability;
    const char* key; ///< in the file of a stack
    std::span<const char* const> values; ///< of its choice, by name
    std::span<const char* const> chosen_by; ///< keys of the plan dimensions that a plan needs it by
    bool (*needed)(const Plan&); ///< of a plan with every degree filled in
    int (*value)(const Plan&, Precision); ///< that the plan needs
    const char* lacking; ///< "%1 has no %2": program, value
    const char* lacking_all; ///< where it has none at all; null: as `lacking`
    const char* (*words)(int value);
};
std::span<const AbilityRow> ability_rows(); ///< by Ability

/// The first that a plan needs and the program lacks; null: it runs the plan.
const AbilityRow* lacking(const Abilities& abilities, const Plan& plan, Precision precision);

/// A program as far as plans go.
struct Program {
    std::string stack; ///< id
    std::string title;
    bool known = true; ///< stands for some software; else for any
    Abilities runs;
    SharedList<std::string> sources; ///< by Ability, where that is read; empty: not told
};

/// "Megatron-LM does not run FSDP with pipeline stages (its arguments.py)." Empty where it runs the plan.
Message refusal(const Program& program, const Plan& plan, Precision precision);

/// How the softmax(QK^T)V core is computed.
enum class AttentionKernel {
    Unfused, ///< separate batched matmuls, scale, mask, softmax, dropout
    FusedSoftmax, ///< batched matmuls around one fused scale-mask-softmax kernel
    Flash1, ///< FlashAttention 1
    Flash2,
    Flash2Triton, ///< FlashAttention written in Triton (llm-foundry)
    Sdpa, ///< PyTorch scaled_dot_product_attention on FlashAttention 2
    CudnnFlash,
    Flash3,
};
/// What of a step the host replays from captured CUDA graphs.
enum class Graphs {
    None,
    Attention, ///< of each layer
    Router, ///< attention, router and what goes with it
    Full, ///< the whole forward and backward pass; what experts get has a fixed size then
};
/// How the tokens of a layer travel to their experts and back.
enum class Dispatcher {
    AllToAll, ///< every copy of a token on its own
    DeepEp, ///< a token once to each domain, there once to each rank that has some of its experts
    HybridEp, ///< the same
};

/// What a dispatcher as it is usually built refuses of experts over `ranks` accelerators, in domains of `domain`:
/// HybridEP other domains (deepseek-ai/DeepEP 41cad944, docs/README_Hybrid-EP.md), DeepEP counts that it has no
/// settings for (the same repository, deep_ep/buffer.py, get_dispatch_config). Empty: it runs them.
Message dispatcher_refusal(Dispatcher dispatcher, int ranks, double domain);

/// How the host launches the products of the experts that a rank has.
enum class ExpertProducts {
    Grouped, ///< those of all experts at once
    Each, ///< a library launches those of each expert
    Loop, ///< the program calls one expert after another
};

/// How head and loss work on the tokens of a micro-batch.
enum class Loss {
    Whole, ///< all logits are there at once
    Chunked, ///< some tokens at a time
    Fused, ///< so few at a time that their logits take the room of the hidden states
};

inline bool is_flash(AttentionKernel kernel) { return kernel >= AttentionKernel::Flash1; }

/// What differs between software stacks: a handful of named constants, each with a meaning (stack_constants())
/// and, in the stack's file or in the one that all stacks extend (Catalog::common), a value, a range and a source.
/// Not a number until a file has given it. A stack is software - framework, year, kernels - never a site or a
/// publication.
struct StackConstants {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    // kernels
    double kernel_efficiency = missing; ///< x GEMM efficiency: sustained clocks, stream contention
    double memory_passes = missing; ///< x element-wise traffic: how unfused the small kernels are
    double compiled_kernels = missing; ///< share of the element-wise kernels that a compiler fuses
    double attention_factor = missing; ///< x FlashAttention efficiency
    double score_passes = missing; ///< passes over the score matrix when attention is not flash
    double norm_bytes = missing; ///< more element-wise traffic where norms are not fused, per hidden element
    double misaligned_head_factor = missing; ///< x batched-matmul time when the head size is no multiple of 8
    double loss_bytes_per_logit = missing; ///< memory traffic of softmax cross-entropy
    double conversion_reads = missing; ///< of an operand in 16 bit before it is written in a narrow format
    double separate_clamps = missing; ///< the steps of a clamped activation are kernels of their own
    double bias_row_seconds = missing; ///< of a row, where gradients of experts' biases are added up row by row
    double accumulation_bytes = missing; ///< gradient-buffer traffic per parameter and micro-batch
    double optimizer_bytes = missing; ///< optimizer traffic per updated parameter
    double layer_launch_seconds = missing; ///< host time to launch one layer's forward pass
    double step_fixed_seconds = missing; ///< host time per step: data loader, logging, gradient clipping
    double owner_seconds = missing; ///< of ZeRO that moves each owner's tensors apart: per step, owner and layer
    // network
    double fabric_fraction = missing; ///< x achieved rate inside the scale-up domain
    double network_fraction = missing; ///< x achieved rate of the scale-out network
    double latency_factor = missing; ///< x the collective library's latency constants
    double bucket_bytes = missing; ///< size of one gradient bucket
    // overlap
    double fsdp_overlap_penalty = missing; ///< rho in max(compute, traffic) + rho min(compute, traffic)
    double layers_per_unit = missing; ///< layers FSDP gathers and scatters together
    double data_overlap = missing; ///< share of gradient traffic hidden under the backward pass
    double tensor_overlap = missing; ///< share of tensor-parallel traffic hidden
    double expert_overlap = missing; ///< share of expert-parallel traffic hidden
    double sequence_parallel_factor = missing; ///< x tensor-parallel traffic when sequence parallel is on
    double compute_slowdown = missing; ///< compute slow-down while communication runs beside it
    double jitter_per_doubling = missing; ///< step time added per doubling of scale-up domains
    // memory
    double gradient_bytes = missing; ///< bytes of the accumulated gradient per parameter
    double optimizer_state_bytes = missing; ///< master copy, moments, and what the update itself needs, per parameter
    double reduction_bytes = missing; ///< bytes per gradient on the wire
    double activation_hidden_bytes = missing; ///< kept by norms and residuals, per token and hidden element
    double activation_ffn_bytes = missing; ///< kept by a plain feed-forward block, per token and ffn element
    double activation_gated_bytes = missing; ///< the same for a gated block (SwiGLU)
    double activation_expert_bytes = missing; ///< kept per copy of a token sent to an expert, per hidden element
    double activation_rotary_bytes = missing; ///< kept beside what rotary embedding turns, per token and turned element
    double activation_score_bytes = missing; ///< per score element, where the score matrix is kept
    double activation_norm_bytes = missing; ///< more for unfused norms (fp32 copies), per token and hidden element
    double narrow_inputs = missing; ///< 1: inputs of products are kept in the products' narrow format
    double narrow_weights
        = missing; ///< 1: copies of weights in the narrow format are kept from one micro-batch to the next
    double logit_bytes = missing; ///< bytes held per logit at the loss
    double fixed_memory_bytes = missing; ///< context, communication library, allocator floor
    double fragmentation = missing; ///< share of the dynamic memory lost to fragmentation
    // switches (0 or 1)
    double vocab_parallel_loss = missing; ///< logits stay sharded by tensor parallelism
    double selective_operators = missing; ///< selective recomputation keeps some operators, not all but attention
    double repeated_products = missing; ///< share of the matrix products that it then repeats
    double stops_early = missing; ///< full recomputation leaves a layer's last product out
    double reshard_after_forward = missing; ///< FSDP gathers again in the backward pass
    double zero2_in_units = missing; ///< ZeRO-2 gathers and scatters by unit, as FSDP does
    double reshard_in_pipeline = missing; ///< FSDP in a pipeline gathers and scatters for each micro-batch
    double scatter_once = missing; ///< sharded gradients are kept whole and scattered after the last micro-batch
    double prefetch = missing; ///< units FSDP gathers ahead of the one that computes
    double async_tensor = missing; ///< tensor-parallel traffic cut into pieces that overlap with the products
    double split_handovers = missing; ///< stages hand activations over cut among the tensor ranks

    friend bool operator==(const StackConstants&, const StackConstants&) = default;
};

/// What more of a number does to the step of a plan, all else equal.
enum class OnStep { Anything, Nothing, NeverFaster, NeverSlower };

/// One row of a table of constants: what files, panels, fits and tests know one of `Values` by.
template<class Values>
struct ConstantRow {
    const char* key;
    const char* label;
    const char* meaning;
    units::Unit unit;
    double Values::*value;
    double low; ///< what may be asked; a fit stays inside the range of the stack (ConstantNote)
    double high;
    OnStep on_step = OnStep::Anything;
};
using StackConstant = ConstantRow<StackConstants>;
std::span<const StackConstant> stack_constants();
/// Null when there is no such constant.
const StackConstant* find_stack_constant(const std::string& key);

/// Whether a file has a value for a constant.
enum class Given { No, Yes };

/// Where one constant comes from.
struct ConstantNote {
    std::string key;
    double low = 0; ///< plausible range
    double high = 0;
    KnownBy known_by = KnownBy::Estimated;
    std::string source = {};
    Given given = Given::No;
    std::string file = {}; ///< that gives it
    std::vector<std::string> fitted_on = {}; ///< tables of published runs (presets/evidence) it was fitted to
    std::optional<double> documented = {}; ///< what is read of the software where the value was fitted
};

/// What runs of one's own say about a stack's constants, and how far they reach: kept with the stack that was
/// calibrated on them (evidence/calibrate.h), so that every prediction made with it can say how sure it is
/// (estimate/reach.h).
struct Calibrated {
    int runs = 0;
    double least_gpus = 0; ///< of the runs
    double most_gpus = 0;
    std::vector<std::string> hardware; ///< accelerators of the runs, by id
    std::vector<std::string> kinds; ///< parallelism the runs used: parallelism_kinds()
    double scatter = 0; ///< of ln step time, one run around the model
    double other_hardware = 0; ///< more of it on an accelerator that no run used
    double other_kind = 0; ///< more of it per kind of parallelism that no run used
    std::vector<std::string> constants; ///< keys of the constants that decide step time
    std::vector<double> covariance; ///< of their values after the runs: rows of the lower triangle
};

/// What measured collectives, kernels and matrix products say about a stack's constants: kept with the profile that was
/// made of them. Which constants, and within what, their notes tell.
struct Tuned {
    std::string hardware; ///< accelerator they were measured on, by id
    std::vector<std::string> from; ///< files, each with what it holds
};

/// On newer accelerators recipes of a program capture graphs without being asked.
struct Captures {
    std::vector<std::string> generations; ///< of accelerators
    Graphs dense = Graphs::None;
    Graphs experts = Graphs::None;
    std::string source;
};

/// A software stack.
struct Stack {
    std::string id;
    std::string title;
    std::string file;
    std::string based_on; ///< id of the stack whose values hold for what this one's file leaves out
    std::vector<std::string> frameworks; ///< what a run may call it: "NeMo", "Megatron-LM"
    int first_year = 0; ///< generation of the software this stands for
    int last_year = 9999;
    std::vector<Precision> precisions; ///< empty: any
    std::optional<bool> compiled; ///< stands for compiled or for eager models only; else for either
    AttentionKernel attention = AttentionKernel::Flash2; ///< what the stack uses unless told
    std::optional<AttentionKernel> narrow_attention; ///< beside products in 8 bit or fewer, where that is another
    Dispatcher dispatcher = Dispatcher::AllToAll; ///< likewise
    ExpertProducts expert_products = ExpertProducts::Each; ///< likewise
    Loss loss = Loss::Whole; ///< likewise
    Graphs graphs = Graphs::None; ///< likewise, but for what it captures on newer accelerators
    Captures captures;
    StackConstants constants;
    SharedList<ConstantNote> notes; ///< one per constant of the table, in its order
    std::vector<std::string> sources;
    std::string remarks;
    // What this software does when a configuration does not say.
    DataParallelMode default_sharding = DataParallelMode::Fsdp;
    Recompute default_recompute = Recompute::None;
    bool default_sequence_parallel = false; ///< when tensor degree > 1
    int version = 0; ///< how often it was saved under its name; 0: a stack that somebody wrote
    std::optional<Calibrated> calibrated = {};
    std::optional<Tuned> tuned = {};
    Abilities runs;
    SharedList<std::string> runs_sources = {}; ///< by Ability, where that is read; empty: not told

    bool is_own() const { return calibrated || tuned; } ///< of one's own measurements; stands for no published software
};
Program program_of(const Stack& stack);
AttentionKernel usual_attention(const Stack& stack, Precision precision);
/// What the stack captures where nobody says.
Graphs usual_graphs(const Stack& stack, const std::string& generation, bool experts);

} // namespace plateau::catalog

template<>
inline constexpr std::array plateau::names_of<plateau::catalog::AttentionKernel>{
    "unfused", "fused_softmax", "flash1", "flash2", "flash2_triton", "flash2_sdpa", "cudnn_flash", "flash3"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::Dispatcher>{"alltoall", "deepep", "hybridep"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::ExpertProducts>{"grouped", "each", "loop"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::Loss>{"whole", "chunks", "fused"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::Graphs>{"none", "attention", "router", "full"};
