// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/estimate.h"
#include "core/plan/plan_dimensions.h"
#include "core/plan/schedule/pipeline.h"

/// Which plans a search may choose from.
///
/// An open parameter takes the values its row of the table of plan dimensions says (PlanDimension::candidates) and the
/// scenario's own; a locked one keeps the scenario's:
///
///     tp                every divisor of the attention heads
///     pp                divisors of the layers (and of layers + 2, embedding and head counting as one each),
///                       powers of two, up to one stage per layer; stages may be uneven
///     cp                powers of two that divide the sequence
///     cp_method         every one there is
///     ep                divisors of the experts; ep x etp divides the tensor, context and data-parallel ranks
///     etp               the tensor degree, 1
///     dp                D = the most ranks the GPUs and the batch allow; D with its lowest bits cleared, down to
///                       D / 2; with a fixed batch also the fewest ranks with the same share of it and the largest
///                       divisor of the batch. What dp leaves over stays idle.
///     micro_batch       2^k and 3 x 2^k, up to 1,024 and to the sequences of one rank
///     schedule          every one there is
///     virtual_stages    2 ... for the interleaved schedule: divisors of the layers of the fullest stage
///     dp_mode           DDP, ZeRO-1, ZeRO-2, FSDP, HSDP
///     shard_group       under HSDP: divisors of the ranks that share gradients
///     recompute         none, selective, full
///     sequence_parallel on, off
///
/// Plans that differ only in a parameter without effect count once: the schedule at pp = 1, sequence parallelism and
/// expert tensor degree at tp = 1, the exchange of keys and values at cp = 1, sharding over a single rank, HSDP over
/// one rank (DDP) or all of them (FSDP), virtual stages of schedules that have none.
///
/// Of these only what the software stack runs (catalog::Abilities), unless any software is asked for. Whole families
/// go: sharding around a mesh, schedules of a number of stages, ways to exchange context. Where all that an ability is
/// about is locked, the search keeps it.
///
/// Plan parameters that a search may choose, as whole numbers, so that tables, conditions and maps treat them alike.
namespace plateau::search {

/// "Plan: given" searches what the scenario left `auto`; "Plan: best" everything that is not locked.
enum class PlanChoice { Given, Best };

/// Which plan parameters a search may choose.
class OpenKeys {
public:
    bool has(const PlanDimension& dimension) const { return (bits_ & bit(dimension)) != 0; }
    template<auto Member>
    bool has() const
    {
        return has(plan_dimension_of<Member>);
    }
    void set(const PlanDimension& dimension, bool open)
    {
        bits_ = open ? bits_ | bit(dimension) : bits_ & ~bit(dimension);
    }
    bool any() const { return bits_ != 0; }
    friend bool operator==(const OpenKeys&, const OpenKeys&) = default;

private:
    static std::uint32_t bit(const PlanDimension& dimension)
    {
        return std::uint32_t(1) << (&dimension - plan_dimensions.data());
    }
    static_assert(plan_dimensions.size() <= 32);

    std::uint32_t bits_ = 0;
};
OpenKeys open_keys(const Scenario& scenario, PlanChoice choice);

/// The plan's ranks as a mesh: tp x cp x pp x dp GPUs; ep and etp divide the same ranks otherwise.
struct DeviceMesh {
    int tp = 1;
    int cp = 1;
    int ep = 1;
    int pp = 1;
    int dp = 1;
    int etp = 0;
    ContextMethod cp_method = ContextMethod::Ring;

    double model_ranks() const { return double(tp) * cp * pp; }
    double ranks() const { return double(dp) * cp; } ///< that share gradients
};

struct Sharding {
    DataParallelMode mode = DataParallelMode::Fsdp;
    int group = 0;
};

struct Pipelining {
    PipelineSchedule schedule = PipelineSchedule::OneFOneB;
    int virtual_stages = 1;
};

struct PipelineDegree {
    int stages = 1;
    double layers = 1; ///< of the model
    double fullest_layers = 1; ///< of the busiest rank, the least over `schedules`
    double other_layers = 0; ///< those of all other ranks
    double inner_layers
        = 0; ///< of the busiest rank between first and last, the least over `schedules`; 0: there is none
    double fill = 0; ///< least share of other_layers' seconds that the busiest rank waits: 1 / v; 0 with zero bubble
    std::vector<PipelineSchedule> kinds = {}; ///< of `schedules` that keep weight gradients back, each once
    bool has_plain = false; ///< some of `schedules` does not
    int least_chunks = 1; ///< virtual stages of `schedules`
    int most_chunks = 1;
    int most_on_rank = 1; ///< chunks of the model, those of a V counted
    double end_layers = 0; ///< beside the output head, the least over `schedules`
    double end_head = 1; ///< of the head on that rank
    std::vector<Pipelining> schedules = {};
    std::vector<PipelineDegree> alone = {}; ///< with one of `schedules` each; empty in these
    std::vector<schedule::Fold> folds = {}; ///< of `schedules`, each once
    bool hides_expert_traffic = false; ///< some pipelining does
};

/// The candidates, parameter by parameter; what depends on other degrees comes from the functions below.
struct PlanSpace {
    OpenKeys open = {};
    Plan given = {};
    catalog::Abilities software = {}; ///< what the program runs, of what may be chosen; what is given is kept
    std::vector<int> tp = {};
    std::vector<int> cp = {};
    std::vector<int> ep = {};
    std::vector<DeviceMesh> layer_meshes
        = {}; ///< every combination of tp, cp, ep and what goes with them; pp and dp are 1
    std::vector<PipelineDegree> pp = {};
    std::vector<int> micro_batch = {};
    std::vector<Recompute> recompute = {};
    std::vector<DataParallelMode> dp_mode = {};
};

/// What the candidates of a row depend on.
PlanReach reach_of(const Prepared& prepared);

/// Whether the software runs the plan, as far as a search over `open` has a say in it.
bool may_propose(const Prepared& prepared, const OpenKeys& open, const Plan& plan);

/// Does not depend on the GPU count.
PlanSpace plan_space(const Prepared& prepared, const OpenKeys& open);

schedule::Fold fold_of(const Pipelining& pipelining, int stages);

/// The largest data degree around tp, cp and pp of `mesh`; 0 when there is none.
int most_data_ranks(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh);

/// Data degrees to try around tp, cp and pp of `mesh`, largest first; empty when the GPUs do not suffice.
void data_degrees(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh, std::vector<int>& degrees);

/// How states may be spread over mesh.ranks(). Needs a legal mesh (is_legal() in enumerate.h).
void shardings(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh, std::vector<Sharding>& result);

/// Whether sequence parallelism is a choice of its own at this tensor degree, else its only value.
std::vector<int> sequence_parallel_choices(const PlanSpace& space, int tp);

/// Puts a part of a plan into it.
void assign(Plan& plan, const DeviceMesh& mesh);
void assign(Plan& plan, const Sharding& sharding);
void assign(Plan& plan, const Pipelining& pipelining);
/// The plan with these degrees; micro-batch, recomputation, sharding and schedule still the given ones.
Plan plan_of(const PlanSpace& space, const DeviceMesh& mesh);

/// Plans of the space that resemble `hint`: its degrees, each moved to the nearest candidate, at every data degree.
/// Where a search starts from the answer to a similar question.
std::vector<Plan> plans_near(const PlanSpace& space, const Prepared& prepared, const Plan& hint);

/// A row of the table of plan dimensions with what 0 follows put in.
struct PlanAxis {
    const PlanDimension* dimension = nullptr;

    const char* key() const { return dimension->key; }
    const char* symbol() const { return dimension->symbol; }
    const char* label() const { return dimension->label; }
    bool has_words() const { return values() > 0; }
    int values() const { return value_count(*dimension); } ///< of a choice or a switch
    int get(const Plan& plan) const { return effective(*dimension, plan); }
    void set(Plan& plan, int value) const { dimension->set(plan, value); }
    Argument value_words(int value) const { return plan_value_words(*dimension, value); } ///< "1,024", "ZeRO-1", "on"
};

/// In the order tables show them.
std::span<const PlanAxis> plan_axes();
const PlanAxis* find_plan_axis(std::string_view key);

/// Values worth showing along one side of a map: every option of a choice; of a number the powers of two the question
/// could hold (tensor and context degree up to four scale-up domains) and those in `also`. Ascending, at most
/// `most`: the largest powers of two go first.
std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most);

} // namespace plateau::search
