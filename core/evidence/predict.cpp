// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/predict.h"

#include <algorithm>
#include <cmath>

namespace plateau::evidence {

namespace {

Parts evaluate_plan(const Scenario& scenario, const Plan& plan, Workspace& workspace)
{
    return evaluate(*prepare(scenario), plan, workspace);
}

/// Chunks per rank a pipeline that interleaves would use: two where the layers of a stage split evenly, else three.
int usual_virtual_stages(const Scenario& scenario)
{
    const Plan& plan = scenario.plan;
    const int layers = scenario.workload.shape.layers;
    for (const int v : {2, 3})
        if (layers % (plan.pp * v) == 0)
            return v;
    return 1;
}

std::vector<Plan> candidates(const Posed& posed)
{
    const Scenario& scenario = posed.scenario;
    const Plan& plan = scenario.plan;
    const double ranks = std::max(1.0, std::floor(scenario.cluster.gpus / (double(plan.tp) * plan.pp * plan.cp)));
    std::vector<int> micro_batches = {plan.micro_batch};
    if (posed.choose_micro_batch)
        micro_batches = micro_batch_candidates(catalog::active_parameters(scenario.workload.shape),
                                               scenario.workload.global_batch / ranks,
                                               catalog::values_of(scenario.assumptions.physics));
    std::vector<int> chunks = {plan.virtual_stages};
    if (posed.choose_virtual_stages && scenario.assumptions.stack.default_interleaving)
        chunks.push_back(usual_virtual_stages(scenario));
    std::vector<Plan> plans;
    for (const int b : micro_batches)
        for (const int v : chunks) {
            Plan one = plan;
            one.micro_batch = b;
            one.virtual_stages = v;
            one.schedule = v > 1          ? PipelineSchedule::Interleaved
                : plan.virtual_stages > 1 ? PipelineSchedule::OneFOneB
                                          : plan.schedule;
            plans.push_back(one);
        }
    return plans;
}

/// The next plan to try when the model calls one impossible that was run.
bool relax(Plan& plan, Obstacle obstacle)
{
    if (plan.schedule == PipelineSchedule::Interleaved
        && (obstacle == Obstacle::StagesUneven || obstacle == Obstacle::TooManyStages)) {
        plan.schedule = PipelineSchedule::OneFOneB;
        plan.virtual_stages = 1;
        return true;
    }
    if (obstacle == Obstacle::ShardGroupMismatch && plan.dp_mode == DataParallelMode::Hsdp) {
        plan.dp_mode = DataParallelMode::Fsdp;
        plan.shard_group = 0;
        return true;
    }
    if (obstacle == Obstacle::ExpertsNotDivisible && plan.ep > 1) {
        plan.ep = 1;
        return true;
    }
    if (obstacle == Obstacle::MicroBatchTooLarge && plan.micro_batch > 1) {
        plan.micro_batch /= 2;
        return true;
    }
    return false;
}

/// The column of a published row that a plan fails at: named like the parameter, but for three.
const char* column_of(Obstacle obstacle)
{
    switch (obstacle) {
    case Obstacle::TooFewGpus:
    case Obstacle::DegreesExceedGpus:
        return "n_gpus";
    case Obstacle::StagesUneven:
        return "pp";
    case Obstacle::BatchTooSmall:
        return "global_batch_seqs";
    default:
        return obstacle_key(obstacle);
    }
}

/// Fastest that fits; if none fits the one that needs least memory.
bool better(const Parts& a, const Parts& b)
{
    if (a.fits() != b.fits())
        return a.fits();
    return a.fits() ? a.step_seconds < b.step_seconds : a.memory_bytes < b.memory_bytes;
}

double measured_kind(const Parts& parts, const std::string& kind)
{
    const bool allocated = kind.starts_with("peak_alloc") || kind.starts_with("alloc") || kind.starts_with("max_alloc");
    const bool reserved = kind.starts_with("peak_res") || kind.starts_with("res") || kind.starts_with("max_res");
    double bytes = parts.memory_bytes;
    if (allocated || reserved)
        bytes -= parts[Part::FixedMemory];
    if (allocated)
        bytes -= parts[Part::Fragmentation];
    return bytes;
}

} // namespace

Case make_case(const catalog::Catalog& catalog, const Row& row, Workspace& workspace, const catalog::Stack* software)
{
    Case one{pose(catalog, row, software), {}};
    one.missing = one.posed.missing;
    if (!one.posed.possible())
        return one;
    bool found = false;
    Parts best;
    for (Plan plan : candidates(one.posed)) {
        Parts parts = evaluate_plan(one.posed.scenario, plan, workspace);
        while (!parts.possible() && relax(plan, parts.obstacle))
            parts = evaluate_plan(one.posed.scenario, plan, workspace);
        if (parts.possible() && !(std::isfinite(parts.step_seconds) && parts.step_seconds > 0)) {
            one.missing = "seq";
            continue;
        }
        if (!parts.possible()) {
            one.missing = column_of(parts.obstacle);
            continue;
        }
        if (!found || better(parts, best)) {
            best = parts;
            one.posed.scenario.plan = plan;
        }
        found = true;
    }
    if (found)
        one.missing.clear();
    return one;
}

Prediction predict(const Case& one, const Row& row, Workspace& workspace)
{
    Prediction result;
    result.skipped = one.missing;
    result.stack = one.posed.scenario.assumptions.stack.id;
    result.framework_known = one.posed.framework_known;
    result.defaults = one.posed.defaults;
    if (!result.skipped.empty())
        return result;
    const Scenario& scenario = one.posed.scenario;
    result.parts = evaluate_plan(scenario, scenario.plan, workspace);
    result.step_seconds = result.parts.step_seconds;
    result.tokens_per_s_per_gpu
        = scenario.workload.global_batch * scenario.workload.sequence / (result.step_seconds * scenario.cluster.gpus);
    result.memory_bytes = measured_kind(result.parts, row.memory_kind);
    result.out_of_memory = !result.parts.fits();
    result.node_watts = result.parts.node_watts;
    return result;
}

std::vector<Prediction> predict(const catalog::Catalog& catalog, const std::vector<Row>& rows)
{
    const WorkspacePointer workspace = make_workspace();
    std::vector<Prediction> predictions;
    predictions.reserve(rows.size());
    for (const Row& row : rows)
        predictions.push_back(predict(make_case(catalog, row, *workspace), row, *workspace));
    return predictions;
}

} // namespace plateau::evidence
