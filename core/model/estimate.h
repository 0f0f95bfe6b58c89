// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/model/part.h"
#include "core/physics/collectives/collectives.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// One model, two speeds: evaluate() is all the physics, explain() is evaluate() with its reasons attached.
namespace plateau {

enum class Verdict { Fits, Tight, DoesNotFit, Impossible };
template<>
inline constexpr std::array names_of<Verdict>{"fits", "tight", "does_not_fit", "impossible"};

/// Why a plan is impossible; each names the parameter that causes it (obstacle_key()).
enum class Obstacle {
    None,
    TooFewGpus, ///< tp x pp x cp exceeds the GPUs
    DegreesExceedGpus, ///< the typed data degree needs more GPUs than there are
    HeadsNotDivisible, ///< tensor degree does not divide the heads
    TooManyStages, ///< more stages than layers
    StagesUneven, ///< virtual stages do not divide the layers of a stage
    BatchTooSmall, ///< fewer sequences than data-parallel ranks
    MicroBatchTooLarge, ///< micro-batch exceeds the sequences of a rank
    SequenceNotDivisible, ///< context degree does not divide the sequence
    ShardGroupMismatch, ///< HSDP shard group does not divide the data degree
    PrecisionMissing, ///< the accelerator has no such precision
    ExpertsNotDivisible, ///< expert degree does not divide the experts
    ExpertRanksUneven, ///< expert degree x expert tensor degree does not divide the ranks of a stage
    ExpertTensorMismatch, ///< expert tensor degree does not divide the tensor degree
    StagesNotPaired, ///< the schedule needs an even number of stages
    StatedStagesFolded, ///< the schedule puts stages from both ends on a rank, and layers of one are stated
    FirstStageMismatch, ///< the first stage's layers leave too few for the others
    LastStageMismatch, ///< the last stage's layers do not fit beside those of the others
    KeyValueHeadsUneven, ///< key-value heads do not divide the heads
    PowerLimitTooLow, ///< not above idle power
    NotInSoftware, ///< the software stack does not run it; of plans that may not be proposed, no estimate's
    Unsound, ///< a number came out that cannot be (unsound_part())
};
inline constexpr std::size_t obstacle_count = std::size_t(Obstacle::Unsound) + 1;
const char* obstacle_key(Obstacle obstacle); ///< "" for None
const char* obstacle_word(Obstacle obstacle); ///< what is wrong in one word: "heads"; "" for None

/// A scenario with catalog, stack and network resolved into plain numbers. Immutable; shared between threads.
struct Prepared;
std::shared_ptr<const Prepared> prepare(const Scenario& scenario);
/// The same question on another number of GPUs; cheap.
std::shared_ptr<const Prepared> at_gpus(const Prepared& prepared, double gpus);
double gpus(const Prepared& prepared);
const Plan& plan(const Prepared& prepared);

/// The numbers of one plan. Fixed size, no strings: what a search compares. N: double, or a number that writes down how
/// it was computed.
template<class N>
struct PartsOf {
    Verdict verdict = Verdict::Impossible;
    Obstacle obstacle = Obstacle::None;
    Plan plan; ///< with every degree filled in
    N gpus = 0; ///< available
    N gpus_used = 0;
    N domain_used = 0; ///< accelerators of one scale-up domain in use
    N micro_batches = 0; ///< per data-parallel rank and step
    N global_batch = 0; ///< sequences
    N step_seconds = 0;
    N tokens_per_s = 0;
    N model_flop_per_token = 0; ///< as Workload::counted_flop says
    N causal_flop_per_token = 0;
    N six_n_per_token = 0;
    N executed_flop_per_token = 0; ///< the same, recomputation included
    N peak_flops = 0; ///< per device, dense, at the scenario's precision
    N memory_bytes = 0;
    N memory_limit_bytes = 0;
    N power_watts = 0; ///< board, per device
    N node_watts = 0; ///< per node of per_host devices
    N facility_watts = 0; ///< whole cluster, spares and PUE included
    N usd_per_million_tokens = 0;
    N host_bytes = 0; ///< of host memory, per device (offload)
    N host_limit_bytes = 0;
    N goodput = 1; ///< share of the time that advances the run (training_run.h)
    N run_seconds = 0; ///< to train on all tokens, interruptions included
    N run_joules = 0; ///< of the facility
    N run_kg_co2e = 0;
    N run_usd = 0;
    std::array<N, part_count> value{}; ///< exposed seconds, bytes, watts, dollars
    std::array<N, part_count> busy{}; ///< time parts: seconds worked, hidden ones included

    const N& operator[](Part part) const { return value[static_cast<int>(part)]; }
    N& operator[](Part part) { return value[static_cast<int>(part)]; }
    bool possible() const { return obstacle == Obstacle::None; }
    bool fits() const { return verdict == Verdict::Fits || verdict == Verdict::Tight; }

    /// A share of the peak cannot exceed it: not a number where it would, as when more attention is counted than a
    /// causal kernel executes.
    static N share_of_peak(const N& share) { return share <= 1 ? share : unknown(); }
    static N unknown() { return std::numeric_limits<double>::quiet_NaN(); }

    N tokens_per_s_per_gpu() const { return tokens_per_s / gpus_used; }
    N mfu() const { return share_of_peak(tokens_per_s * model_flop_per_token / (gpus_used * peak_flops)); }
    N mfu_causal() const { return share_of_peak(tokens_per_s * causal_flop_per_token / (gpus_used * peak_flops)); }
    N mfu_six_n() const { return share_of_peak(tokens_per_s * six_n_per_token / (gpus_used * peak_flops)); }
    N hfu() const { return share_of_peak(tokens_per_s * executed_flop_per_token / (gpus_used * peak_flops)); }
    N communication_seconds() const; ///< exposed
    N communication_busy_seconds() const; ///< hidden and exposed
    N computing_seconds() const; ///< at busy power, slow-down included
    N host_seconds() const; ///< at idle power: nothing to run
    N communication_fraction() const { return communication_seconds() / step_seconds; }
    N communication_busy_fraction() const { return communication_busy_seconds() / step_seconds; }
    N bubble_fraction() const { return (*this)[Part::Bubble] / step_seconds; }
    N usd_per_s() const { return usd_per_million_tokens * tokens_per_s / 1e6; } ///< of hardware and electricity
    N tokens_per_joule() const { return tokens_per_s / facility_watts; }
    N tokens_per_gpu_joule() const { return tokens_per_s / (gpus_used * power_watts); }
};
using Parts = PartsOf<double>;

/// Memo of what few degrees touch. One per thread; bound to the Prepared it was last used with.
class Workspace;
struct WorkspaceDeleter {
    void operator()(Workspace*) const;
};
using WorkspacePointer = std::unique_ptr<Workspace, WorkspaceDeleter>;
WorkspacePointer make_workspace();

/// The first part that is negative, not finite, or waited for longer than it was worked on; Part::Count: none.
Part unsound_part(const Parts& parts);

/// All the physics. No strings, no allocation after warm-up. An impossible plan has an obstacle and no numbers, and so
/// has one of which a number cannot be; one that does not fit has numbers and Verdict::DoesNotFit.
Parts evaluate(const Prepared& prepared, const Plan& plan, Workspace& workspace);

/// A quantity that a formula names.
struct Ingredient {
    std::string symbol; ///< one meaning throughout an estimate
    Message name;
    double value = 0;
    units::Unit unit = units::Unit::None;
    std::string source; ///< of a given quantity
    std::string key; ///< the row that changes it; empty: none
    std::string expression; ///< of a quantity that is computed: over the symbols of others
};

/// One part with its reasons.
struct Term {
    Part part = Part::Count;
    double value = 0; ///< exposed seconds, bytes, watts or dollars
    double busy = 0; ///< seconds worked (time parts)
    std::string expression = {}; ///< arithmetic over the symbols of `ingredients` that gives `value`
    std::string formula = {}; ///< the same as people write it
    Message words = {}; ///< the same in a sentence
    std::vector<Ingredient> ingredients = {}; ///< those the expression names
    std::string source = {};
    catalog::KnownBy known_by = catalog::KnownBy::Derived;
};

/// What the ranks of a collective are to each other.
enum class Among {
    Shards, ///< of one copy of the states
    ExpertShards, ///< of one copy of the experts' states
    Replicas,
    GradientOwners, ///< ranks with gradients of their own
    TensorRanks,
    ExpertTensorRanks, ///< that divide an expert
    ContextRanks,
    ExpertRanks,
};
const char* name(Among among); ///< for people and JSON: "shards"

/// One kind of collective of a step, and the way the library takes with it.
struct CollectiveUse {
    Among among = Among::Shards;
    collectives::Operation operation = collectives::Operation::AllGather;
    collectives::Algorithm algorithm = collectives::Algorithm::None;
    catalog::Protocol protocol = catalog::Protocol::Simple;
    double ranks = 1;
    double domains = 1; ///< scale-up domains they lie on
    double bytes = 0; ///< of one
    double seconds = 0;
    double latency_seconds = 0; ///< of them
};
/// "ring (LL128)"
std::string way_words(const CollectiveUse& way);
/// Those of a step, each kind once, as explain() tells them.
std::vector<CollectiveUse> collectives_of(const Prepared& prepared, const Plan& plan);
/// Seconds of one matrix product C[m,n] = A[m,k] B[k,n] in the number format of the step.
struct ProductTime {
    double seconds = 0;
    double without_arithmetic = 0; ///< of its memory traffic and its launch alone
};
ProductTime product_time(const Prepared& prepared, double m, double n, double k);
/// The ways that one collective among `ranks` accelerators next to each other may go, the soonest first: that is the
/// one the library takes. `bytes` as in collectives.h; none for a single rank.
std::vector<CollectiveUse> ways_of(const Prepared& prepared, collectives::Operation operation, double ranks,
                                   double bytes);
/// ways_of() among the ranks that share one copy of the states under a plan.
std::vector<CollectiveUse> ways_among_shards(const Prepared& prepared, const Plan& plan,
                                             collectives::Operation operation, double bytes);
/// "all-gather of 405 MB among 2,048 shards on 256 domains: ring (LL128), 5.7 ms, 4.4 ms of it latency".
std::string collective_words(const CollectiveUse& use);

/// What a metric is made of.
struct MetricFormula {
    const char* metric = ""; ///< its key
    std::string expression; ///< arithmetic over the symbols of `ingredients` that gives its value
    std::vector<Ingredient> ingredients;
};

struct Estimate {
    Parts parts = {};
    std::vector<Term> terms = {}; ///< in Part order, those that are not zero
    std::vector<Ingredient> quantities = {}; ///< all ingredients of all terms, and those of their own expressions
    std::vector<MetricFormula> metrics
        = {}; ///< of every metric that is computed: not of what is 0 or 1 here, whatever else is
    std::vector<Ingredient> metric_quantities = {}; ///< what their formulas name beside `quantities`
    std::vector<CollectiveUse> collectives = {}; ///< of the step, each kind once
    Message reason = {}; ///< why it does not fit or is impossible; empty when it fits
    std::string reason_key = {}; ///< the parameter that causes it
};

Estimate explain(const Prepared& prepared, const Plan& plan);
Estimate estimate(const Scenario& scenario);

/// Bytes by memory part, from Part::Weights on.
using StageMemory = std::array<double, int(first_power_part) - int(first_memory_part)>;

/// What a device of every pipeline stage holds; the fullest is what the estimate says. Empty for an impossible plan.
std::vector<StageMemory> stage_memory(const Prepared& prepared, const Plan& plan);

} // namespace plateau
