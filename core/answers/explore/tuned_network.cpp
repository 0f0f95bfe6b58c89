// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/tuned_network.h"

#include <optional>

#include "core/model/estimate.h"

namespace plateau::explore {

namespace {

std::optional<collectives::Operation> operation_of(const std::string& name)
{
    using collectives::Operation;
    constexpr std::pair<const char*, Operation> known[] = {{"all_gather", Operation::AllGather},
                                                           {"reduce_scatter", Operation::ReduceScatter},
                                                           {"all_reduce", Operation::AllReduce},
                                                           {"alltoall", Operation::AllToAll}};
    for (const auto& [word, operation] : known)
        if (name == word)
            return operation;
    return std::nullopt;
}

/// Of the ratio of two numbers whose upper one alone is in doubt.
programs::Interval over(const programs::Interval& measured, double modelled, double own)
{
    const double factor = own / modelled;
    return {measured.value * factor, measured.low * factor, measured.high * factor};
}

} // namespace

std::vector<double> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table)
{
    std::vector<double> seconds;
    const auto operation = operation_of(table.operation);
    if (!operation || table.ranks < 2)
        return seconds;
    const auto prepared = prepare(scenario);
    for (const programs::MeasuredCollective& row : table.rows)
        seconds.push_back(ways_of(*prepared, *operation, table.ranks, row.bytes).front().seconds);
    return seconds;
}

std::vector<TunedParameter> tuned_network(const Scenario& scenario, const programs::CollectiveTable& table)
{
    const std::vector<double> seconds = modelled_rows(scenario, table);
    if (seconds.empty() || !table.fit)
        return {};
    std::vector<programs::MeasuredCollective> rows = table.rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].seconds = seconds[i];
    const auto modelled = programs::fit_rows(rows, table.operation, table.ranks);
    if (!modelled)
        return {};
    const bool inside = table.ranks <= prepare(scenario)->domain_size;
    const catalog::StackConstants& own = scenario.assumptions.stack.constants;
    return {{inside ? "fabric_fraction" : "network_fraction",
             over(table.fit->rate, modelled->rate.value, inside ? own.fabric_fraction : own.network_fraction)},
            {"latency_factor", over(table.fit->latency, modelled->latency.value, own.latency_factor)}};
}

} // namespace plateau::explore
