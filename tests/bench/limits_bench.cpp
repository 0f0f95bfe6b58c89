// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>

#include <fmt/format.h>

#include "bench.h"
#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau::bench {

namespace {

limits::Question shipped_limits(const std::string& name)
{
    const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    const auto scenario = find_limits_scenario(catalog, name);
    if (!scenario) {
        fmt::print(stderr, "plateau_bench: {}\n", english(scenario.error()));
        std::exit(1);
    }
    return scenario->question;
}

/// One point of the limits curve on one thread: H100, dense, mean over the 31 feasible widths, nothing kept between
/// them.
double limits_point_ms()
{
    static const limits::Question question = shipped_limits("limits-h100-dense");
    static const std::vector<double> widths = [] {
        std::vector<double> feasible;
        for (const limits::Point& point : limits::curve(question))
            if (point.feasible)
                feasible.push_back(point.model.width);
        return feasible;
    }();
    const auto start = Clock::now();
    for (const double width : widths)
        if (!limits::point_at_width(question, width).feasible)
            return 0;
    return 1e3 * seconds_since(start) / static_cast<double>(widths.size());
}

constexpr Benchmark benchmarks[] = {
    {"limits_point_ms", "ms", 31, limits_point_ms},
};

} // namespace

std::span<const Benchmark> limits_benchmarks() { return benchmarks; }

} // namespace plateau::bench
