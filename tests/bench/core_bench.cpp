// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include "core/estimate/estimate.h"
#include "core/explore/curve.h"

namespace plateau::bench {

namespace {

/// Layouts as a search meets them: every combination of common degrees for 96 layers on 4,096 devices.
std::vector<Plan> layouts()
{
    std::vector<Plan> plans;
    for (const int tp : {1, 2, 4, 8})
        for (const int pp : {1, 2, 4, 8, 16, 32})
            for (const int micro_batch : {1, 2, 4})
                for (const int virtual_stages : {1, 2, 3})
                    for (const Recompute recompute : {Recompute::None, Recompute::Selective, Recompute::Full})
                        for (const DataParallelMode mode :
                             {DataParallelMode::Ddp, DataParallelMode::Zero1, DataParallelMode::Fsdp}) {
                            Plan plan;
                            plan.tp = tp;
                            plan.pp = pp;
                            plan.micro_batch = micro_batch;
                            plan.virtual_stages = pp > 1 ? virtual_stages : 1;
                            plan.schedule
                                = plan.virtual_stages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneFOneB;
                            plan.recompute = recompute;
                            plan.dp_mode = mode;
                            plan.sequence_parallel = tp > 1;
                            plans.push_back(plan);
                        }
    return plans;
}

/// Evaluations on one core that yield step time, memory, power, cost and verdict; impossible plans take time but do
/// not count. Every pass starts with an empty memo.
double plans_per_second()
{
    const auto prepared = prepare(shipped("gpt3-175b-4096-a100"));
    const std::vector<Plan> plans = layouts();
    std::size_t counted = 0;
    const auto start = Clock::now();
    while (seconds_since(start) < 0.3) {
        const WorkspacePointer workspace = make_workspace();
        for (const Plan& plan : plans)
            counted += evaluate(*prepared, plan, *workspace).possible();
    }
    return static_cast<double>(counted) / seconds_since(start);
}

/// The curves of the window's first page after a change of any parameter: prepare and a whole GPU range.
double given_curves_ms()
{
    const Scenario scenario = shipped("fernandez-weak-scaling");
    const std::vector<double> counts = explore::gpu_counts(1, 1 << 20, 8, scenario.cluster.gpus);
    const WorkspacePointer workspace = make_workspace();
    const auto start = Clock::now();
    const auto prepared = prepare(scenario);
    const auto curve = explore::given_plan_curve(*prepared, counts, *workspace);
    return curve.empty() ? 0 : 1e3 * seconds_since(start);
}

constexpr Benchmark benchmarks[] = {
    {"plans_per_second", "plans/s", 7, plans_per_second},
    {"given_curves_ms", "ms", 51, given_curves_ms},
};

} // namespace

std::span<const Benchmark> core_benchmarks() { return benchmarks; }

} // namespace plateau::bench
