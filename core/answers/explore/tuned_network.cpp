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

/// With the range that it has relative to its value.
programs::Interval around(double value, const programs::Interval& measured)
{
    return {value, value * measured.low / measured.value, value * measured.high / measured.value};
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
    if (!table.fit || modelled_rows(scenario, table).empty())
        return {};
    const bool inside = table.ranks <= prepare(scenario)->domain_size;
    Scenario tuned = scenario;
    catalog::StackConstants& constants = tuned.assumptions.stack.constants;
    double& fraction = inside ? constants.fabric_fraction : constants.network_fraction;
    std::vector<programs::MeasuredCollective> rows = table.rows;
    constexpr int rounds = 8; // each halves what is left, or better: the way taken may change with the constants
    for (int round = 0; round < rounds; ++round) {
        const std::vector<double> seconds = modelled_rows(tuned, table);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].seconds = seconds[i];
        const auto modelled = programs::fit_rows(rows, table.operation, table.ranks);
        if (!modelled)
            return {};
        fraction *= table.fit->rate.value / modelled->rate.value;
        constants.latency_factor *= table.fit->latency.value / modelled->latency.value;
    }
    return {{inside ? "fabric_fraction" : "network_fraction", around(fraction, table.fit->rate)},
            {"latency_factor", around(constants.latency_factor, table.fit->latency)}};
}

} // namespace plateau::explore
