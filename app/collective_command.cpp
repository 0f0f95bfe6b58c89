// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/table.h"
#include "core/model/estimate.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

using collectives::Operation;
using units::Unit;

constexpr const char* usual_cluster = "fernandez-weak-scaling";
constexpr const char* usual_sizes = "1KiB..4GiB";
constexpr Flag ranks_flag{"--ranks", "N", "GPUs that take part, next to each other"};
constexpr Flag size_flag{"--size", "A..B", "bytes, doubled from A to B (default 1KiB..4GiB), or a list: 1MB,64MB"};
constexpr Flag collective_on_flag{
    "--on", "SCENARIO", "as in a step of this scenario; without it the library alone, on H100 (--set hardware=NAME)"};
constexpr Flag collective_flags[]
    = {ranks_flag, size_flag, collective_on_flag, set_flag, json_flag, csv_flag, force_flag, quiet_flag};
constexpr double most_bytes = 1e15;
constexpr double most_ranks = 1e8;

/// "all_reduce", "allreduce" and "all-reduce" are one.
std::string letters(const std::string& text)
{
    std::string only = lower(text);
    std::erase_if(only, [](char c) { return c == '-' || c == '_' || c == ' '; });
    return only;
}

Expected<Operation> read_operation(const Arguments& arguments)
{
    constexpr auto& names = names_of<Operation>;
    const std::vector<std::string> legal(names.begin(), names.end());
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("no operation given"), {}}, "OPERATION", one_of(legal));
    const std::string& asked = arguments.operands.front();
    for (std::size_t i = 0; i < legal.size(); ++i)
        if (letters(asked) == letters(legal[i]))
            return Operation(i);
    Error error
        = unknown_name({PLATEAU_TEXT("%1 is not a collective that is modelled"), {Verbatim{asked}}}, asked, legal);
    error.type = "plateau collective " + error.nearest;
    return tl::unexpected(std::move(error));
}

Expected<double> read_amount(const std::string& text, Unit unit, double least, double most, const Flag& flag)
{
    const auto value = units::parse(text, unit);
    if (value && *value >= least && *value <= most)
        return value;
    return failure({PLATEAU_TEXT("“%1” cannot be taken"), {Verbatim{text}}}, flag.name,
                   {PLATEAU_TEXT("from %1 to %2"), {Quantity{least, unit}, Quantity{most, unit}}});
}

/// A bare number is bytes here, not GB.
Expected<double> read_size(std::string text)
{
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos)
        text += 'B';
    return read_amount(text, Unit::Bytes, 1, most_bytes, size_flag);
}

Expected<std::vector<double>> read_sizes(const std::string& text)
{
    std::vector<double> sizes;
    if (const std::size_t dots = text.find(".."); dots != std::string::npos) {
        const double from = require(read_size(text.substr(0, dots)));
        const double to = require(read_size(text.substr(dots + 2)));
        if (to < from)
            return failure({PLATEAU_TEXT("“%1” ends before it begins"), {Verbatim{text}}}, size_flag.name,
                           {size_flag.value, {}});
        for (double size = from; size <= to * (1 + 1e-9); size *= 2)
            sizes.push_back(size);
        return sizes;
    }
    for (const std::string& size : split(text, ","))
        sizes.push_back(require(read_size(size)));
    return sizes;
}

/// The scenario of --on; without one a cluster of as many GPUs, on which no software slows the library down.
Expected<ScenarioQuestion> read_cluster(const Arguments& arguments, double ranks)
{
    Arguments asked{{arguments.last(collective_on_flag.name, usual_cluster)}, {}};
    if (!arguments.has(collective_on_flag.name)) {
        asked.flags = {{set_flag.name, fmt::format("gpus={:.0f}", ranks)}};
        for (const char* setting : {"latency_factor=1", "fabric_fraction=1", "network_fraction=1"})
            asked.flags.emplace_back(set_flag.name, setting);
    }
    asked.flags.insert(asked.flags.end(), arguments.flags.begin(), arguments.flags.end());
    return read_question(asked);
}

/// A time hangs on the hardware alone; without --on it is the usual one unless a setting says another.
std::vector<Unsaid> unsaid_hardware(const Arguments& arguments, const Scenario& scenario)
{
    const auto sets = [](const std::string& setting) { return setting.starts_with("hardware="); };
    const auto settings = arguments.all(set_flag.name);
    std::vector<Unsaid> list = unsaid(scenario);
    std::erase_if(list, [](const Unsaid& entry) { return entry.parameter != "hardware"; });
    if (!arguments.has(collective_on_flag.name) && std::ranges::none_of(settings, sets))
        list.push_back({.kind = UnsaidKind::Assumed,
                        .parameter = "hardware",
                        .value = scenario.cluster.accelerator.id,
                        .why = {PLATEAU_TEXT("the usual one; nothing says it"), {}}});
    return list;
}

/// Bytes that cross the busiest link per second, as nccl-tests counts them.
double bus_bandwidth(const CollectiveUse& use)
{
    return (use.operation == Operation::AllReduce ? 2 : 1) * (use.ranks - 1) / use.ranks * use.bytes / use.seconds;
}

using Ways = std::vector<CollectiveUse>;

/// The way that is next best.
Json other_way(const Ways& ways)
{
    const CollectiveUse& taken = ways.front();
    const auto other = std::find_if(ways.begin(), ways.end(), [&](const CollectiveUse& way) {
        return way.algorithm != taken.algorithm || way.protocol != taken.protocol;
    });
    return other == ways.end() ? "none"
                               : fmt::format("{}, {}", way_words(*other), units::format(other->seconds, Unit::Seconds));
}

const Column<Ways> columns[] = {
    {"bytes", [](const Ways& ways) { return number(ways.front().bytes); }, "size", nullptr, Unit::Bytes},
    {"seconds", [](const Ways& ways) { return number(ways.front().seconds); }, "time", nullptr, Unit::Seconds},
    {"busbw", [](const Ways& ways) { return number(bus_bandwidth(ways.front())); }, "busbw", nullptr,
     Unit::BytesPerSecond},
    {"algorithm", [](const Ways& ways) { return Json(name(ways.front().algorithm)); }},
    {"protocol", [](const Ways& ways) { return Json(name(ways.front().protocol)); }},
    {"latency_s", [](const Ways& ways) { return number(ways.front().latency_seconds); }},
    {"", [](const Ways& ways) { return Json(way_words(ways.front())); }, "way"},
    {"", [](const Ways& ways) { return number(ways.front().latency_seconds / ways.front().seconds); }, "of it latency",
     nullptr, Unit::Fraction},
    {"", other_way, "next best"},
};

/// What lies between the domains: "between domains RoCE, each message alone, together at most 24 GB/s".
std::string fabric_words(const Scenario& scenario)
{
    const auto& tiers = scenario.cluster.tiers;
    const catalog::FabricRow* fabric
        = tiers.size() > 1 ? catalog::fabric_of(*scenario.assumptions.physics, tiers[1].fabric) : nullptr;
    if (!fabric)
        return {};
    const bool joins = fabric->rails && fabric->joined > 1;
    const std::string how = joins ? fmt::format(", up to {:.0f} messages of a host as one", fabric->joined)
        : fabric->single_bytes_per_s > 0
        ? ", each message alone, together at most " + units::format(fabric->single_bytes_per_s, Unit::BytesPerSecond)
        : "";
    return fmt::format("between domains {}{}\n", fabric->title, how);
}

std::string text_of(const std::vector<Ways>& rows, const Scenario& scenario)
{
    const CollectiveUse& first = rows.front().front();
    return fmt::format("{} among {} GPUs of {} on {} scale-up domain{}, as {} takes it\n", name(first.operation),
                       units::format(first.ranks, Unit::Count), scenario.cluster.accelerator.title,
                       units::format(first.domains, Unit::Count), first.domains == 1 ? "" : "s",
                       scenario.cluster.accelerator.transport.version)
        + (first.domains > 1 ? fabric_words(scenario) : "") + table_text<Ways>(columns, rows);
}

Expected<int> run_collective(const Arguments& arguments)
{
    const auto operation = require(read_operation(arguments));
    if (!arguments.has(ranks_flag.name))
        return failure({PLATEAU_TEXT("how many GPUs take part is not told"), {}}, ranks_flag.name,
                       {"%1", {Verbatim{"--ranks 16"}}});
    const auto ranks = require(read_amount(arguments.last(ranks_flag.name), Unit::Gpus, 2, most_ranks, ranks_flag));
    const auto sizes = require(read_sizes(arguments.last(size_flag.name, usual_sizes)));
    const auto question = require(read_cluster(arguments, std::floor(ranks)));
    const auto writer = opened(csv_rows(arguments, Table::Collective));
    const auto prepared = prepare(question.scenario);
    std::vector<Ways> rows;
    std::vector<Json> json;
    for (const double bytes : sizes) {
        rows.push_back(ways_of(*prepared, operation, std::floor(ranks), bytes));
        json.push_back(row_json<Ways>(columns, rows.back()));
    }
    const std::vector<Unsaid> not_said = unsaid_hardware(arguments, question.scenario);
    return write_answer(
        arguments, writer, json,
        [&] {
            Json document{{"rows", json}};
            document.update(unsaid_json(not_said));
            return document;
        },
        [&] { return text_of(rows, question.scenario) + unsaid_text(not_said); }, exit_answered);
}

} // namespace

extern const Command collective_command("collective", "OPERATION",
                                        "one collective alone: its time, and the algorithm that the library uses",
                                        collective_flags, 1, run_collective, "collectives, nccl, allreduce, network");

} // namespace plateau::app
