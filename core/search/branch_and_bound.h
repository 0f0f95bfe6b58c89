// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/bounds.h"
#include "core/model/workspace.h"
#include "core/search/plan_space.h"
#include "core/search/search.h"

namespace plateau::search {

/// The least seconds of one layer for each tensor, context and expert degree (a layer mesh) and micro-batch, over all
/// choices of recomputation and sequence parallelism, without parameter traffic. The same for every GPU count.
/// Contiguous: mesh major, micro-batch minor.
struct LayerTable {
    struct LayerMesh {
        DeviceMesh mesh; ///< pp and dp are 1
        double least_seconds = 0; ///< forward and backward, of any micro-batch
        double least_seconds_per_sequence = 0; ///< of any micro-batch, divided by its sequences
    };
    struct Pass {
        double forward = 0;
        double backward = 0;
        double weight = 0; ///< of backward: gradients of the weights
    };
    std::vector<LayerMesh> layer_meshes = {};
    std::vector<Pass> passes = {};
    int micro_batches = 0;

    const Pass& of(int layer_mesh, int micro_batch_index) const
    {
        return passes[std::size_t(layer_mesh) * std::size_t(micro_batches) + std::size_t(micro_batch_index)];
    }
};

LayerTable layer_table(const PlanSpace& space, const Prepared& prepared, Workspace& workspace);

/// One search on one GPU count; see PlanSearch. Bounds, coarse to fine:
///
///     layer mesh  tp, cp, ep:              L / p layers of the least, on all GPUs
///     mesh        tp, cp, ep, pp, dp:      (b n + (L - n) f) of the least layer
///     sharding    + sharding, micro-batch: the same with the micro-batch's own layer, hand-overs to the next stage and
///                 output head, and what of parameter and gradient traffic the passes leave exposed
///     schedule    + recomputation, a pipeline schedule: the same with its own layer and chunks
///     leaf        + the rest:              the time of the step
///
/// f is the least share of its fill that a pipeline waits: 1 / v for v virtual stages, 0 where a zero-bubble schedule
/// may be chosen. Memory and traffic have a bound for each placement of the model on the ranks (schedule::Fold).
class BranchAndBound {
public:
    BranchAndBound(const PlanSpace& space, const LayerTable& layers, const Prepared& prepared, Workspace& workspace,
                   const SearchOptions& options);

    SearchResult run();

private:
    /// A mesh and the least objective value on it.
    struct Branch {
        double value = 0;
        int layer_mesh = 0;
        std::size_t stage = 0;
        int dp = 1;
        double jitter = 1; ///< factor on all else
        double sequences = 0; ///< of one data-parallel rank
    };
    /// One sharding of the states, with a lower bound of its cost that learn_more() tightens on request.
    struct ShardingChoice {
        Degrees degrees;
        schedule::Fold fold = schedule::Fold::None;
        RankHoldings holdings;
        ShardingCost cost;
    };

    /// A micro-batch and what the bounds know of its passes.
    struct MicroBatch {
        int micro_batch = 1;
        LayerTable::Pass pass; ///< of a layer
        BesideLayers beside; ///< once it is known
    };

    /// Lower bounds of a step's passes, whatever once per step goes with them.
    struct Passes {
        double micro_batches = 1;
        double seconds = 0;
        double behind_busiest = 0; ///< those of the busiest rank with what it waits for the others: no more
        double behind_each = 0; ///< the same where data traffic hides under every one of them
        double busiest_seconds = 0; ///< of a micro-batch on the busiest rank
        double hiding = 1; ///< passes of a rank under which data traffic can hide, no fewer than there are
    };

    double least_value(double seconds, double computing, double sequences, double gpus) const;
    double least_joules(double seconds, double computing, double gpus) const;
    double layer_mesh_value(const LayerTable::LayerMesh& layer_mesh) const;
    double mesh_value(const LayerTable::LayerMesh& layer_mesh, std::size_t stage, const DeviceMesh& mesh,
                      double gpus) const;
    Passes passes(const ShardingCost& cost, const PipelineDegree& pipeline, const Branch& branch,
                  const MicroBatch& batch) const;
    double step_value(const Passes& passes, const ShardingCost& cost, const Branch& branch,
                      const DeviceMesh& mesh) const;
    bool is_promising(ShardingChoice& choice, const Branch& branch, const DeviceMesh& mesh, const MicroBatch& batch,
                      const Passes& bare);
    std::vector<Branch> branches();
    void find_shardings(const Branch& branch, const DeviceMesh& mesh);
    void visit(const Branch& branch);
    Degrees unfolded(const DeviceMesh& mesh) const;
    void visit_micro_batch(const Branch& branch, const DeviceMesh& mesh, int micro_batch);
    void visit_plan(const Branch& branch, const DeviceMesh& mesh, const Plan& start, const BesideLayers& beside);
    void visit_fold(const Branch& branch, const DeviceMesh& mesh, Degrees degrees, schedule::Fold fold,
                    const BesideLayers& beside);
    void consider(const Plan& plan, double bound);

    const PlanSpace& space_;
    const LayerTable& layers_;
    const Prepared& prepared_;
    Workspace& workspace_;
    const SearchOptions& options_;
    double accumulation_per_parameter_ = 0; ///< seconds per micro-batch
    BestPlans best_;
    double most_bytes_; ///< on the fullest device
    SearchResult result_;
    std::vector<Sharding> shardings_;
    std::vector<ShardingChoice> sharding_choices_;
};

/// Legal plans of the space; stops early when asked, with what it counted until then.
double count_plans(const PlanSpace& space, const Prepared& prepared, const std::stop_token& stop);

/// Evaluates every legal plan.
SearchResult try_everything(const PlanSpace& space, const Prepared& prepared, Workspace& workspace,
                            const SearchOptions& options);

} // namespace plateau::search
