// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/limits/curve.h"

/// The hardware settings and rules of the published sweeps (Erdil and Schneider-Joseph, gpu_model.py and
/// optimal_parallelism.ipynb), and the reader of their points.
namespace published {

using namespace plateau::limits;

inline constexpr double unlimited = std::numeric_limits<double>::infinity();
inline constexpr double month_seconds = 3.154e7 / 12;

inline Machine two_levels(const Device& device, double inner, double outer)
{
    Machine machine;
    machine.device = device;
    machine.network.count = 2;
    machine.network.levels[0] = {8, inner, 1.125e-6};
    machine.network.levels[1] = {unlimited, outer, 1.125e-6};
    return machine;
}

inline Device device(double sms, double clock, double flop_per_clock, double sustained)
{
    Device result;
    result.processors = sms;
    result.clock_hz = clock;
    result.peak_flop_per_s = flop_per_clock * 128 * sms * clock;
    result.sustained_fraction = sustained;
    return result;
}

inline void memories(Device& device, double cache, double cache_rate, double memory, double memory_rate)
{
    device.cache_bytes = cache * 1048576;
    device.cache_bytes_per_s = cache_rate;
    device.memory_bytes = memory;
    device.memory_bytes_per_s = memory_rate;
}

inline Machine v100()
{
    Device result = device(80, 1.533e9, 8, 0.9);
    memories(result, 6, 2.155e12, 32e9, 9e11);
    return two_levels(result, 300e9, 12.5e9);
}

inline Machine a100()
{
    Device result = device(108, 1.41e9, 16, 0.85);
    memories(result, 40, 5.603e12, 40e9, 1.555e12);
    return two_levels(result, 600e9, 50e9);
}

inline Machine h100()
{
    Device result = device(132, 1.83e9, 32, 0.7);
    memories(result, 50, 6.441e12, 80e9, 3.352e12);
    result.pooled_shared_memory = true;
    return two_levels(result, 900e9, 100e9);
}

inline void low_latency(Machine& machine)
{
    machine.device.matmul_latency_seconds /= 10;
    for (NetworkLevel& level : machine.network.levels)
        level.latency_seconds /= 10;
}

inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// What a row's `run` and `setting` stand for.
inline Question question(const std::string& run, const std::string& setting)
{
    Question result;
    result.machine = has(setting, "V100") ? v100() : has(setting, "A100") ? a100() : h100();
    result.rules.sparse = has(run, "sparse");
    if (setting == "No scaling")
        result.rules.batch.exponent = 0;
    if (setting == "DeepSeek scaling") {
        result.rules.batch.batch_tokens = 0.2920;
        result.rules.batch.reference_flop = 1;
        result.rules.batch.exponent = 0.3271;
    }
    Machine& machine = result.machine;
    if (has(setting, "NVLink") || has(setting, "Infinite"))
        machine.network.count = 1;
    if (has(setting, "Infinite"))
        machine.network.levels[0].bytes_per_s = unlimited;
    if (has(setting, "Low Latency") || has(setting, "LL"))
        low_latency(machine);
    return result;
}

/// A line of a CSV file whose quoted cells hold no quotes.
inline std::vector<std::string> cells(const std::string& line)
{
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            result.emplace_back();
        else
            result.back() += c;
    }
    return result;
}

/// "[4, 2]"
inline Split split(const std::string& text)
{
    Split result = unsplit;
    std::string numbers = text;
    for (char& c : numbers)
        if (c == '[' || c == ']' || c == ',')
            c = ' ';
    std::istringstream in(numbers);
    for (int k = 0; k < max_levels; ++k) {
        double value = 0;
        if (in >> value)
            result[k] = value;
    }
    return result;
}

struct Row {
    std::map<std::string, std::string> cell;
    double number(const char* column) const { return std::stod(cell.at(column)); }
    std::string run() const { return cell.at("run"); }
    std::string setting() const { return cell.at("setting"); }

    Layout layout() const
    {
        Layout result;
        result.dp = number("DP");
        result.tp_model = number("TPm");
        result.tp_ff = number("TPff");
        result.pp = number("PP");
        result.ep = number("EP");
        result.microbatches = number("mb");
        result.interleaving = number("v");
        // Not interleaved and filled twice: then zero bubble is possible, and never slower than 1F1B.
        result.zero_bubble = result.interleaving == 1 && result.microbatches >= 2 * result.pp;
        result.dp_split = split(cell.at("tDP"));
        result.tp_model_split = split(cell.at("tTPm"));
        result.tp_ff_split = split(cell.at("tTPf"));
        result.pp_split = split(cell.at("tPP"));
        result.ep_split = split(cell.at("tEP"));
        return result;
    }
};

inline std::vector<Row> rows(const std::string& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = cells(line);
    std::vector<Row> result;
    while (std::getline(in, line)) {
        const std::vector<std::string> values = cells(line);
        Row row;
        for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
            row.cell[names[i]] = values[i];
        result.push_back(row);
    }
    return result;
}

} // namespace published
