// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/message.h"

namespace plateau {

using catalog::AttentionKernel;
using catalog::Precision;

enum class BatchMode { PerGpu, Total };
enum class Fp8Scaling { Tensor, Block, Row };
enum class Pricing { Rented, Owned };
/// What training changes: all weights, or low-rank adapters beside frozen ones (LoRA, 2106.09685).
enum class FineTune { None, Lora };
/// The products that have an adapter.
enum class LoraModules { Attention, All };

template<>
inline constexpr std::array names_of<BatchMode>{"per_gpu", "total"};
template<>
inline constexpr std::array names_of<Fp8Scaling>{"tensor", "block", "row"};
template<>
inline constexpr std::array names_of<Pricing>{"rented", "owned"};
template<>
inline constexpr std::array names_of<FineTune>{"none", "lora"};
template<>
inline constexpr std::array names_of<LoraModules>{"attention", "all"};

/// How the scale-out network is built beyond the accelerator's usual tiers (network_tiers()).
struct Fabric {
    double pod_gpus = 0; ///< accelerators joined at the full rate; 0: all of them
    bool rails = false; ///< each pod switch serves one card of every host, so a pod holds per_host times as many
    double site_gpus = 0; ///< accelerators of one data centre; 0: all of them
    double site_bandwidth_bytes_per_s = 1.25e9; ///< per accelerator and direction, between data centres
    double site_latency_seconds = 5e-3; ///< one way
    bool network_reduction = false; ///< switches of the network sum (SHARP)
    catalog::GatherAlgorithm gather = catalog::GatherAlgorithm::Library;
};

struct Cluster {
    double gpus = 128;
    catalog::Accelerator accelerator;
    std::vector<catalog::NetworkTier> tiers; ///< the accelerator's own, with the scenario's changes
    Fabric fabric;
};
/// The tiers a plan sees: those of the cluster, with pods and data centres put in where the fabric has them. Between
/// pods each accelerator has the line rate divided by the oversubscription; without pods the whole scale-out network
/// has. A group that spans data centres crosses between them with the links of one scale-up domain.
std::vector<catalog::NetworkTier> network_tiers(const Cluster& cluster);

struct Workload {
    catalog::ModelShape shape;
    double sequence = 4096;
    double document_length = 0; ///< tokens that attention stays among where documents are packed; 0: the sequence
    BatchMode batch_mode = BatchMode::PerGpu;
    double sequences_per_gpu = 2;
    double global_batch = 256; ///< sequences; used when batch_mode is Total
    Precision precision = Precision::Bf16;
    catalog::FlopConvention counted_flop = catalog::FlopConvention::FullAttention; ///< by MFU and HFU
    double tokens = 1e12; ///< tokens of the whole training run
    double capacity_factor = 0; ///< token slots of an expert over its mean share; 0: no token is dropped
    FineTune fine_tune = FineTune::None;
    int lora_rank = 16;
    LoraModules lora_modules = LoraModules::Attention;
};

/// Tokens that attention reaches: of the sequence, or of a document in it.
inline double attended_tokens(const Workload& workload)
{
    return workload.document_length > 0 ? std::min(workload.document_length, workload.sequence) : workload.sequence;
}

enum class OptimizerKind {
    Adam,
    Adam16,
    Adam8,
    Muon,
    Adafactor,
    GaLore,
    Lion,
    Lion8,
    Sophia,
    AdEMAMix,
    Adagrad,
    Momentum,
    Sgd,
};
/// What an optimizer holds: per parameter, and of every matrix m x n of the layers.
struct OptimizerOption {
    const char* name;
    const char* label;
    const char* help;
    double moment_bytes;
    double master_bytes;
    double line_bytes = 0; ///< of each row and of each column of a matrix
    double projected_bytes = 0; ///< of each element of a gradient projected to rank r: r max(m, n) of them
    double projection_bytes = 0; ///< of each element of the projection, r min(m, n)
    double table_bytes = 0; ///< beside moment_bytes, per parameter of embedding and head
};
inline constexpr double block_of_8_bit = 256; ///< values that share one fp32 scale (bitsandbytes, 2110.02861)
inline constexpr OptimizerOption optimizer_options[] = {
    {"adam", "AdamW", PLATEAU_TEXT("Two moments and a master copy in fp32."), 8, 4},
    {"adam_bf16", PLATEAU_TEXT("AdamW in bf16"),
     PLATEAU_TEXT("Weights, gradients and both moments in bf16, no master copy."), 4, 0},
    {"adam_8bit", PLATEAU_TEXT("AdamW, 8-bit moments"),
     PLATEAU_TEXT("Both moments in 8 bit with an fp32 scale for every 256 (2110.02861); a master copy in fp32."),
     2 + 2 * 4 / block_of_8_bit, 4},
    {"muon", "Muon",
     PLATEAU_TEXT("One fp32 momentum and a master copy; updates are made orthogonal by five Newton-Schulz iterations "
                  "on whole matrices; embedding and head have AdamW (2502.16982)."),
     4, 4, 0, 0, 0, 4},
    {"adafactor", "Adafactor",
     PLATEAU_TEXT("A second moment for each row and each column of a matrix, in fp32, no first moment (1804.04235); a "
                  "master copy in fp32."),
     0, 4, 4},
    {"galore", "GaLore",
     PLATEAU_TEXT("AdamW on gradients of the layers' matrices projected to a rank, in fp32, and the projection "
                  "(2403.03507); embedding and head have AdamW. The decomposition every 200 steps is not counted."),
     0, 4, 0, 8, 4, 8},
    {"lion", "Lion", PLATEAU_TEXT("One fp32 momentum and a master copy (2302.06675)."), 4, 4},
    {"lion_8bit", PLATEAU_TEXT("Lion, 8-bit momentum"),
     PLATEAU_TEXT("One momentum in 8 bit with an fp32 scale for every 256; a master copy in fp32."),
     1 + 4 / block_of_8_bit, 4},
    {"sophia", "Sophia",
     PLATEAU_TEXT("A momentum and the diagonal of the Hessian in fp32, and a master copy (2305.14342). The pass that "
                  "estimates the diagonal every ten steps is not counted."),
     8, 4},
    {"ademamix", "AdEMAMix", PLATEAU_TEXT("Two momenta and a second moment in fp32, and a master copy (2409.03137)."),
     12, 4},
    {"adagrad", "Adagrad, RMSprop", PLATEAU_TEXT("One second moment and a master copy in fp32."), 4, 4},
    {"sgd_momentum", PLATEAU_TEXT("SGD with momentum"), PLATEAU_TEXT("One momentum and a master copy in fp32."), 4, 4},
    {"sgd", "SGD", PLATEAU_TEXT("No moments; a master copy in fp32."), 0, 4},
};
template<>
inline constexpr auto names_of<OptimizerKind> = option_names(optimizer_options);

/// What is held and sent in fewer bytes than usual. The defaults change nothing.
struct Numerics {
    OptimizerKind optimizer = OptimizerKind::Adam;
    Fp8Scaling fp8_scaling = Fp8Scaling::Tensor;
    double weight_wire_bytes = 2; ///< per gathered parameter; 1: fp8 all-gather
    double activation_wire_bytes = 2; ///< per activation element between ranks
    double base_weight_bytes = 2; ///< per frozen weight of the layers beside adapters; 0.5 and scales: 4 bit
    double moment_bytes = 8; ///< optimizer moments per parameter: two of fp32; those of each matrix come on top
    double master_bytes = 4; ///< master copy per parameter; 0: none
    double optimizer_rank = 128; ///< that gradients are projected to
    friend bool operator==(const Numerics&, const Numerics&) = default;
};

/// Shares of the states and activations that live in host memory, and the way there.
struct Offload {
    double optimizer = 0;
    double parameters = 0;
    double gradients = 0; ///< of those that ranks share
    double activations = 0;
    double host_update_bytes_per_s = 30e9; ///< host memory rate of the optimizer step, per accelerator
    bool any() const { return optimizer > 0 || parameters > 0 || gradients > 0 || activations > 0; }
    friend bool operator==(const Offload&, const Offload&) = default;
};

/// Who pays what. Rented: dollars per accelerator and hour, power included. Owned: hardware written off over its
/// working hours, and electricity.
struct Money {
    Pricing pricing = Pricing::Rented;
    double usd_per_gpu = 0; ///< to buy: one accelerator's share of its host
    double network_usd_per_gpu = 0; ///< to buy: its share of switches, optics and cables
    double network_usd_per_gpu_hour = 0; ///< rented beside the accelerators
    double years = 4;
    double utilization = 0.8; ///< of the calendar hours of those years
    double usd_per_kwh = 0.08;
    double grid_g_per_kwh = 370; ///< carbon intensity of the electricity, location-based
};

/// What interrupts a run and what an interruption costs.
struct Reliability {
    double node_mtbf_seconds = 0; ///< mean time between interruptions of one host; 0: never
    double storage_bytes_per_s = 1e9; ///< checkpoint writing, per host
    double storage_total_bytes_per_s = 2e12; ///< of the whole storage
    double checkpoint_seconds = 0; ///< to write one; 0: from its size
    double checkpoint_interval_seconds = 0; ///< 0: the optimal one
    double restart_seconds = 0;
    double repair_seconds = 0; ///< until a failed host is back; 0: replaced at once
    double spare_nodes = 0;
};

struct Assumptions {
    catalog::Stack stack;
    bool any_software = false; ///< a search also proposes what the stack does not run
    double memory_headroom = 0.1; ///< share of the memory that a search leaves free: estimates err
    AttentionKernel attention = AttentionKernel::Flash2;
    catalog::Dispatcher dispatcher = catalog::Dispatcher::AllToAll;
    catalog::ExpertProducts expert_products = catalog::ExpertProducts::Each;
    catalog::Loss loss = catalog::Loss::Whole;
    catalog::Graphs graphs = catalog::Graphs::None;
    double expert_imbalance = 1; ///< tokens of the busiest expert-parallel rank over the mean
    double expert_spread = 0; ///< of the tokens of an expert: standard deviation over mean
    double usd_per_gpu_hour = 2.99;
    double pue = 1.2;
    double network_watts = 90; ///< scale-out network, per accelerator
    double local_steps = 1; ///< optimizer steps between exchanges of replicas
    double recomputed_layers = 1; ///< share of the layers that full recomputation repeats; the others keep all
    Numerics numerics;
    Offload offload;
    Money money;
    Reliability reliability;
    std::shared_ptr<const catalog::Physics> physics; ///< the catalog's
    catalog::SharedList<catalog::AssumedValue> assumed; ///< the catalog's, with their sources
    catalog::SharedList<catalog::Program> programs; ///< the catalog's
};
/// Where the catalog's value of this key comes from; null when it has none.
const catalog::AssumedValue* assumed_value(const Assumptions& assumptions, const std::string& key);

/// By what more GPUs are judged; changes no estimate.
struct Returns {
    double knee_factor = 1.5; ///< a doubling that brings less no longer pays; 2 is ideal
    double base_gpus = 0; ///< scaling efficiency is relative to this count; 0: the smallest that fits
    double critical_batch_tokens = 0; ///< at which the tokens to a loss have doubled; 0: by rule
};

/// A parameter's value: a number (SI; switches are 0 or 1) or a name out of a list. The text "auto", where a search
/// may choose the parameter, stands for "open".
using Value = std::variant<double, std::string>;

/// What the user or a file says of a question, of whatever kind.
struct Choices {
    std::string title;
    std::string notes;
    bool shipped = false; ///< title and notes are those of a preset that comes with the program: they are translated
    std::map<std::string, Value> overrides; ///< key -> value, of everything the user or the file set
    std::set<std::string> locked; ///< plan keys a search must keep; only training has a plan
    std::set<std::string> open; ///< plan keys set to `auto`; never in overrides as well
    std::map<std::string, std::string> view; ///< what the window remembers beside the question; kept as it stands
    std::string presets; ///< preset_hash() when the file was saved; empty: not recorded
    std::vector<Unsaid> unsaid; ///< what a reader did not find in the file, or not understand; unsaid() says all
    std::vector<Message> remarks; ///< what was noticed or is assumed; not part of the question

    /// Same question? Compares what was chosen, not what it resolved to.
    bool same_choices(const Choices& other) const
    {
        return overrides == other.overrides && locked == other.locked && open == other.open;
    }
};

inline Argument title_of(const Choices& choices) { return catalog::words_of_file(choices.title, choices.shipped); }
inline Argument notes_of(const Choices& choices) { return catalog::words_of_file(choices.notes, choices.shipped); }

/// One what-if question. A plain value: names and overrides say what the user chose, the rest is what those
/// resolve to against a catalog (resolve()). Two scenarios with equal names and overrides resolve equally.
struct Scenario : Choices {
    Cluster cluster;
    Workload workload;
    Plan plan;
    Assumptions assumptions;
    Returns returns;
};

/// Fills cluster, workload, plan and assumptions from the catalog and the overrides: names first (hardware, model,
/// stack), then what follows from them, then the user's values in table order. Fails on an unknown key, an illegal
/// value and a name the catalog does not have, naming the nearest.
/// What follows: the assumptions file's values first; network tiers, price, what it costs to buy and precision (bf16,
/// else fp16) from the hardware; sequence from the model; attention kernel, dispatcher, loss, sharding and
/// recomputation from the stack (no FlashAttention on accelerators without bf16, no FlashAttention 3 without fp8; the
/// loss in chunks where one sequence's logits would take more than half of the memory); a custom hidden size keeps the
/// model's ffn / hidden ratio and gives heads of hidden / heads; another number of layers keeps the share that has a
/// window, and of a mixture at least one layer with experts; virtual stages above one mean the interleaved schedule,
/// and that schedule means two of them.
Expected<Scenario> resolve(const catalog::Catalog& catalog, Scenario scenario);

/// The question the window asks when nobody has asked one: every parameter at its default.
Expected<Scenario> default_scenario(const catalog::Catalog& catalog);

/// The scenario with one key changed and everything that is not overridden re-resolved. `auto` opens a plan key.
/// Refuses what the hardware does not have (a precision, an attention kernel); a change of hardware keeps such an
/// override, and the estimate then says what is missing.
Expected<Scenario> with(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key,
                        const std::string& text);
Expected<Scenario> with_value(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key,
                              Value value);
/// Several keys at once, in any order; resolved once. Errors as with().
Expected<Scenario> with_all(const catalog::Catalog& catalog, const Scenario& scenario,
                            const std::vector<std::pair<std::string, Value>>& changes);
/// The scenario with one key back at its default.
Expected<Scenario> without(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key);

/// What `key` would be had the user not set it.
Value default_value(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key);

/// The questions that scenarios are places to begin from, in the order in which people see them.
struct Beginning {
    const char* name; ///< in the view of a training scenario, as `asks`; every limits scenario asks for the end
    const char* title;
};

inline std::span<const Beginning> beginnings()
{
    static constexpr std::array<Beginning, 4> all{{
        {"more", PLATEAU_TEXT("Where does more stop paying off?")},
        {"hardware", PLATEAU_TEXT("Which hardware?")},
        {"layout", PLATEAU_TEXT("How is it laid out?")},
        {"end", PLATEAU_TEXT("Where must scaling end?")},
    }};
    return all;
}

/// What a training scenario's view names; null: none of them.
inline const Beginning* beginning_of(const std::map<std::string, std::string>& view)
{
    const auto asks = view.find("asks");
    for (const Beginning& one : beginnings())
        if (asks != view.end() && asks->second == one.name)
            return &one;
    return nullptr;
}

/// What follows from the optimizer and the number format unless it is told: moments, master copy, frozen weights, bytes
/// on the wire. Weights that are stored in 32 bit are their own master copy.
inline void follow_formats(Numerics& numerics, OptimizerKind optimizer, Precision precision)
{
    const OptimizerOption& option = optimizer_options[std::size_t(optimizer)];
    const bool wide = precision == Precision::Tf32;
    numerics.optimizer = optimizer;
    numerics.moment_bytes = option.moment_bytes;
    numerics.master_bytes = wide ? 0 : option.master_bytes;
    numerics.weight_wire_bytes = numerics.activation_wire_bytes = numerics.base_weight_bytes = wide ? 4 : 2;
}

} // namespace plateau
