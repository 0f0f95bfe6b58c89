// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"

namespace plateau {

using catalog::AttentionKernel;
using catalog::Precision;

enum class BatchMode { PerGpu, Total };
enum class DataParallelMode { Ddp, Zero1, Zero2, Fsdp, Hsdp };
enum class Recompute { None, Selective, Full };
enum class PipelineSchedule { GPipe, OneFOneB, Interleaved };

/// How the work is laid out. 0 in a degree means "follows" (dp) or "auto".
struct Plan {
    int micro_batch = 1; ///< sequences per micro-batch and rank
    int dp = 0; ///< data degree, replicas and shards together; 0 follows from the GPU count
    int tp = 1; ///< tensor
    int pp = 1; ///< pipeline
    int cp = 1; ///< context
    int ep = 1; ///< expert, inside the data degree
    int shard_group = 0; ///< ranks that share one copy of the states under HSDP; 0: one scale-up domain
    int virtual_stages = 1; ///< model chunks per pipeline rank
    DataParallelMode dp_mode = DataParallelMode::Fsdp;
    PipelineSchedule schedule = PipelineSchedule::OneFOneB;
    Recompute recompute = Recompute::None;
    bool sequence_parallel = false;
    bool fit_to_batch = false; ///< double tensor, then pipeline degree while the data degree exceeds the batch

    friend bool operator==(const Plan&, const Plan&) = default;
};

struct Cluster {
    double gpus = 128;
    catalog::Accelerator accelerator;
    std::vector<catalog::NetworkTier> tiers; ///< the accelerator's own, with the scenario's changes
};

struct Workload {
    catalog::ModelShape shape;
    double sequence = 4096;
    BatchMode batch_mode = BatchMode::PerGpu;
    double sequences_per_gpu = 2;
    double global_batch = 256; ///< sequences; used when batch_mode is Total
    Precision precision = Precision::Bf16;
    double tokens = 1e12; ///< tokens of the whole training run
};

struct Assumptions {
    catalog::Stack stack;
    AttentionKernel attention = AttentionKernel::Flash2;
    double usd_per_gpu_hour = 2.99;
    double pue = 1.2;
    double network_watts = 90; ///< scale-out network, per accelerator
};

/// By what more GPUs are judged; changes no estimate.
struct Returns {
    double knee_factor = 1.5; ///< a doubling that brings less no longer pays; 2 is ideal
    double base_gpus = 0; ///< scaling efficiency is relative to this count; 0: the smallest that fits
    double critical_batch_tokens = 0; ///< at which the tokens to a loss have doubled; 0: by rule
};

/// A parameter's value: a number (SI; switches are 0 or 1) or a name out of a list. The text "auto", where a search
/// may choose the parameter, stands for "open".
using Value = std::variant<double, std::string>;

/// One what-if question. A plain value: names and overrides say what the user chose, the rest is what those
/// resolve to against a catalog (resolve()). Two scenarios with equal names and overrides resolve equally.
struct Scenario {
    std::string title;
    std::string notes;
    std::map<std::string, Value> overrides; ///< key -> value, of everything the user or the file set
    std::set<std::string> locked; ///< plan keys a search must keep
    std::set<std::string> open; ///< plan keys set to `auto`; never in overrides as well
    std::map<std::string, std::string> view; ///< what the window remembers beside the question; kept as it stands
    std::string presets; ///< preset_hash() when the file was saved; empty: not recorded
    std::vector<Message> remarks; ///< what the reader noticed; not part of the question

    Cluster cluster;
    Workload workload;
    Plan plan;
    Assumptions assumptions;
    Returns returns;

    /// Same question? Compares what was chosen, not what it resolved to.
    bool same_choices(const Scenario& other) const;
};

/// Fills cluster, workload, plan and assumptions from the catalog and the overrides: names first (hardware, model,
/// stack), then what follows from them, then the user's values in table order. Fails on an unknown key, an illegal
/// value and a name the catalog does not have, naming the nearest.
/// What follows: network tiers, price and precision (bf16, else fp16) from the hardware; sequence from the model;
/// attention kernel, sharding and recomputation from the stack (no FlashAttention on accelerators without bf16, no
/// FlashAttention 3 without fp8); a custom hidden size keeps the model's ffn / hidden ratio and gives heads of
/// hidden / heads; virtual stages above one mean the interleaved schedule, and that schedule means two of them.
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

// The enumerations' names as files and flags spell them.
const char* name(BatchMode);
const char* name(DataParallelMode);
const char* name(Recompute);
const char* name(PipelineSchedule);
const char* name(AttentionKernel);
const char* name(Precision);
/// The other way round; nothing when the text is none of them.
template<class Enum>
std::optional<Enum> from_name(const std::string& text);

} // namespace plateau
