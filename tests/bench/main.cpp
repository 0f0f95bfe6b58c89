// SPDX-License-Identifier: GPL-3.0-or-later
// plateau_bench [NAME...] [--json]: a line per figure, "name value unit".
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/nearest.h"
#include "window_bench.h"

namespace plateau::bench {

double quantile(std::vector<double> values, double p)
{
    std::sort(values.begin(), values.end());
    const double position = p * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

Scenario shipped(const std::string& name)
{
    static const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    const auto scenario = find_scenario(catalog, name);
    if (!scenario) {
        fmt::print(stderr, "plateau_bench: {}\n", english(scenario.error()));
        std::exit(1);
    }
    return *scenario;
}

namespace {

std::vector<Benchmark> all_benchmarks()
{
    std::vector<Benchmark> all;
    for (const auto list : {core_benchmarks(), search_benchmarks(), limits_benchmarks(), window_benchmarks()})
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

double median_of_runs(const Benchmark& benchmark)
{
    std::vector<double> values;
    for (int run = 0; run < benchmark.runs; ++run)
        values.push_back(benchmark.measure());
    return quantile(values, 0.5);
}

int refuse(const std::string& wanted, const std::vector<std::string>& names)
{
    fmt::print(stderr, "plateau_bench: {}: unknown figure; the nearest is {}\n", wanted, nearest(wanted, names));
    return 2;
}

} // namespace

} // namespace plateau::bench

int main(int argc, char** argv)
{
    using namespace plateau::bench;
    if (argc == 2 && std::string(argv[1]) == open_window_word)
        return open_window();
    if (argc == 2 && std::string(argv[1]) == drag_window_word)
        return drag_window();
    const std::vector<Benchmark> all = all_benchmarks();
    std::vector<std::string> names;
    for (const Benchmark& benchmark : all)
        names.emplace_back(benchmark.name);
    std::vector<std::string> wanted;
    bool json = false;
    for (const std::string& word : std::vector<std::string>(argv + 1, argv + argc)) {
        if (word == "--json")
            json = true;
        else if (std::find(names.begin(), names.end(), word) == names.end())
            return refuse(word, names);
        else
            wanted.push_back(word);
    }
    nlohmann::ordered_json document;
    for (const Benchmark& benchmark : all) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), benchmark.name) == wanted.end())
            continue;
        const double value = median_of_runs(benchmark);
        if (json)
            document[benchmark.name] = {{"value", value}, {"unit", benchmark.unit}};
        else
            fmt::print("{} {:.4g} {}\n", benchmark.name, value, benchmark.unit);
        std::fflush(stdout);
    }
    if (json)
        fmt::print("{}\n", document.dump(2));
    return 0;
}
