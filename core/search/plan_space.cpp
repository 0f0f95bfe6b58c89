// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_space.h"

#include <algorithm>
#include <cmath>

#include "core/estimate/terms/expert_traffic.h"
#include "core/math/divisors.h"
#include "core/scenario/parameter_table.h"
#include "core/schedule/pipeline.h"

namespace plateau::search {

namespace {

constexpr int most_sequences = 1024;
constexpr int largest_degree = 16384;

/// Of a choice, in the order of its options.
template<class Enum>
std::vector<Enum> all_values()
{
    std::vector<Enum> values;
    for (std::size_t place = 0; place < plan_options<Enum>.size(); ++place)
        values.push_back(Enum(place));
    return values;
}

void sort_unique(std::vector<int>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<int> divisors(int number)
{
    const std::vector<std::int64_t> all = math::divisors(number);
    return {all.begin(), all.end()};
}

std::vector<int> pipeline_degrees(int layers)
{
    std::vector<int> result = divisors(layers);
    for (const int stages : divisors(layers + 2))
        result.push_back(stages);
    for (int stages = 1; stages <= layers; stages *= 2)
        result.push_back(stages);
    sort_unique(result);
    std::erase_if(result, [layers](int stages) { return stages > layers; });
    return result;
}

std::vector<int> context_degrees(double sequence)
{
    std::vector<int> result;
    for (int degree = 1; degree <= largest_degree && std::fmod(sequence, degree) == 0; degree *= 2)
        result.push_back(degree);
    return result;
}

std::vector<int> micro_batches()
{
    std::vector<int> result;
    for (int power = 1; power <= most_sequences; power *= 2) {
        result.push_back(power);
        if (power > 1 && power / 2 * 3 <= most_sequences)
            result.push_back(power / 2 * 3);
    }
    return result;
}

constexpr PipelineSchedule one_chunk_schedules[]
    = {PipelineSchedule::OneFOneB,     PipelineSchedule::GPipe,       PipelineSchedule::ZeroBubbleH1,
       PipelineSchedule::ZeroBubbleH2, PipelineSchedule::ZeroBubbleV, PipelineSchedule::DualPipe,
       PipelineSchedule::DualPipeV};

Plan plan_with(const Pipelining& way, int stages)
{
    Plan plan;
    plan.pp = stages;
    plan.schedule = way.schedule;
    plan.virtual_stages = way.virtual_stages;
    return plan;
}

bool is_possible(const Pipelining& way, int layers, int stages)
{
    const Plan plan = plan_with(way, stages);
    const bool paired = stages % 2 == 0 || pipeline_fold(plan) != schedule::Fold::BothEnds;
    return stages * chunks(plan) <= layers && paired;
}

std::vector<Pipelining> pipelinings(const PlanSpace& space, const Prepared& prepared, int pp)
{
    const Plan& given = space.given;
    const int layers = prepared.layers;
    if (pp == 1 && space.open.has<&Plan::schedule>())
        return {{PipelineSchedule::OneFOneB, 1}};
    if (pp == 1)
        return {{given.schedule, 1}};
    std::vector<Pipelining> result;
    const auto offer = [&](PipelineSchedule schedule, int virtual_stages) {
        if (is_possible({schedule, virtual_stages}, layers, pp))
            result.push_back({schedule, virtual_stages});
    };
    if (!space.open.has<&Plan::schedule>() && !space.open.has<&Plan::virtual_stages>()) {
        offer(given.schedule, given.virtual_stages);
        if (!result.empty())
            return result;
    }
    const auto allowed = [&](PipelineSchedule schedule) {
        const bool has = prepared.schedules >> int(schedule) & 1;
        return given.schedule == schedule || (space.open.has<&Plan::schedule>() && has);
    };
    const bool one_chunk = space.open.has<&Plan::virtual_stages>() || given.virtual_stages == 1;
    for (const PipelineSchedule schedule : one_chunk_schedules) {
        if (allowed(schedule) && one_chunk)
            offer(schedule, 1);
    }
    if (!allowed(PipelineSchedule::Interleaved))
        return result;
    if (!space.open.has<&Plan::virtual_stages>()) {
        if (given.virtual_stages > 1)
            offer(PipelineSchedule::Interleaved, given.virtual_stages);
        return result;
    }
    std::vector<int> chunk_counts = divisors(schedule::split_layers(layers, pp).full);
    chunk_counts.push_back(given.virtual_stages);
    sort_unique(chunk_counts);
    for (const int count : chunk_counts) {
        if (count > 1)
            offer(PipelineSchedule::Interleaved, count);
    }
    return result;
}

/// What the bounds of a search need to know of the ways to run a pipeline.
PipelineDegree pipeline_degree(const PlanSpace& space, const Prepared& prepared, int stages)
{
    const double fullest = schedule::split_layers(prepared.layers, stages).full;
    PipelineDegree degree{.stages = stages,
                          .layers = double(prepared.layers),
                          .fullest_layers = fullest,
                          .other_layers = prepared.layers - fullest,
                          .ways = pipelinings(space, prepared, stages)};
    for (const Pipelining& way : degree.ways) {
        const Plan plan = plan_with(way, stages);
        const PipelineSchedule kind = pipeline_kind(plan);
        const schedule::Fold fold = schedule::fold(kind);
        degree.most_chunks = std::max(degree.most_chunks, way.virtual_stages);
        if (schedule::keeps_weight_gradients_back(kind))
            degree.kinds.push_back(kind);
        if (fold == schedule::Fold::BothEnds) // the mean of two stages
            degree.fullest_layers = std::min(degree.fullest_layers, double(prepared.layers) / stages);
        if (std::find(degree.folds.begin(), degree.folds.end(), fold) == degree.folds.end())
            degree.folds.push_back(fold);
        degree.hides_expert_traffic = degree.hides_expert_traffic || hides_expert_traffic(plan);
    }
    degree.fill = degree.kinds.empty() ? 1.0 / degree.most_chunks : 0;
    return degree;
}

std::vector<DeviceMesh> families(const PlanSpace& space, bool mixture)
{
    std::vector<DeviceMesh> result;
    for (const int tp : space.tp) {
        std::vector<int> expert_tensors{space.given.etp};
        if (space.open.has<&Plan::etp>())
            expert_tensors = mixture && tp > 1 ? std::vector<int>{0, 1} : std::vector<int>{0};
        for (const int cp : space.cp) {
            std::vector<ContextMethod> methods{space.given.cp_method};
            if (space.open.has<&Plan::cp_method>())
                methods = cp > 1 ? all_values<ContextMethod>() : std::vector<ContextMethod>{ContextMethod::Ring};
            for (const int ep : space.ep) {
                for (const int etp : expert_tensors) {
                    for (const ContextMethod method : methods)
                        result.push_back({tp, cp, ep, 1, 1, etp, method});
                }
            }
        }
    }
    return result;
}

} // namespace

OpenKeys open_keys(const Scenario& scenario, PlanChoice choice)
{
    OpenKeys open;
    for (const PlanDimension& dimension : plan_dimensions) {
        if (dimension.searched)
            open.set(dimension,
                     choice == PlanChoice::Given ? scenario.open.count(dimension.key) > 0
                                                 : scenario.locked.count(dimension.key) == 0);
    }
    return open;
}

PlanSpace plan_space(const Prepared& prepared, const OpenKeys& open)
{
    PlanSpace space;
    space.open = open;
    space.given = prepared.plan;
    if (open.any())
        space.given.fit_to_batch = false;
    const Plan& given = space.given;
    const auto choose = [](bool is_open, int value, std::vector<int> choices) {
        if (!is_open)
            return std::vector<int>{value};
        choices.push_back(value);
        sort_unique(choices);
        return choices;
    };
    space.tp = choose(open.has<&Plan::tp>(), given.tp, divisors(prepared.heads));
    space.cp = choose(open.has<&Plan::cp>(), given.cp, context_degrees(prepared.sequence));
    space.ep = choose(open.has<&Plan::ep>(), given.ep,
                      prepared.experts > 0 ? divisors(prepared.experts) : std::vector<int>{1});
    space.micro_batch = choose(open.has<&Plan::micro_batch>(), given.micro_batch, micro_batches());
    space.recompute = {given.recompute};
    if (open.has<&Plan::recompute>())
        space.recompute = all_values<Recompute>();
    space.families = families(space, prepared.experts > 0);
    for (const int stages : choose(open.has<&Plan::pp>(), given.pp, pipeline_degrees(prepared.layers)))
        space.pp.push_back(pipeline_degree(space, prepared, stages));
    return space;
}

PipelineSchedule usual_schedule(schedule::Fold fold)
{
    switch (fold) {
    case schedule::Fold::None:
        break;
    case schedule::Fold::V:
        return PipelineSchedule::ZeroBubbleV;
    case schedule::Fold::BothEnds:
        return PipelineSchedule::DualPipe;
    }
    return PipelineSchedule::OneFOneB;
}

schedule::Fold fold_of(const Pipelining& way, int stages) { return pipeline_fold(plan_with(way, stages)); }

int most_data_ranks(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh)
{
    const double room = std::floor(prepared.gpus / mesh.model_ranks());
    if (!space.open.has<&Plan::dp>())
        return space.given.dp > room ? 0 : space.given.dp > 0 ? space.given.dp : int(room);
    const bool total = prepared.batch_mode == BatchMode::Total;
    return int(total ? std::min(room, std::floor(prepared.global_batch)) : room);
}

void data_degrees(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh, std::vector<int>& degrees)
{
    degrees.clear();
    const bool total = prepared.batch_mode == BatchMode::Total;
    const int most = most_data_ranks(space, prepared, mesh);
    if (most < 1)
        return;
    if (!space.open.has<&Plan::dp>()) {
        degrees.push_back(most);
        return;
    }
    for (int degree = most; 2 * degree > most; degree &= degree - 1)
        degrees.push_back(degree);
    if (space.given.dp > 0 && space.given.dp <= most)
        degrees.push_back(space.given.dp);
    if (total) {
        const double share = std::ceil(prepared.global_batch / most);
        degrees.push_back(int(std::ceil(prepared.global_batch / share)));
        for (int degree = most; 2 * degree > most; --degree) {
            if (std::fmod(prepared.global_batch, degree) == 0) {
                degrees.push_back(degree);
                break;
            }
        }
    }
    sort_unique(degrees);
    std::reverse(degrees.begin(), degrees.end());
}

void shardings(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh, std::vector<Sharding>& result)
{
    result.clear();
    const Plan& given = space.given;
    const int ranks = int(mesh.ranks());
    const bool any_mode = space.open.has<&Plan::dp_mode>();
    if (any_mode && ranks == 1) {
        result.push_back({DataParallelMode::Ddp, 0});
        return;
    }
    const int kept = space.open.has<&Plan::shard_group>() ? 0 : given.shard_group;
    Plan plan = plan_of(space, mesh);
    plan.shard_group = kept;
    plan.micro_batch = 1;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    Degrees degrees = complete(prepared, plan);
    const auto offer = [&](DataParallelMode mode) {
        degrees.plan.dp_mode = mode;
        const Obstacle obstacle = share_states(prepared, degrees);
        const bool hybrid = mode == DataParallelMode::Hsdp;
        const bool repeats = hybrid && any_mode && (degrees.shard == ranks || degrees.shard == 1);
        if (obstacle == Obstacle::None && !repeats)
            result.push_back({mode, kept});
    };
    for (const DataParallelMode mode :
         {DataParallelMode::Ddp, DataParallelMode::Zero1, DataParallelMode::Zero2, DataParallelMode::Fsdp}) {
        if (any_mode || given.dp_mode == mode)
            offer(mode);
    }
    if (!any_mode && given.dp_mode != DataParallelMode::Hsdp)
        return;
    if (!space.open.has<&Plan::shard_group>()) {
        offer(DataParallelMode::Hsdp);
        return;
    }
    for (const int group : divisors(ranks)) {
        if (!any_mode || (group > 1 && group < ranks))
            result.push_back({DataParallelMode::Hsdp, group});
    }
}

std::vector<bool> sequence_parallel_choices(const PlanSpace& space, int tp)
{
    if (!space.open.has<&Plan::sequence_parallel>())
        return {space.given.sequence_parallel};
    return tp > 1 ? std::vector<bool>{true, false} : std::vector<bool>{false};
}

Plan plan_of(const PlanSpace& space, const DeviceMesh& mesh)
{
    Plan plan = space.given;
    plan.tp = mesh.tp;
    plan.cp = mesh.cp;
    plan.ep = mesh.ep;
    plan.pp = mesh.pp;
    plan.dp = mesh.dp;
    plan.etp = mesh.etp;
    plan.cp_method = mesh.cp_method;
    return plan;
}

} // namespace plateau::search
