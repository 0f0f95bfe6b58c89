// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <string>
#include <valgrind/callgrind.h>

#include "core/answers/curve_points.h"
#include "core/catalog/catalog.h"
#include "core/diagnostics/programs/reading.h"
#include "core/evidence/shipped.h"
#include "core/model/estimate.h"
#include "core/model/timeline.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/search/search.h"
#include "core/views/scaling_view.h"

/// The operations whose instructions are counted, on one thread: instructions.py runs this under callgrind.
namespace {

using namespace plateau;

template<class Operation>
void count(const char* name, int times, Operation operation)
{
    operation(); // what is remembered between runs
    CALLGRIND_TOGGLE_COLLECT;
    for (int i = 0; i < times; ++i)
        operation();
    CALLGRIND_TOGGLE_COLLECT;
    std::printf("%s %d\n", name, times);
    std::fflush(stdout);
    CALLGRIND_DUMP_STATS_AT(name);
}

} // namespace

int main()
{
    const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    const auto file = find_scenario_file(catalog, "gpt3-175b-64-a100");
    const auto scenario = file ? read_scenario(catalog, *file) : tl::unexpected(file.error());
    const auto limits = find_limits_scenario(catalog, "limits-h100-dense");
    if (!scenario || !limits)
        return 1;
    const auto prepared = prepare(*scenario);
    const WorkspacePointer workspace = make_workspace();
    const std::string written = "# not in the pack of presets\n" + write_scenario(*scenario);
    const std::vector<double> counts = answers::gpu_counts(8, 1 << 20, 1);
    const std::string log
        = " iteration 10/ 100 | elapsed time per iteration (ms): 512.3 | throughput per GPU (TFLOP/s/GPU): 401.2 |\n";
    std::string many;
    for (int i = 0; i < 500; ++i)
        many += log;

    count("prepare", 20, [&] { prepare(*scenario); });
    count("evaluate", 500, [&] { evaluate(*prepared, scenario->plan, *workspace); });
    count("explain", 5, [&] { explain(*prepared, scenario->plan); });
    count("timeline", 2, [&] { timeline(*prepared, scenario->plan); });
    count("given_curve", 2, [&] { answers::given_plan_curve(*prepared, counts, *workspace); });
    count("search", 1, [&] {
        search::PlanSearch search;
        search.run(*prepared, search::open_keys(*scenario, search::PlanChoice::Best), {});
    });
    count("limits_point", 2, [&] { limits::point_at_width(limits->question, 16384); });
    count("read_scenario", 10, [&] { read_scenario_text(catalog, written, "a.yaml"); });
    count("write_scenario", 20, [&] { write_scenario(*scenario); });
    count("read_log", 1, [&] { programs::read_text(catalog, many, "a.log"); });
    count("read_presets", 1, [] { catalog::read(catalog::preset_folders()); });
    return 0;
}
