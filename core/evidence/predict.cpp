// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/predict.h"

#include "core/evidence/known.h"

namespace plateau::evidence {

namespace {

Parts evaluate_plan(const Scenario& scenario, const Plan& plan, Workspace& workspace)
{
    return evaluate(*prepare(scenario), plan, workspace);
}

/// Tensor and pipeline degrees that a run of so many accelerators can have: tensor ranks inside a host, stages of equal
/// numbers of layers, and no more data ranks than sequences; with `dp` stated those that leave so many.
std::vector<Plan> layouts(const Posed& posed)
{
    const Scenario& scenario = posed.scenario;
    const Plan& plan = scenario.plan;
    const auto degrees = [](bool choose, int stated, int of, double most) {
        std::vector<int> values;
        for (int value = 1; value <= of && value <= most; ++value)
            if (choose && of % value == 0)
                values.push_back(value);
        return choose ? values : std::vector<int>{stated};
    };
    const catalog::ModelShape& shape = scenario.workload.shape;
    const double host = std::max(1, scenario.cluster.accelerator.per_host);
    std::vector<Plan> found;
    for (const int tp : degrees(posed.choose_tp, plan.tp, shape.heads, host))
        for (const int pp : degrees(posed.choose_pp, plan.pp, shape.layers, scenario.cluster.gpus)) {
            const double ranks = scenario.cluster.gpus / (double(tp) * pp * plan.cp);
            const bool chosen = posed.choose_tp || posed.choose_pp;
            if (chosen
                && (ranks < 1 || ranks != std::floor(ranks) || ranks > scenario.workload.global_batch
                    || (plan.dp > 0 && ranks != plan.dp)))
                continue;
            Plan one = plan;
            one.dp = chosen ? 0 : plan.dp;
            one.tp = tp;
            one.pp = pp;
            one.sequence_parallel = tp > 1 && posed.sequence_parallel;
            found.push_back(one);
        }
    if (found.empty())
        found.push_back(plan);
    return found;
}

/// Expert degrees that data and context ranks of a layout can have.
std::vector<int> expert_degrees(const Posed& posed, const Plan& layout, double data_ranks)
{
    if (!posed.choose_ep)
        return {layout.ep};
    std::vector<int> degrees;
    const int experts = posed.scenario.workload.shape.experts;
    const bool sends = posed.scenario.assumptions.dispatcher != catalog::Dispatcher::AllToAll;
    for (int ep = sends ? 2 : 1; ep <= experts; ++ep)
        if (experts % ep == 0 && std::fmod(data_ranks * layout.cp, ep) == 0)
            degrees.push_back(ep);
    return degrees.empty() ? std::vector<int>{1} : degrees;
}

/// Micro-batches, chunks, expert degrees and tensor ranks of experts that the row leaves open, tried on one layout.
void add_candidates(const Posed& posed, const Plan& layout, std::vector<Plan>& plans)
{
    const Scenario& scenario = posed.scenario;
    const double ranks = std::max(1.0, std::floor(scenario.cluster.gpus / (double(layout.tp) * layout.pp * layout.cp)));
    std::vector<int> micro_batches = {layout.micro_batch};
    if (posed.choose_micro_batch)
        micro_batches = micro_batch_candidates(catalog::active_parameters(scenario.workload.shape),
                                               scenario.workload.global_batch / ranks,
                                               catalog::values_of(scenario.assumptions.physics));
    std::vector<int> chunks = {layout.virtual_stages};
    if (posed.choose_virtual_stages && layout.pp > 1
        && scenario.assumptions.stack.runs.has(catalog::Ability::Schedules, PipelineSchedule::Interleaved))
        for (int v = 2; v * layout.pp <= scenario.workload.shape.layers; ++v)
            chunks.push_back(v);
    std::vector<int> expert_ranks = {layout.etp};
    if (posed.choose_expert_tensor && layout.etp != 1)
        expert_ranks.push_back(1);
    const std::vector<int> expert_degrees_of_layout = expert_degrees(posed, layout, ranks);
    for (const int b : micro_batches)
        for (const int v : chunks)
            for (const int ep : expert_degrees_of_layout)
                for (const int etp : expert_ranks) {
                    Plan one = layout;
                    one.micro_batch = b;
                    one.virtual_stages = v;
                    one.ep = ep;
                    one.etp = etp;
                    one.schedule = v > 1            ? PipelineSchedule::Interleaved
                        : layout.virtual_stages > 1 ? PipelineSchedule::OneFOneB
                                                    : layout.schedule;
                    plans.push_back(one);
                }
}

std::vector<Plan> candidates(const Posed& posed)
{
    std::vector<Plan> plans;
    for (const Plan& layout : layouts(posed))
        add_candidates(posed, layout, plans);
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
    case Obstacle::ExpertTensorMismatch:
        return "expert_tp";
    case Obstacle::BatchTooSmall:
        return "global_batch_seqs";
    default:
        return obstacle_key(obstacle);
    }
}

/// A run that happened fitted: as well as the model can tell.
bool may_fit(const Parts& parts, double margin)
{
    return parts.memory_bytes <= (1 + margin) * parts.memory_limit_bytes;
}

double margin_of(const Case& one)
{
    return catalog::values_of(one.posed.scenario.assumptions.physics).run_memory_margin;
}

/// The fastest that fits; if none does the fastest that may; if none may the one that needs least memory.
bool better(const Parts& a, const Parts& b, double margin)
{
    const auto fit = [margin](const Parts& parts) { return parts.fits() ? 2 : may_fit(parts, margin) ? 1 : 0; };
    if (fit(a) != fit(b))
        return fit(a) > fit(b);
    return fit(a) > 0 ? a.step_seconds < b.step_seconds : a.memory_bytes < b.memory_bytes;
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

/// The plan evaluated, relaxed where the model calls it impossible.
Parts evaluate_relaxed(const Prepared& prepared, Plan& plan, Workspace& workspace)
{
    Parts parts = evaluate(prepared, plan, workspace);
    while (!parts.possible() && relax(plan, parts.obstacle))
        parts = evaluate(prepared, plan, workspace);
    return parts;
}

/// The plan with the software's usual recomputation, or the next more that fits as well as the model can tell.
Parts recompute_to_fit(const Prepared& prepared, Plan& plan, double margin, Workspace& workspace)
{
    Parts parts = evaluate_relaxed(prepared, plan, workspace);
    while (parts.possible() && plan.recompute != Recompute::Full && !may_fit(parts, margin)) {
        plan.recompute = Recompute(int(plan.recompute) + 1);
        parts = evaluate_relaxed(prepared, plan, workspace);
    }
    return parts;
}

/// The posed run with the plan that is best of those the row leaves open, and what the model says of it; nothing where
/// none is possible: Case::missing then names the column.
std::optional<Parts> choose_plan_of(Case& one, Workspace& workspace)
{
    const auto prepared = prepare(one.posed.scenario);
    std::optional<Parts> best;
    const double margin = margin_of(one);
    for (Plan plan : candidates(one.posed)) {
        const Parts parts = one.posed.choose_recompute ? recompute_to_fit(*prepared, plan, margin, workspace)
                                                       : evaluate_relaxed(*prepared, plan, workspace);
        if (!parts.possible()) {
            one.missing = column_of(parts.obstacle);
            continue;
        }
        if (!(std::isfinite(parts.step_seconds) && parts.step_seconds > 0)) {
            one.missing = "seq";
            continue;
        }
        if (!best || better(parts, *best, margin)) {
            best = parts;
            one.posed.scenario.plan = plan;
        }
    }
    if (best)
        one.missing.clear();
    return best;
}

/// choose_plan_of(), and where the software's usual recomputation does not fit also with a share of the layers that is
/// repeated, the others keeping all, or with a share of the activations in host memory: what is fastest.
std::optional<Parts> choose_plan(Case& one, Workspace& workspace)
{
    const Posed posed = one.posed;
    std::optional<Parts> best = choose_plan_of(one, workspace);
    if (!best || !posed.choose_recompute || one.posed.scenario.plan.recompute == posed.scenario.plan.recompute)
        return best;
    const auto consider = [&](Case other, const char* filled) {
        const std::optional<Parts> parts = choose_plan_of(other, workspace);
        if (!parts || !better(*parts, *best, margin_of(other)))
            return;
        best = parts;
        one = std::move(other);
        one.posed.defaults.push_back(filled);
    };
    for (const double share : {0.25, 0.5, 0.75}) {
        Case other{posed, {}};
        other.posed.scenario.assumptions.recomputed_layers = share;
        consider(std::move(other), "recompute_layers");
    }
    if (!posed.choose_offload)
        return best;
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
        Case other{posed, {}};
        other.posed.scenario.assumptions.offload.activations = share;
        consider(std::move(other), "activation_offload");
    }
    return best;
}

/// choose_plan() with the software's usual sharding, or the next more, where nothing less fits as well as the model can
/// tell.
std::optional<Parts> choose_sharding(Case& one, Workspace& workspace)
{
    if (!one.posed.choose_sharding)
        return choose_plan(one, workspace);
    const Posed posed = one.posed;
    std::optional<Parts> best = choose_plan(one, workspace);
    const double margin = margin_of(one);
    for (const DataParallelMode mode : {DataParallelMode::Zero1, DataParallelMode::Zero2, DataParallelMode::Fsdp}) {
        if (!best || may_fit(*best, margin))
            break;
        if (mode <= posed.scenario.plan.dp_mode)
            continue;
        Case other{posed, {}};
        other.posed.scenario.plan.dp_mode = mode;
        const std::optional<Parts> parts = choose_plan(other, workspace);
        if (!parts || !better(*parts, *best, margin))
            continue;
        best = parts;
        one = std::move(other);
    }
    return best;
}

/// The stack stands for software of that format: 16 bit always, others where it names them.
bool runs(const catalog::Stack& stack, Precision precision)
{
    const auto& named = stack.precisions;
    return precision == Precision::Bf16 || precision == Precision::Fp16
        || std::find(named.begin(), named.end(), precision) != named.end();
}

/// What stands in an empty column: "recompute=none".
std::string filled_cell(const Scenario& scenario, const std::string& empty)
{
    const std::string column = empty.substr(0, empty.find('='));
    for (const PlanDimension& dimension : plan_dimensions)
        if (column == dimension.cell)
            return column + "=" + plan_value_name(dimension, effective(dimension, scenario.plan));
    if (column == "dispatcher")
        return column + "=" + plateau::name(scenario.assumptions.dispatcher);
    if (column == "cuda_graphs")
        return column + "=" + plateau::name(scenario.assumptions.graphs);
    if (column == "loss")
        return column + "=" + plateau::name(scenario.assumptions.loss);
    if (column == "precision")
        return column + "=" + plateau::name(scenario.workload.precision);
    if (column == "attention_kernel")
        return column + "=" + plateau::name(scenario.assumptions.attention);
    if (column == "base_weight_bytes")
        return column + "=" + units::exact(scenario.assumptions.numerics.base_weight_bytes, units::Unit::None);
    for (const auto& [own, size] :
         {std::pair("vocab", &catalog::ModelShape::vocab), std::pair("ffn", &catalog::ModelShape::ffn),
          std::pair("kv_heads", &catalog::ModelShape::kv_heads),
          std::pair("experts_per_token", &catalog::ModelShape::experts_per_token)})
        if (column == own)
            return column + "=" + std::to_string(scenario.workload.shape.*size);
    if (column == "recompute_layers")
        return column + "=" + units::exact(scenario.assumptions.recomputed_layers, units::Unit::Fraction);
    if (column == "activation_offload")
        return column + "=" + units::exact(scenario.assumptions.offload.activations, units::Unit::Fraction);
    return column;
}

} // namespace

Case make_case(const Names& names, const Row& row, Workspace& workspace, const catalog::Stack* software)
{
    Case one{pose(names, row, software), {}};
    one.missing = one.posed.missing;
    if (!one.posed.possible())
        return one;
    std::optional<Parts> best = choose_sharding(one, workspace);
    if (!one.posed.choose_precision)
        return one;
    for (const Precision precision :
         {Precision::Bf16, Precision::Fp16, Precision::Fp8, Precision::MxFp8, Precision::NvFp4}) {
        Row said = row;
        said.precision = said.precision_words = plateau::name(precision);
        Case other{pose(names, said, software), {}};
        const Scenario& scenario = other.posed.scenario;
        if (scenario.workload.precision != precision || !runs(scenario.assumptions.stack, precision))
            continue; // the accelerator has no such units, or the software no such kernels
        const auto parts = choose_sharding(other, workspace);
        if (!parts || (best && !better(*parts, *best, margin_of(other))))
            continue;
        best = parts;
        other.posed.defaults = one.posed.defaults;
        other.posed.choose_precision = true;
        one = std::move(other);
    }
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
    for (const std::string& column : result.defaults)
        result.filled.push_back(filled_cell(scenario, column));
    result.parts = evaluate_plan(scenario, scenario.plan, workspace);
    result.step_seconds = result.parts.step_seconds;
    result.tokens_per_s_per_gpu
        = scenario.workload.global_batch * scenario.workload.sequence / (result.step_seconds * scenario.cluster.gpus);
    const std::optional<Scenario> kept = kept_whole(scenario);
    const double more = kept ? more_kept_whole(*prepare(*kept), result.parts, workspace) : 1;
    if (more > 1)
        result.filled.push_back("accumulation_scatter=each or last");
    result.memory_bytes = std::sqrt(more) * measured_kind(result.parts, row.memory_kind);
    result.out_of_memory = !result.parts.fits();
    result.node_watts = result.parts.node_watts;
    return result;
}

} // namespace plateau::evidence
