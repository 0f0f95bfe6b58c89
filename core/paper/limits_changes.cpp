// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/limits_changes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/answers/limits.h"
#include "core/paper/report_parts.h"

namespace plateau::views {

namespace {

using units::Unit;

constexpr std::size_t told = 3;
constexpr double worth_telling = 1.01; ///< a change is told that takes scaling this many times as far

/// It halves a latency and doubles everything else.
struct Try {
    const char* key;
    double factor = 2;
};
constexpr Try tries[] = {{"network_latency", 0.5},
                         {"scale_out_hop_latency", 0.5},
                         {"matmul_latency", 0.5},
                         {"scale_up_bandwidth"},
                         {"scale_out_bandwidth"},
                         {"nvlink_domain"},
                         {"memory_bandwidth"},
                         {"cache_bandwidth"},
                         {"cache"},
                         {"duration"}};

/// It says where linear scaling ends, and what the run there costs.
struct End {
    double flop = 0;
    double usd = 0;
    bool of_grid = false; ///< scaling is linear to the last run of the grid
};

std::optional<End> end_of(answers::Answers& answers, const LimitsScenario& scenario)
{
    const auto points = answers.get<answers::LimitsCurve>(scenario.question);
    const limits::Landmarks landmarks = limits::landmarks(scenario.question, *points);
    const std::optional<double> flop = landmarks.linear_end_flop ? landmarks.linear_end_flop : landmarks.wall_flop;
    if (!flop || landmarks.below_from_start)
        return std::nullopt;
    const auto there = std::find_if(points->begin(), points->end(),
                                    [&](const limits::Point& point) { return point.model.training_flop >= *flop; });
    const double usd = there != points->end() && there->feasible ? there->usd : 0;
    return End{*flop, usd, !landmarks.linear_end_flop};
}

struct Change {
    Message words; ///< "Network latency: 562 ns"
    End end;
};

std::optional<Change> tried(answers::Answers& answers, const LimitsScenario& scenario, const Try& change)
{
    const LimitsParameter& row = *limits_parameters().find(change.key);
    if (row.applies && !row.applies(scenario))
        return std::nullopt;
    const Value now = row.get(scenario);
    const double* number = std::get_if<double>(&now);
    if (!number || !std::isfinite(*number))
        return std::nullopt;
    const auto changed = with_value(answers.data()->catalog(), scenario, change.key, Value(*number * change.factor));
    const std::optional<End> end = changed ? end_of(answers, *changed) : std::nullopt;
    if (!end)
        return std::nullopt;
    return Change{{"%1: %2", {Word{row.label}, value_words(row, row.get(*changed))}}, *end};
}

Message change_words(const Change& change, const End& now)
{
    const Quantity flop{change.end.flop, Unit::Flop}, times{change.end.flop / now.flop, Unit::None, 2};
    if (change.end.of_grid)
        return {PLATEAU_TEXT("%1: scaling stays linear up to the last run that finishes, %2"), {change.words, flop}};
    return {PLATEAU_TEXT("%1: linear scaling then ends at %2 (%3 times the compute), with a run that costs %4"),
            {change.words, flop, times, in_prose(change.end.usd, Unit::Usd, 2)}};
}

} // namespace

ReportSection limits_changes(answers::Answers& answers, const LimitsScenario& scenario)
{
    ReportSection section{.heading = plain(PLATEAU_TEXT("What would help most")), .numbered = true};
    const std::optional<End> now = end_of(answers, scenario);
    if (!now || now->of_grid)
        return {};
    std::vector<Change> changes;
    for (const Try& each : tries)
        if (const auto change = tried(answers, scenario, each); change && change->end.flop > worth_telling * now->flop)
            changes.push_back(*change);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.end.flop > b.end.flop; });
    changes.resize(std::min(told, changes.size()));
    for (const Change& each : changes)
        section.list.push_back(change_words(each, *now));
    if (changes.empty())
        section.paragraphs.push_back(plain(
            PLATEAU_TEXT("Neither twice of any link, memory or time nor half of any latency moves the end of linear "
                         "scaling.")));
    else
        section.paragraphs.push_back(
            {PLATEAU_TEXT("Each alone. As it is, linear scaling ends at %1, with a run that costs %2."),
             {Quantity{now->flop, Unit::Flop}, in_prose(now->usd, Unit::Usd, 2)}});
    return section;
}

} // namespace plateau::views
