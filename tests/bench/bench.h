// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "core/question/scenario/scenario.h"

/// Figures that resources/help/speed.md or an issue quotes. Each file gives its list; main.cpp prints the median of
/// several runs.
namespace plateau::bench {

struct Benchmark {
    const char* name;
    const char* unit;
    int runs; ///< the median of these is printed
    double (*measure)(); ///< one run
};

std::span<const Benchmark> core_benchmarks();
std::span<const Benchmark> search_benchmarks();
std::span<const Benchmark> window_benchmarks();
std::span<const Benchmark> limits_benchmarks();

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The p-quantile (0 to 1) of the values; the median for 0.5.
double quantile(std::vector<double> values, double p);

/// A shipped scenario. Ends the program when there is none of the name.
Scenario shipped(const std::string& name);

} // namespace plateau::bench
