// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/grid.h"
#include "app/json.h"
#include "app/question.h"
#include "app/row_writer.h"

namespace plateau::app {

namespace {

constexpr Flag over_flag{"--over", "KEY=VALUES",
                         "8,16,32 or 8..2048 or 8..2048/20; repeat for a grid, the last turns fastest"};
constexpr Flag shard_flag{"--shard", "K/N",
                          "the K-th of N equal parts; only the first has the CSV header, so that files concatenate"};
constexpr Flag flags[]
    = {over_flag, set_flag, plan_flag, objective_flag, lock_flag, shard_flag, json_flag, csv_flag, quiet_flag};

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) { interrupted = 1; }

using Writers = std::vector<std::unique_ptr<RowWriter>>;

Expected<Writers> open_writers(const Arguments& arguments, const Grid& grid, const Range& range)
{
    Writers writers;
    const std::string csv = arguments.last(csv_flag.name);
    if (csv == "-" && arguments.has(json_flag.name))
        return failure({PLATEAU_TEXT("standard output cannot carry CSV and JSON"), {}}, "--csv -", {"--csv FILE", {}});
    if (arguments.has(json_flag.name))
        writers.push_back(json_rows());
    if (!csv.empty()) {
        auto writer = csv_rows(csv, range.first == 0);
        if (!writer)
            return tl::unexpected(writer.error());
        writers.push_back(std::move(*writer));
    }
    if (writers.empty()) {
        std::vector<std::string> swept;
        for (const GridAxis& axis : grid.axes)
            swept.push_back(axis.parameter->key);
        writers.push_back(text_rows(swept));
    }
    return writers;
}

/// One row: the swept keys, then the answer. A combination that no scenario can hold is a row without numbers.
Json row_of(const Question& question, const std::vector<std::pair<std::string, Value>>& point,
            explore::PlanSearch& search)
{
    Json row;
    for (const auto& [key, value] : point)
        row[key] = to_json(value);
    auto scenario = with_all(question.catalog, question.scenario, point);
    if (!scenario) {
        row.update(answer({}, {english(scenario.error()), {}}));
        return row;
    }
    for (const auto& [key, value] : point) {
        if (is_plan_key(key) && !is_auto(value))
            scenario->locked.insert(key); // what is swept is not searched
    }
    const auto prepared = prepare(*scenario);
    explore::SearchOptions options;
    options.objective = question.planning.objective;
    const auto open = explore::open_keys(*scenario, question.planning.choice);
    const Parts parts = explore::best_plan(search, *prepared, open, options);
    const Message reason = parts.fits() ? Message() : explain(*prepared, parts.plan).reason;
    row.update(answer(parts, reason));
    return row;
}

void show_progress(std::size_t done, std::size_t total)
{
    fmt::print(stderr, "\r{} of {} points{}", done, total, done == total ? "\n" : "");
}

Expected<int> run(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto grid = read_grid(arguments.all(over_flag.name));
    if (!grid)
        return tl::unexpected(grid.error());
    const auto range = read_shard(arguments.last(shard_flag.name), grid->size());
    if (!range)
        return tl::unexpected(range.error());
    const auto writers = open_writers(arguments, *grid, *range);
    if (!writers)
        return tl::unexpected(writers.error());

    std::signal(SIGINT, interrupt);
    const bool progress = isatty(STDERR_FILENO) && !arguments.has(quiet_flag.name) && range->end - range->first > 1000;
    explore::PlanSearch search;
    bool answered = range->first == range->end;
    for (std::size_t i = range->first; i < range->end && !interrupted; ++i) {
        const Json row = row_of(*question, grid->point(i), search);
        answered = answered || row["fits"].get<bool>();
        for (const auto& writer : *writers)
            writer->write(row);
        if (progress && ((i - range->first + 1) % 256 == 0 || i + 1 == range->end))
            show_progress(i - range->first + 1, range->end - range->first);
    }
    bool written = true;
    for (const auto& writer : *writers)
        written = writer->finish() && written;
    if (interrupted || !written) {
        fmt::print(stderr, "plateau: sweep: {}\n",
                   interrupted ? "interrupted; the rows so far are complete" : "cannot be written");
        return exit_failed;
    }
    return answered ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command sweep_command;
const Command sweep_command{"sweep", "SCENARIO", "a table of estimates over KEY=VALUES", flags, 1, run};

} // namespace plateau::app
