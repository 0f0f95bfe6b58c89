// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_space.h"

#include <algorithm>
#include <cmath>

#include "core/model/prepared.h"
#include "core/model/stage.h"
#include "core/model/terms/expert_traffic.h"

namespace plateau::search {

namespace {

void sort_unique(std::vector<int>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// What may be chosen of a dimension around the degrees of `plan`: the scenario's own, where it is open what its row
/// says.
template<auto Member>
std::vector<int> choices(const PlanSpace& space, const PlanReach& reach, const Plan& plan)
{
    const PlanDimension& dimension = plan_dimension_of<Member>;
    if (!space.open.has<Member>())
        return {dimension.get(space.given)};
    return values_to_try(dimension, reach, plan);
}

/// choices() and the scenario's own value, ascending.
template<auto Member>
std::vector<int> choices_and_own(const PlanSpace& space, const PlanReach& reach, const Plan& plan)
{
    std::vector<int> values = choices<Member>(space, reach, plan);
    values.push_back(plan_dimension_of<Member>.get(space.given));
    sort_unique(values);
    return values;
}

template<class Enum>
std::vector<Enum> as(const std::vector<int>& values)
{
    std::vector<Enum> result;
    result.reserve(values.size());
    for (const int value : values)
        result.push_back(Enum(value));
    return result;
}

Plan plan_with(const Plan& given, const Pipelining& pipelining, int stages)
{
    Plan plan = given;
    plan.pp = stages;
    assign(plan, pipelining);
    return plan;
}

bool is_possible(const Plan& plan, int layers)
{
    const schedule::Fold fold = pipeline_fold(plan);
    const bool paired = plan.pp % 2 == 0 || fold != schedule::Fold::BothEnds;
    const bool in_order = fold == schedule::Fold::None || !states_layers(plan);
    return fills_chunks(layers, plan) && paired && in_order;
}

/// Ways to run pp stages: schedules with one chunk per rank come first.
std::vector<Pipelining> pipelinings(const PlanSpace& space, const Prepared& prepared, int pp)
{
    const Plan& given = space.given;
    const PlanReach reach = reach_of(prepared);
    Plan plan = given;
    plan.pp = pp;
    const auto schedules = as<PipelineSchedule>(choices<&Plan::schedule>(space, reach, plan));
    if (pp == 1)
        return {{schedules.front(), 1}};
    std::vector<Pipelining> result;
    const auto runs = [&](const Pipelining& pipelining) {
        return space.software.has(catalog::Ability::Schedules, pipeline_kind(plan_with(given, pipelining, pp)));
    };
    const auto offer = [&](PipelineSchedule schedule, int virtual_stages) {
        if (is_possible(plan_with(given, {schedule, virtual_stages}, pp), prepared.layers)
            && runs({schedule, virtual_stages}))
            result.push_back({schedule, virtual_stages});
    };
    const bool open_chunks = space.open.has<&Plan::virtual_stages>();
    if (!space.open.has<&Plan::schedule>() && !open_chunks) {
        offer(given.schedule, given.virtual_stages);
        if (!result.empty())
            return result;
    }
    for (const PipelineSchedule schedule : schedules) {
        plan.schedule = schedule;
        const bool interleaves = applies(plan_dimension_of<&Plan::virtual_stages>, plan);
        std::vector<int> counts = choices<&Plan::virtual_stages>(space, reach, plan);
        if (open_chunks && interleaves) {
            counts.push_back(given.virtual_stages);
            sort_unique(counts);
        }
        for (const int count : counts)
            if ((count > 1) == interleaves)
                offer(schedule, count);
    }
    std::stable_partition(result.begin(), result.end(),
                          [](const Pipelining& pipelining) { return pipelining.virtual_stages == 1; });
    return result;
}

/// The rank with the output head and the ones between the ends, the least of each over the schedules.
void lower_ranks(PipelineDegree& degree, const Stages& stages)
{
    const double inner = stages.full_count > 0 ? stages.full.layers : stages.slim_count > 0 ? stages.slim.layers : 0;
    degree.inner_layers = std::min(degree.inner_layers, inner);
    for (const StageWork* end : {&stages.first, &stages.last}) {
        if (end->head <= 0)
            continue;
        degree.end_layers = std::min(degree.end_layers, end->layers);
        degree.end_head = std::min(degree.end_head, end->head);
    }
}

/// What the bounds of a search need to know of these schedules to run a pipeline.
PipelineDegree pipeline_degree(const Prepared& prepared, const Plan& given, int stages,
                               const std::vector<Pipelining>& schedules)
{
    const double fullest = split_layers(prepared.layers, plan_with(given, {}, stages)).most();
    PipelineDegree degree{.stages = stages,
                          .layers = double(prepared.layers),
                          .fullest_layers = fullest,
                          .other_layers = prepared.layers - fullest,
                          .inner_layers = fullest,
                          .least_chunks = prepared.layers,
                          .end_layers = double(prepared.layers),
                          .schedules = schedules};
    for (const Pipelining& pipelining : degree.schedules) {
        const Plan plan = plan_with(given, pipelining, stages);
        const PipelineSchedule kind = pipeline_kind(plan);
        const schedule::Fold fold = schedule::fold(kind);
        degree.least_chunks = std::min(degree.least_chunks, pipelining.virtual_stages);
        degree.most_chunks = std::max(degree.most_chunks, pipelining.virtual_stages);
        degree.most_on_rank = std::max(degree.most_on_rank, chunks(plan));
        lower_ranks(degree, layout_of(prepared, plan));
        if (schedule::keeps_weight_gradients_back(kind))
            degree.kinds.push_back(kind);
        else
            degree.has_plain = true;
        if (fold == schedule::Fold::BothEnds) // the mean of two stages
            degree.fullest_layers = std::min(degree.fullest_layers, double(prepared.layers) / stages);
        if (std::find(degree.folds.begin(), degree.folds.end(), fold) == degree.folds.end())
            degree.folds.push_back(fold);
        degree.hides_expert_traffic = degree.hides_expert_traffic || hides_expert_traffic(plan);
    }
    degree.fill = degree.kinds.empty() ? 1.0 / degree.most_chunks : 0;
    if (schedules.size() > 1)
        for (const Pipelining& pipelining : schedules)
            degree.alone.push_back(pipeline_degree(prepared, given, stages, {pipelining}));
    return degree;
}

std::vector<DeviceMesh> layer_meshes(const PlanSpace& space, const PlanReach& reach)
{
    std::vector<DeviceMesh> result;
    Plan plan = space.given;
    for (const int tp : space.tp) {
        plan.tp = tp;
        const std::vector<int> expert_tensors = choices<&Plan::etp>(space, reach, plan);
        for (const int cp : space.cp) {
            plan.cp = cp;
            auto methods = as<ContextMethod>(choices<&Plan::cp_method>(space, reach, plan));
            if (cp > 1)
                std::erase_if(methods, [&](ContextMethod method) {
                    return !space.software.has(catalog::Ability::Context, method);
                });
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

PlanReach reach_of(const Prepared& prepared)
{
    return {.gpus = prepared.gpus,
            .domain = std::max(1.0, std::min(prepared.domain_size, prepared.gpus)),
            .heads = double(prepared.heads),
            .sequence = prepared.sequence,
            .layers = double(prepared.layers),
            .experts = double(prepared.experts),
            .batch = prepared.batch_mode == BatchMode::Total ? prepared.global_batch : 0};
}

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

namespace {

/// Whether the search may keep to one ability. A schedule or an exchange of context that was asked for is kept, as long
/// as there are pipelines and context parallelism at all.
bool has_a_say(const catalog::AbilityRow& row, const catalog::Abilities& software, const OpenKeys& open)
{
    const auto is_open = [&](const char* key) { return open.has(*find_plan_dimension(key)); };
    const bool degree = (row.ability == catalog::Ability::Schedules && open.has<&Plan::pp>())
        || (row.ability == catalog::Ability::Context && open.has<&Plan::cp>());
    return std::any_of(row.chosen_by.begin(), row.chosen_by.end(), is_open) || (degree && software.none(row.ability));
}

/// The abilities that the search has a say in.
catalog::Abilities to_keep(const catalog::Abilities& software, const OpenKeys& open)
{
    catalog::Abilities kept;
    for (const catalog::AbilityRow& row : catalog::ability_rows())
        if (has_a_say(row, software, open))
            kept.copy(row.ability, software);
    return kept;
}

} // namespace

bool may_propose(const Prepared& prepared, const OpenKeys& open, const Plan& plan)
{
    return !catalog::lacking(to_keep(prepared.software, open), plan, prepared.scenario->workload.precision);
}

PlanSpace plan_space(const Prepared& prepared, const OpenKeys& open)
{
    PlanSpace space{.open = open, .given = prepared.plan, .software = to_keep(prepared.software, open)};
    if (open.any())
        space.given.fit_to_batch = false;
    const PlanReach reach = reach_of(prepared);
    const Plan& given = space.given;
    space.tp = choices_and_own<&Plan::tp>(space, reach, given);
    space.cp = choices_and_own<&Plan::cp>(space, reach, given);
    space.ep = choices_and_own<&Plan::ep>(space, reach, given);
    space.micro_batch = choices_and_own<&Plan::micro_batch>(space, reach, given);
    space.recompute = as<Recompute>(choices<&Plan::recompute>(space, reach, given));
    space.dp_mode = as<DataParallelMode>(choices<&Plan::dp_mode>(space, reach, given));
    space.layer_meshes = layer_meshes(space, reach);
    for (const int stages : choices_and_own<&Plan::pp>(space, reach, given))
        space.pp.push_back(pipeline_degree(prepared, given, stages, pipelinings(space, prepared, stages)));
    return space;
}

schedule::Fold fold_of(const Pipelining& pipelining, int stages)
{
    return pipeline_fold(plan_with({}, pipelining, stages));
}

int most_data_ranks(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh)
{
    if (space.open.has<&Plan::dp>())
        return plateau::most_data_ranks(reach_of(prepared), mesh.model_ranks());
    const int room = plateau::most_data_ranks({.gpus = prepared.gpus}, mesh.model_ranks());
    return space.given.dp > room ? 0 : space.given.dp > 0 ? space.given.dp : room;
}

void data_degrees(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh, std::vector<int>& degrees)
{
    degrees.clear();
    const int most = most_data_ranks(space, prepared, mesh);
    if (most < 1)
        return;
    if (!space.open.has<&Plan::dp>()) {
        degrees.push_back(most);
        return;
    }
    values_to_try(plan_dimension_of<&Plan::dp>, reach_of(prepared), plan_of(space, mesh), degrees);
    if (space.given.dp > 0 && space.given.dp <= most)
        degrees.push_back(space.given.dp);
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
    const PlanDimension& group_size = plan_dimension_of<&Plan::shard_group>;
    const auto offer = [&](DataParallelMode mode) {
        const Obstacle obstacle = share_states(prepared, degrees);
        const bool hybrid = mode == DataParallelMode::Hsdp;
        const bool repeats = hybrid && any_mode && (degrees.shard == ranks || degrees.shard == 1);
        if (obstacle == Obstacle::None && !repeats)
            result.push_back({mode, kept});
    };
    for (const DataParallelMode mode : space.dp_mode) {
        using catalog::Ability;
        const bool runs = space.software.has(Ability::Sharding, mode)
            && (mesh.pp == 1 || space.software.has(Ability::ShardingInPipelines, mode))
            && (mesh.ep == 1 || space.software.has(Ability::ShardingOfExperts, mode));
        if (ranks > 1 && !runs)
            continue;
        degrees.plan.dp_mode = mode;
        if (!space.open.has(group_size) || !applies(group_size, degrees.plan)) {
            offer(mode);
            continue;
        }
        for (const int group : values_to_try(group_size, reach_of(prepared), degrees.plan))
            if (!any_mode || (group > 1 && group < ranks))
                result.push_back({mode, group});
    }
}

std::vector<int> sequence_parallel_choices(const PlanSpace& space, int tp)
{
    Plan plan = space.given;
    plan.tp = tp;
    return choices<&Plan::sequence_parallel>(space, {}, plan);
}

void assign(Plan& plan, const DeviceMesh& mesh)
{
    plan.tp = mesh.tp;
    plan.cp = mesh.cp;
    plan.ep = mesh.ep;
    plan.pp = mesh.pp;
    plan.dp = mesh.dp;
    plan.etp = mesh.etp;
    plan.cp_method = mesh.cp_method;
}

void assign(Plan& plan, const Sharding& sharding)
{
    plan.dp_mode = sharding.mode;
    plan.shard_group = sharding.group;
}

void assign(Plan& plan, const Pipelining& pipelining)
{
    plan.schedule = pipelining.schedule;
    plan.virtual_stages = pipelining.virtual_stages;
}

Plan plan_of(const PlanSpace& space, const DeviceMesh& mesh)
{
    Plan plan = space.given;
    assign(plan, mesh);
    return plan;
}

std::span<const PlanAxis> plan_axes()
{
    static const std::vector<PlanAxis> axes = [] {
        std::vector<PlanAxis> list;
        for (const PlanDimension* dimension : plan_table::in_tables)
            if (dimension->searched)
                list.push_back({dimension});
        return list;
    }();
    return axes;
}

const PlanAxis* find_plan_axis(std::string_view key)
{
    const auto axes = plan_axes();
    const auto found = std::find_if(axes.begin(), axes.end(), [&](const PlanAxis& axis) { return axis.key() == key; });
    return found == axes.end() ? nullptr : &*found;
}

std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most)
{
    std::vector<int> result;
    if (axis.has_words()) {
        for (int value = 0; value < axis.values(); ++value)
            result.push_back(value);
        return result;
    }
    for (const int value : also) {
        if (value > 0 && std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    const double end = axis.dimension->largest(reach_of(prepared));
    const bool from_above = axis.dimension->from_above;
    const int last = std::max(0, int(std::floor(std::log2(std::max(1.0, end)))));
    for (int step = 0; step <= last && int(result.size()) < most; ++step) {
        const int value = 1 << (from_above ? last - step : step);
        if (std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace plateau::search
