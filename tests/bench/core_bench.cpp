// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include "core/answers/curve_points.h"
#include "core/model/estimate.h"

namespace plateau::bench {

namespace {

/// The curves of the window's first page after a change of any parameter: prepare and a whole GPU range.
double given_curves_ms()
{
    const Scenario scenario = shipped("fernandez-weak-scaling");
    const std::vector<double> counts = answers::gpu_counts(1, 1 << 20, 8, scenario.cluster.gpus);
    const WorkspacePointer workspace = make_workspace();
    const auto start = Clock::now();
    const auto prepared = prepare(scenario);
    const auto curve = answers::given_plan_curve(*prepared, counts, *workspace);
    return curve.empty() ? 0 : 1e3 * seconds_since(start);
}

constexpr Benchmark benchmarks[] = {
    {"given_curves_ms", "ms", 51, given_curves_ms},
};

} // namespace

std::span<const Benchmark> core_benchmarks() { return benchmarks; }

} // namespace plateau::bench
