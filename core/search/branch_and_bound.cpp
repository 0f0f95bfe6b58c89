// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/branch_and_bound.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/physics/kernels/kernels.h"
#include "core/search/enumerate.h"
#include "core/search/plan_space.h"

namespace plateau::search {

namespace {

// Bounds and evaluate() add in different orders: rounding differs by far less than this, plans that matter by far more.
constexpr double rounding = 1 - 1e-9;
constexpr double forever = std::numeric_limits<double>::infinity();

/// Lower bounds of the seconds of m micro-batches.
struct LeastPipeline {
    double behind_busiest = forever; ///< m micro-batches of the busiest rank, what it waits for the others
    double behind_each = forever; ///< the same where data traffic hides under every one of them
    double seconds = forever; ///< no less than that
};

/// The least over the schedules the pipeline may use of each one's formula in schedule::pipeline_time(), and no less
/// than its bound for micro-batches that follow one another. Off the busiest rank only transformer layers count.
/// `ends`: seconds of adding the gradients of embedding and head, which schedules that keep weight gradients back may
/// put into the bubble two or three times. `transfer`: the least seconds of a micro-batch and chunk on every rank.
/// `busiest_seconds`: those of a micro-batch on the busiest one. `hiding`: passes of it under which data traffic hides,
/// and with them what more chunks hand over.
LeastPipeline least_pipeline(const PipelineDegree& pipeline, const schedule::StageCost& layer, double m, double ends,
                             double transfer, double busiest_seconds, double hiding)
{
    LeastPipeline least;
    const auto lower = [&](double behind_busiest, double behind_each, double seconds) {
        least.behind_busiest = std::min(least.behind_busiest, behind_busiest);
        least.behind_each = std::min(least.behind_each, behind_each);
        least.seconds = std::min(least.seconds, seconds);
    };
    if (pipeline.has_plain) { // more chunks: less to fill, more to hand over
        const double others = pipeline.other_layers * layer.total();
        const double busy = m * busiest_seconds + (pipeline.stages - 1) * transfer;
        const auto behind = [&](double passes) {
            const double handed = passes * transfer;
            const double balance = handed > 0 ? std::sqrt(others / handed) : forever;
            const double chunks = std::clamp(balance, double(pipeline.least_chunks), double(pipeline.most_chunks));
            return busy + (chunks - pipeline.least_chunks) * handed + others / chunks;
        };
        const double chunk = layer.total() / pipeline.most_chunks;
        lower(behind(m - hiding), behind(0),
              std::max(behind(m), pipeline.layers * layer.total() + (m - 1) * pipeline.fullest_layers * chunk));
    }
    const double urgent = layer.total() - layer.weight;
    for (const PipelineSchedule kind : pipeline.kinds) {
        // The bubble sums over the other ranks: not the busiest one, nor its mirror image where ranks come in pairs.
        const schedule::Fold fold = schedule::fold(kind);
        const double others
            = fold == schedule::Fold::BothEnds ? 2 * pipeline.other_layers - pipeline.layers : pipeline.other_layers;
        const double fill = std::max(0.0, std::max(0.0, others) * schedule::lag(kind, layer, 1) - 2 * ends);
        const double queue = fold == schedule::Fold::None ? (m - 1) * pipeline.fullest_layers * urgent : 0;
        const double behind = m * busiest_seconds + fill;
        lower(behind, behind, std::max(behind, pipeline.layers * urgent + queue));
    }
    return least;
}

/// The most passes of a rank under which data traffic can hide, whatever the way to run the pipeline: hiding_passes().
double most_hiding_passes(const PipelineDegree& pipeline, double m)
{
    const double on_rank = pipeline.most_on_rank;
    return (on_rank - 1) / on_rank * std::min(m, double(pipeline.stages)) + 1 / on_rank;
}

} // namespace

BranchAndBound::BranchAndBound(const PlanSpace& space, const LayerTable& layers, const Prepared& prepared,
                               Workspace& workspace, const SearchOptions& options)
    : space_(space), layers_(layers), prepared_(prepared), workspace_(workspace), options_(options),
      accumulation_per_parameter_(kernels::memory_seconds(prepared.device, prepared.stack.accumulation_bytes)),
      best_(options.objective, options.top, options.tight),
      most_bytes_((options.tight ? 1 : 1 - prepared.memory_headroom) * prepared.memory_limit_bytes)
{
}

void BranchAndBound::consider(const Plan& plan, double bound)
{
    if (options_.wanted && !options_.wanted(plan))
        return;
    const Parts parts = evaluate(prepared_, plan, workspace_);
    ++result_.evaluated;
    result_.feasible += best_.takes(parts);
    const double above = parts.possible() && bound > 0 ? objective_value(options_.objective, parts) / bound : 1;
    assert(above >= 1 && "a plan is better than its bound: a branch with the best plan may have been left");
    result_.least_above_bound = std::min(result_.least_above_bound, above);
    best_.add(parts);
}

/// The least objective value of a step of `sequences` on `gpus` accelerators that takes `seconds` or more, `computing`
/// or more of them at busy power.
double BranchAndBound::least_value(double seconds, double computing, double sequences, double gpus) const
{
    const double tokens = sequences * prepared_.sequence;
    switch (options_.objective) {
    case Objective::Throughput:
        return rounding * seconds / tokens;
    case Objective::Cost: {
        const double usd_per_gpu_second = prepared_.usd_per_gpu_second + prepared_.network_usd_per_gpu_second;
        const double hardware = (prepared_.gpus + prepared_.spare_gpus) * usd_per_gpu_second * seconds;
        const double electricity
            = prepared_.usd_per_joule > 0 ? prepared_.usd_per_joule * least_joules(seconds, computing, gpus) : 0;
        return rounding * 1e6 * (hardware + electricity) / tokens;
    }
    case Objective::Energy:
        return rounding * least_joules(seconds, computing, gpus) / tokens;
    case Objective::Memory:
        break;
    }
    return 0;
}

double BranchAndBound::least_joules(double seconds, double computing, double gpus) const
{
    const double all = prepared_.gpus + prepared_.spare_gpus;
    const double idle = std::min(prepared_.idle_watts, prepared_.waiting_watts);
    const double working = idle * seconds + (prepared_.busy_watts - idle) * computing;
    const double others = all * (prepared_.node_overhead_watts + prepared_.network_watts) + (all - gpus) * idle;
    return rounding * prepared_.pue * (gpus * working + others * seconds);
}

/// A bound for every pipeline and data degree: the fullest of p stages has at least L / p layers, and tp cp pp dp is at
/// most the number of GPUs.
double BranchAndBound::layer_mesh_value(const LayerTable::LayerMesh& layer_mesh) const
{
    const double ranks = double(layer_mesh.mesh.tp) * layer_mesh.mesh.cp;
    return least_value(layer_mesh.least_seconds_per_sequence * prepared_.layers * ranks / prepared_.gpus, 0, 1,
                       prepared_.gpus);
}

double BranchAndBound::mesh_value(const LayerTable::LayerMesh& layer_mesh, std::size_t stage, const DeviceMesh& mesh,
                                  double gpus) const
{
    const PipelineDegree& pipeline = space_.pp[stage];
    const double sequences = std::max(1.0, sequences_per_rank(prepared_, mesh));
    const double fill = pipeline.other_layers * pipeline.fill * layer_mesh.least_seconds;
    const double each = std::max(sequences * layer_mesh.least_seconds_per_sequence, layer_mesh.least_seconds);
    return least_value(each * pipeline.fullest_layers + fill, 0, sequences_per_rank(prepared_, mesh) * mesh.dp, gpus);
}

std::vector<BranchAndBound::Branch> BranchAndBound::branches()
{
    std::vector<Branch> result;
    std::vector<int> data;
    const auto jitter
        = [&](const DeviceMesh& mesh) { return 1 + jitter_share(prepared_, mesh.model_ranks() * mesh.dp); };
    for (int index = 0; index < int(layers_.layer_meshes.size()); ++index) {
        const LayerTable::LayerMesh& layer_mesh = layers_.layer_meshes[std::size_t(index)];
        if (layer_mesh_value(layer_mesh) > best_.threshold())
            continue;
        for (std::size_t stage = 0; stage < space_.pp.size(); ++stage) {
            DeviceMesh mesh = layer_mesh.mesh;
            mesh.pp = space_.pp[stage].stages;
            if (mesh.model_ranks() > prepared_.gpus)
                break;
            mesh.dp = most_data_ranks(space_, prepared_, mesh);
            // With 0 GPUs in use, all at idle power, the bound holds for every smaller data degree too.
            if (mesh.dp < 1 || mesh_value(layer_mesh, stage, mesh, 0) > best_.threshold())
                continue;
            data_degrees(space_, prepared_, mesh, data);
            for (const int degree : data) {
                mesh.dp = degree;
                const double value = mesh_value(layer_mesh, stage, mesh, mesh.model_ranks() * degree);
                if (value <= best_.threshold() && is_legal(space_, prepared_, mesh))
                    result.push_back({value, index, stage, degree, jitter(mesh), sequences_per_rank(prepared_, mesh)});
            }
        }
    }
    std::sort(result.begin(), result.end(),
              [](const Branch& left, const Branch& right) { return left.value < right.value; });
    return result;
}

SearchResult BranchAndBound::run()
{
    for (const Plan& hint : options_.hints) {
        for (const Plan& plan : plans_near(space_, prepared_, hint))
            consider(plan, 0);
    }
    for (const Branch& branch : branches()) {
        result_.stopped = options_.stop.stop_requested();
        if (branch.value > best_.threshold() || result_.stopped)
            break;
        visit(branch);
    }
    result_.plans = best_.plans();
    return std::move(result_);
}

void BranchAndBound::find_shardings(const Branch& branch, const DeviceMesh& mesh)
{
    shardings(space_, prepared_, mesh, shardings_);
    sharding_choices_.clear();
    Plan plan = plan_of(space_, mesh);
    plan.micro_batch = 1;
    plan.virtual_stages = 1;
    for (const schedule::Fold fold : space_.pp[branch.stage].folds) {
        plan.schedule = schedule::leanest(fold);
        Degrees degrees = complete(prepared_, plan);
        const RankHoldings holdings = rank_holdings(prepared_, degrees, workspace_);
        for (const Sharding& sharding : shardings_) {
            degrees.plan.dp_mode = sharding.mode;
            degrees.plan.shard_group = sharding.group;
            share_states(prepared_, degrees);
            if (rounding * least_state_bytes(prepared_, degrees, holdings.first, workspace_) <= most_bytes_)
                sharding_choices_.push_back({degrees, fold, holdings, {.parameters = holdings.parameters}});
        }
    }
}

BranchAndBound::Passes BranchAndBound::passes(const ShardingCost& cost, const PipelineDegree& pipeline,
                                              const Branch& branch, const MicroBatch& batch) const
{
    const double m = std::ceil(branch.sequences / batch.micro_batch);
    const LayerTable::Pass& pass = batch.pass;
    const Constants<double> constants(prepared_);
    const Overlapped forward = overlapped_forward(constants, pass.forward, cost.shard);
    const Overlapped backward = overlapped_backward(constants, pass.backward, cost.shard);
    const double accumulation = accumulation_per_parameter_ * cost.parameters.trained_layer;
    const schedule::StageCost layer{forward.seconds, backward.seconds + accumulation, pass.weight + accumulation};
    const double ends
        = accumulation_per_parameter_ * (cost.parameters.trained_embedding + cost.parameters.trained_head);
    const Rows<double, ShardTerms>& traffic = cost.shard.ends;
    const double end = pipeline.end_layers * layer.total() + pipeline.end_head * batch.beside.head + traffic.forward()
        + traffic.backward();
    const double transfer = batch.beside.transfer;
    const double inner = pipeline.inner_layers * layer.total() + pipeline.least_chunks * batch.beside.inner_transfer;
    const double busiest_seconds
        = std::max(std::max(pipeline.fullest_layers * layer.total(), end) + pipeline.least_chunks * transfer, inner);
    const double hiding = most_hiding_passes(pipeline, m);
    const LeastPipeline least = least_pipeline(pipeline, layer, m, ends, transfer, busiest_seconds, hiding);
    return {m, least.seconds, least.behind_busiest, least.behind_each, busiest_seconds, hiding};
}

double BranchAndBound::step_value(const Passes& passes, const ShardingCost& cost, const Branch& branch,
                                  const DeviceMesh& mesh) const
{
    const double m = passes.micro_batches;
    // A slower busiest rank gives data traffic more time to hide, but the step grows by at least as much, because
    // traffic hides under at most m passes. The wait for the other ranks does not change.
    const double hiding = cost.scatters_each ? m : passes.hiding;
    const double behind = cost.scatters_each ? passes.behind_each : passes.behind_busiest;
    const double seconds = std::max(passes.seconds + cost.least_exposed(m, forever),
                                    behind + cost.least_exposed(m, hiding * passes.busiest_seconds))
        + cost.update_seconds + prepared_.stack.step_fixed_seconds;
    return least_value(seconds * branch.jitter, 0, branch.sequences * mesh.dp, mesh.model_ranks() * mesh.dp);
}

/// `bare`: the passes without traffic beside them, which cost less to compare with than to work out again.
bool BranchAndBound::is_promising(ShardingChoice& choice, const Branch& branch, const DeviceMesh& mesh,
                                  const MicroBatch& batch, const Passes& bare)
{
    using Counted = ShardingCost::Counted;
    const PipelineDegree& pipeline = space_.pp[branch.stage];
    while (step_value(bare, choice.cost, branch, mesh) <= best_.threshold()) {
        if (choice.cost.counted >= Counted::Layers
            && step_value(passes(choice.cost, pipeline, branch, batch), choice.cost, branch, mesh) > best_.threshold())
            return false;
        if (choice.cost.counted == Counted::Everything)
            return true;
        learn_more(choice.cost, prepared_, choice.degrees, choice.holdings, workspace_);
    }
    return false;
}

void BranchAndBound::visit(const Branch& branch)
{
    const LayerTable::LayerMesh& layer_mesh = layers_.layer_meshes[std::size_t(branch.layer_mesh)];
    DeviceMesh mesh = layer_mesh.mesh;
    mesh.pp = space_.pp[branch.stage].stages;
    mesh.dp = branch.dp;
    const std::size_t count = micro_batch_count(space_, branch.sequences);
    ShardingCost none; // no traffic, no optimizer
    Degrees degrees{.plan = plan_of(space_, mesh)};
    none.parameters = stage_parameters(Inputs<double>(prepared_, degrees, workspace_));
    const PipelineDegree& pipeline = space_.pp[branch.stage];
    bool is_placed = false;
    bool is_spread = false;
    for (std::size_t i = 0; i < count; ++i) {
        MicroBatch batch{space_.micro_batch[i], layers_.of(branch.layer_mesh, int(i)), {}};
        if (step_value(passes(none, pipeline, branch, batch), none, branch, mesh) > best_.threshold())
            continue;
        if (!is_placed)
            degrees = unfolded(mesh);
        is_placed = true;
        degrees.plan.micro_batch = batch.micro_batch;
        batch.beside = beside_layers(prepared_, degrees, workspace_);
        const Passes bare = passes(none, pipeline, branch, batch);
        if (step_value(bare, none, branch, mesh) > best_.threshold())
            continue;
        if (!is_spread)
            find_shardings(branch, mesh);
        is_spread = true;
        const bool promising
            = std::any_of(sharding_choices_.begin(), sharding_choices_.end(),
                          [&](ShardingChoice& choice) { return is_promising(choice, branch, mesh, batch, bare); });
        if (promising)
            visit_micro_batch(branch, mesh, batch.micro_batch);
    }
}

/// The mesh with one chunk of the model on each rank, one sequence at a time, and hand-overs cut where they may be.
Degrees BranchAndBound::unfolded(const DeviceMesh& mesh) const
{
    Plan plan = plan_of(space_, mesh);
    plan.micro_batch = 1;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    plan.shard_group = 0;
    for (const bool sequence_parallel : sequence_parallel_choices(space_, mesh.tp))
        plan.sequence_parallel = plan.sequence_parallel || sequence_parallel;
    return complete(prepared_, plan);
}

void BranchAndBound::visit_micro_batch(const Branch& branch, const DeviceMesh& mesh, int micro_batch)
{
    Plan plan = plan_of(space_, mesh);
    plan.micro_batch = micro_batch;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    plan.shard_group = 0;
    for (const bool sequence_parallel : sequence_parallel_choices(space_, mesh.tp)) {
        plan.sequence_parallel = sequence_parallel;
        const BesideLayers beside = beside_layers(prepared_, complete(prepared_, plan), workspace_);
        for (const Recompute recompute : space_.recompute) {
            plan.recompute = recompute;
            visit_plan(branch, mesh, plan, beside);
        }
    }
}

void BranchAndBound::visit_plan(const Branch& branch, const DeviceMesh& mesh, const Plan& start,
                                const BesideLayers& beside)
{
    Plan plan = start;
    for (const schedule::Fold fold : space_.pp[branch.stage].folds) {
        plan.schedule = schedule::leanest(fold);
        visit_fold(branch, mesh, complete(prepared_, plan), fold, beside);
    }
}

void BranchAndBound::visit_fold(const Branch& branch, const DeviceMesh& mesh, Degrees degrees, schedule::Fold fold,
                                const BesideLayers& beside)
{
    const double least_bytes = rounding * least_memory_bytes(prepared_, degrees, workspace_);
    if (least_bytes > most_bytes_)
        return;
    const double memory = options_.objective == Objective::Memory ? least_bytes : 0;
    if (memory > best_.threshold())
        return;
    const PipelineDegree& pipeline = space_.pp[branch.stage];
    const auto layer_of = [&](PipelineSchedule schedule) {
        degrees.plan.schedule = schedule;
        return workspace_.layer(prepared_, degrees);
    };
    const LayerCost open = layer_of(PipelineSchedule::OneFOneB);
    const LayerCost hidden = pipeline.hides_expert_traffic ? layer_of(PipelineSchedule::DualPipe) : open;
    const MicroBatch batch{
        degrees.plan.micro_batch, {hidden.forward_seconds, hidden.backward_seconds, hidden.weight_seconds}, beside};
    const double sequences = branch.sequences * mesh.dp;
    ShardingCost none{.parameters = sharding_choices_.front().cost.parameters}; // the same with every sharding
    const Passes bare = passes(none, pipeline, branch, batch);
    for (ShardingChoice& choice : sharding_choices_) {
        if (choice.fold != fold || !is_promising(choice, branch, mesh, batch, bare))
            continue;
        degrees.plan.dp_mode = choice.degrees.plan.dp_mode;
        degrees.plan.shard_group = choice.degrees.plan.shard_group;
        for (std::size_t i = 0; i < pipeline.schedules.size(); ++i) {
            const Pipelining& pipelining = pipeline.schedules[i];
            if (fold_of(pipelining, mesh.pp) != fold)
                continue;
            if (!pipeline.alone.empty()
                && step_value(passes(choice.cost, pipeline.alone[i], branch, batch), choice.cost, branch, mesh)
                    > best_.threshold())
                continue;
            degrees.plan.schedule = pipelining.schedule;
            degrees.plan.virtual_stages = pipelining.virtual_stages;
            const LayerCost& layer = hides_expert_traffic(degrees.plan) ? hidden : open;
            const LeastStep least = least_step(prepared_, degrees, layer, choice.cost, workspace_);
            const double value = least_value(least.seconds, least.computing, sequences, mesh.model_ranks() * mesh.dp);
            if (value <= best_.threshold())
                consider(degrees.plan, std::max({value, branch.value, memory}));
        }
    }
}

} // namespace plateau::search
