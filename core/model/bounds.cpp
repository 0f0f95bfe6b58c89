// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bounds.h"

#include "core/model/rank_bytes.h"

namespace plateau {

namespace {

double fewest_layers(const Stages& stages)
{
    double fewest = std::min(stages.first.layers, stages.last.layers);
    if (stages.full_count > 0)
        fewest = std::min(fewest, stages.full.layers);
    return stages.slim_count > 0 ? std::min(fewest, stages.slim.layers) : fewest;
}

/// Seconds of a layer's passes at busy power.
double computing_seconds(const LayerCost& layer)
{
    double forward = 0;
    double backward = 0;
    LayerTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        if constexpr (Term::info.kind == PartKind::Compute) {
            forward += layer.of<Term>().forward.exposed;
            backward += layer.of<Term>().backward.exposed;
        }
    });
    return forward + backward;
}

} // namespace

RankHoldings rank_holdings(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const Inputs<double> x(prepared, degrees, workspace);
    const StageParameters parameters = stage_parameters(x);
    const Stages stages = layout_of(prepared, x.plan);
    return {parameters, held_parameters(parameters, stages.first, x.plan),
            most_rank_parameters(parameters, stages, x.plan)};
}

void learn_more(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees, const RankHoldings& holdings,
                Workspace& workspace)
{
    const Inputs<double> x(prepared, degrees, workspace);
    switch (cost.counted) {
    case ShardingCost::Counted::Parameters:
        UpdateTerms::for_each(
            [&]<class Term>(std::type_identity<Term>) { cost.update_seconds += Term::seconds(x, holdings.most); });
        cost.data = data_traffic(x, holdings.parameters, holdings.most);
        cost.scatters_each = scatters_each(prepared, x.plan);
        cost.counted = ShardingCost::Counted::OncePerStep;
        break;
    case ShardingCost::Counted::OncePerStep:
        find_layer_traffic(x, holdings.parameters, cost.shard);
        cost.counted = ShardingCost::Counted::Layers;
        break;
    case ShardingCost::Counted::Layers:
        find_end_traffic(x, holdings.parameters, cost.shard);
        cost.counted = ShardingCost::Counted::Everything;
        break;
    case ShardingCost::Counted::Everything:
        break;
    }
}

double ShardingCost::least_exposed(double micro_batches, double window) const
{
    const double sharded = (scatters_each ? micro_batches : 1) * data.scatter + data.gather;
    const double hideable = data.shard_overlap * sharded + data.reduce_overlap * data.reduce;
    return sharded + data.reduce - std::min(hideable, window);
}

LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer,
                     const ShardingCost& sharding, Workspace& workspace)
{
    const double m = degrees.micro_batches;
    Step step(prepared, degrees, workspace, layer);
    step.parameters = sharding.parameters;
    step.traffic = sharding.shard;
    find_stages(step);
    step.busiest_rank = busiest_rank(step.stages);
    step.micro_batches = m;
    DataTraffic data = sharding.data;
    data.scatters = sharding.scatters_each ? m : 1;
    find_data_traffic(step, data);
    const double pipeline = schedule::pipeline_time(pipeline_of(step.stages, degrees.plan, m)).seconds;
    const double exposed = step.gathered_once.exposed + step.scattered_once.exposed + step.reduced_once.exposed;
    const double seconds = pipeline + sharding.update_seconds + exposed + prepared.stack.step_fixed_seconds;
    return {seconds * (1 + jitter_share(prepared, degrees.gpus_used)),
            m * fewest_layers(step.stages) * computing_seconds(layer)};
}

BesideLayers beside_layers(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const Inputs<double> x(prepared, degrees, workspace);
    const auto exposed = [](const TermRow<double>& row) { return row.forward.exposed + row.backward.exposed; };
    BesideLayers beside{0, 0, exposed(Head::head(x))};
    if (degrees.plan.pp == 1)
        return beside;
    const double inner = exposed(PipelineTransfer::stage(x, false));
    beside.transfer = std::min(inner, exposed(PipelineTransfer::stage(x, true)));
    if (degrees.plan.pp > 2)
        beside.inner_transfer = inner;
    return beside;
}

double memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const Inputs<double> x(prepared, degrees, workspace);
    return fullest_rank(x, stage_parameters(x), layout_of(prepared, x.plan)).total();
}

double least_memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    // Which rank is the fullest depends on the sharding, so the total and what fragments are bounded apart.
    const Inputs<double> x(prepared, degrees, workspace);
    double total = 0;
    double live = std::numeric_limits<double>::infinity();
    for_each_rank(x, stage_parameters(x), layout_of(prepared, x.plan), Sharded::Leanest,
                  [&](const RankBytes<double>& rank) {
                      total = std::max(total, rank.own());
                      live = std::min(live, rank.live());
                  });
    return total + prepared.stack.fixed_memory_bytes + prepared.stack.fragmentation * live;
}

double least_state_bytes(const Prepared& prepared, const Degrees& degrees, const Holdings& first, Workspace& workspace)
{
    const Inputs<double> x(prepared, degrees, workspace);
    SpreadOf<double> spread = spread_of(x, Sharded::AsPlanned);
    spread.whole_gradients = keeps_gathered(prepared, x.plan); // what a larger micro-batch holds too
    const memory::States all = states(x, first, spread);
    const Offload& offload = prepared.offload;
    return all.weights * (1 - offload.parameters) + all.gradients + all.optimizer * (1 - offload.optimizer)
        + prepared.stack.fixed_memory_bytes;
}

double jitter_share(const Prepared& prepared, double gpus_used)
{
    return Jitter::share(Constants<double>(prepared), gpus_used);
}

} // namespace plateau
