// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/estimate/budget.h"
#include "core/estimate/stage.h"
#include "core/explore/enumerate.h"
#include "core/explore/hints.h"
#include "core/explore/layer_table.h"

namespace plateau::explore {

namespace {

// Bounds and evaluate() add in different orders; this is far more than rounding can differ and far less than matters.
constexpr double rounding = 1 - 1e-9;

/// A layout and what its step cannot go below.
struct Branch {
    double value = 0;
    int family = 0;
    std::size_t stage = 0;
    int dp = 1;
};

class Run {
public:
    Run(const PlanSpace& space, const LayerTable& layers, const Prepared& prepared, Workspace& workspace,
        const SearchOptions& options)
        : space_(space), layers_(layers), prepared_(prepared), workspace_(workspace), options_(options),
          best_(options.objective, options.top)
    {
    }

    void exhaustive();
    void pruned();
    void count();
    SearchResult result();

private:
    double batch(const Layout& layout) const;
    double least_value(double seconds, double computing, double sequences) const;
    double branch_value(const LayerTable::Family& family, std::size_t stage, const Layout& layout) const;
    std::vector<Branch> branches();
    void visit(const Branch& branch);
    void visit_shapes(const Layout& layout, std::size_t stage, int micro_batch);
    void visit_leaves(const Layout& layout, std::size_t stage, const Plan& plan);
    void consider(const Plan& plan);
    bool stopped();

    const PlanSpace& space_;
    const LayerTable& layers_;
    const Prepared& prepared_;
    Workspace& workspace_;
    const SearchOptions& options_;
    BestPlans best_;
    SearchResult result_;
    std::vector<Sharding> shardings_;
};

bool Run::stopped()
{
    result_.stopped = result_.stopped || options_.stop.stop_requested();
    return result_.stopped;
}

void Run::consider(const Plan& plan)
{
    const Parts parts = evaluate(prepared_, plan, workspace_);
    ++result_.evaluated;
    result_.feasible += parts.fits();
    best_.add(parts);
    if (options_.progress && result_.considered > 0 && std::fmod(result_.evaluated, 65536) == 0)
        options_.progress(result_.evaluated / result_.considered);
}

void Run::count()
{
    for_each_layout(space_, prepared_, [this](const Layout& layout, std::size_t stage) {
        shardings(space_, prepared_, layout, shardings_);
        const double shapes = double(micro_batch_count(space_, sequences_per_rank(prepared_, layout)))
            * double(space_.recompute.size()) * double(sequence_parallel_choices(space_, layout.tp).size());
        result_.considered += shapes * double(shardings_.size() * space_.pipelining[stage].size());
        return !stopped();
    });
}

void Run::exhaustive()
{
    if (options_.progress)
        count();
    for_each_layout(space_, prepared_, [this](const Layout& layout, std::size_t stage) {
        shardings(space_, prepared_, layout, shardings_);
        const std::size_t count = micro_batch_count(space_, sequences_per_rank(prepared_, layout));
        Plan plan = plan_of(space_, layout);
        for (std::size_t i = 0; i < count && !stopped(); ++i) {
            plan.micro_batch = space_.micro_batch[i];
            for (const Recompute recompute : space_.recompute) {
                plan.recompute = recompute;
                for (const bool sequence_parallel : sequence_parallel_choices(space_, layout.tp)) {
                    plan.sequence_parallel = sequence_parallel;
                    for (const Sharding& sharding : shardings_) {
                        plan.dp_mode = sharding.mode;
                        plan.shard_group = sharding.group;
                        for (const Pipelining& pipelining : space_.pipelining[stage]) {
                            plan.schedule = pipelining.schedule;
                            plan.virtual_stages = pipelining.virtual_stages;
                            consider(plan);
                        }
                    }
                }
            }
        }
        return !result_.stopped;
    });
    result_.considered = result_.evaluated;
}

double Run::batch(const Layout& layout) const { return sequences_per_rank(prepared_, layout) * layout.dp; }

/// The least objective value of a step of `sequences` that takes `seconds` or more, `computing` or more of them at
/// busy power.
double Run::least_value(double seconds, double computing, double sequences) const
{
    const double per_token = rounding * seconds / (sequences * prepared_.sequence);
    switch (options_.objective) {
    case Objective::Throughput:
        return per_token;
    case Objective::Cost:
        return per_token * 1e6 * prepared_.usd_per_gpu_hour * prepared_.gpus / 3600;
    case Objective::Energy: {
        const double others = prepared_.node_overhead_watts + prepared_.network_watts;
        const double waiting = std::min(prepared_.waiting_watts, prepared_.busy_watts);
        const double joules = (waiting + others) * seconds + (prepared_.busy_watts - waiting) * computing;
        return rounding * prepared_.pue * prepared_.gpus * joules / (sequences * prepared_.sequence);
    }
    case Objective::Memory:
        break;
    }
    return 0;
}

double Run::branch_value(const LayerTable::Family& family, std::size_t stage, const Layout& layout) const
{
    const double each = schedule::split_layers(prepared_.layers, layout.pp).full;
    int chunks = 1;
    for (const Pipelining& pipelining : space_.pipelining[stage])
        chunks = std::max(chunks, pipelining.virtual_stages);
    const double sequences = std::max(1.0, sequences_per_rank(prepared_, layout));
    const double fill = (prepared_.layers - each) / chunks * family.least_seconds;
    const double steady = std::max(sequences * family.least_seconds_per_sequence, family.least_seconds) * each;
    return least_value(steady + fill, 0, batch(layout));
}

std::vector<Branch> Run::branches()
{
    std::vector<Branch> result;
    std::vector<int> data;
    for (int index = 0; index < int(layers_.families.size()); ++index) {
        const LayerTable::Family& family = layers_.families[std::size_t(index)];
        for (std::size_t stage = 0; stage < space_.pp.size(); ++stage) {
            Layout layout{family.tp, family.cp, family.ep, space_.pp[stage], 1};
            if (layout.model_ranks() > prepared_.gpus)
                break;
            data_degrees(space_, prepared_, layout, data);
            for (const int degree : data) {
                layout.dp = degree;
                const double value = branch_value(family, stage, layout);
                if (value > best_.threshold())
                    continue;
                if (is_legal(space_, prepared_, layout))
                    result.push_back({value, index, stage, degree});
            }
        }
    }
    std::sort(result.begin(), result.end(),
              [](const Branch& left, const Branch& right) { return left.value < right.value; });
    return result;
}

void Run::pruned()
{
    for (const Plan& hint : options_.hints) {
        for (const Plan& plan : plans_near(space_, prepared_, hint))
            consider(plan);
    }
    for (const Branch& branch : branches()) {
        if (branch.value > best_.threshold() || stopped())
            break;
        visit(branch);
    }
}

void Run::visit(const Branch& branch)
{
    const LayerTable::Family& family = layers_.families[std::size_t(branch.family)];
    const Layout layout{family.tp, family.cp, family.ep, space_.pp[branch.stage], branch.dp};
    const double sequences = sequences_per_rank(prepared_, layout);
    const double each = schedule::split_layers(prepared_.layers, layout.pp).full;
    int chunks = 1;
    for (const Pipelining& pipelining : space_.pipelining[branch.stage])
        chunks = std::max(chunks, pipelining.virtual_stages);
    shardings_.clear();
    for (std::size_t i = 0; i < micro_batch_count(space_, sequences); ++i) {
        const double steps = std::ceil(sequences / space_.micro_batch[i]) * each + (prepared_.layers - each) / chunks;
        const double seconds = steps * layers_.of(branch.family, int(i));
        if (least_value(seconds, 0, batch(layout)) <= best_.threshold())
            visit_shapes(layout, branch.stage, space_.micro_batch[i]);
    }
}

void Run::visit_shapes(const Layout& layout, std::size_t stage, int micro_batch)
{
    Plan plan = plan_of(space_, layout);
    plan.micro_batch = micro_batch;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    plan.shard_group = 0;
    for (const Recompute recompute : space_.recompute) {
        for (const bool sequence_parallel : sequence_parallel_choices(space_, layout.tp)) {
            plan.recompute = recompute;
            plan.sequence_parallel = sequence_parallel;
            visit_leaves(layout, stage, plan);
        }
    }
}

void Run::visit_leaves(const Layout& layout, std::size_t stage, const Plan& shape)
{
    Degrees degrees = complete(prepared_, shape);
    const double least_bytes = rounding * least_memory_bytes(prepared_, degrees);
    if (least_bytes > prepared_.memory_limit_bytes)
        return;
    if (options_.objective == Objective::Memory && least_bytes > best_.threshold())
        return;
    const LayerCost layer = workspace_.layer(prepared_, degrees);
    for (const Pipelining& pipelining : space_.pipelining[stage]) {
        degrees.plan.schedule = pipelining.schedule;
        degrees.plan.virtual_stages = pipelining.virtual_stages;
        const LeastStep least = least_step(prepared_, degrees, layer);
        if (least_value(least.seconds, least.computing, batch(layout)) > best_.threshold())
            continue;
        if (shardings_.empty())
            shardings(space_, prepared_, layout, shardings_);
        for (const Sharding& sharding : shardings_) {
            Plan plan = degrees.plan;
            plan.dp_mode = sharding.mode;
            plan.shard_group = sharding.group;
            consider(plan);
        }
    }
}

SearchResult Run::result()
{
    result_.plans = best_.plans();
    return std::move(result_);
}

} // namespace

struct PlanSearch::State {
    WorkspacePointer workspace = make_workspace();
    std::uint64_t identity = 0;
    PlanSpace space;
    LayerTable layers;

    void bind(const Prepared& prepared, const OpenKeys& open)
    {
        if (identity == prepared.identity && space.open == open)
            return;
        identity = prepared.identity;
        space = plan_space(prepared, open);
        layers = layer_table(space, prepared, *workspace);
    }
};

PlanSearch::PlanSearch() : state_(std::make_unique<State>()) { }
PlanSearch::~PlanSearch() = default;
PlanSearch::PlanSearch(PlanSearch&&) noexcept = default;
PlanSearch& PlanSearch::operator=(PlanSearch&&) noexcept = default;

Workspace& PlanSearch::workspace() { return *state_->workspace; }

SearchResult PlanSearch::run(const Prepared& prepared, const OpenKeys& open, const SearchOptions& options)
{
    state_->bind(prepared, open);
    Run run(state_->space, state_->layers, prepared, *state_->workspace, options);
    if (options.exhaustive) {
        run.exhaustive();
        return run.result();
    }
    run.pruned();
    if (options.count)
        run.count();
    return run.result();
}

} // namespace plateau::explore
