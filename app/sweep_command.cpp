// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <mutex>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/study.h"
#include "app/table.h"
#include "core/answers/step.h"
#include "core/math/threads/pool.h"
#include "core/views/curve_words.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

constexpr Flag sweep_over_flag{
    "--over", "KEY=VALUES",
    "8,16,32 or 8..2048 or 8..2048/20; repeat it for a grid, in which the last one changes fastest"};
constexpr Flag sweep_shard_flag{
    "--shard", "K/N", "the K-th of N equal parts; only the first has the CSV header; plateau join puts them together"};
constexpr Flag resume_flag{"--resume", "", "go on after the rows that --csv FILE holds already"};
constexpr Flag sweep_flags[] = {sweep_over_flag, set_flag,  plan_flag, objective_flag, lock_flag, sweep_shard_flag,
                                resume_flag,     json_flag, csv_flag,  force_flag,     quiet_flag};

constexpr std::size_t points_at_once = 1 << 20; ///< as many as a pool's index safely counts

using Writers = std::vector<std::unique_ptr<RowWriter>>;

/// What the file of --csv holds of this part already; nothing without --resume, or where there is no such file.
Expected<std::optional<StudyPart>> kept_part(const Arguments& arguments, const Study& study, const PointRange& range)
{
    if (!arguments.has(resume_flag.name))
        return std::nullopt;
    const std::string file = arguments.last(csv_flag.name);
    if (file.empty() || file == "-" || arguments.has(json_flag.name))
        return failure({PLATEAU_TEXT("only a table in a file can go on"), {}}, resume_flag.name,
                       {PLATEAU_TEXT("it with --csv FILE and without --json"), {}});
    if (std::error_code error; !std::filesystem::exists(file, error))
        return std::nullopt;
    auto part = require(read_part(file));
    if (!part.study)
        return std::nullopt;
    if (*part.study != study)
        return failure({PLATEAU_TEXT("it holds rows of another sweep"), {}}, file,
                       {PLATEAU_TEXT("another file, or the same scenario, grid, version and presets"), {}});
    const Stretch& rows = part.stretches.front();
    if (part.stretches.size() > 1 || rows.first != range.first || rows.end > range.end)
        return failure({PLATEAU_TEXT("it holds other points than the beginning of this part"), {}}, file, {});
    return part;
}

Expected<Writers> open_writers(const Arguments& arguments, const Scenario& scenario, const Grid& grid, bool header,
                               const std::optional<StudyPart>& kept)
{
    Writers writers;
    if (const auto one = check_one_output(arguments); !one)
        return tl::unexpected(one.error());
    if (arguments.has(json_flag.name)) {
        Json head = unsaid_json(scenario);
        head["price"] = price_json(scenario);
        writers.push_back(json_rows(head));
    }
    auto rows = csv_rows(arguments, Table::Sweep, {scenario.workload.shape.file}, header && !kept);
    if (!rows)
        return tl::unexpected(rows.error());
    if (kept) {
        (*rows)->keep(kept->header);
        const auto copied = copy(kept->stretches.front(), [&](std::string_view text) { return (*rows)->keep(text); });
        if (!copied)
            return tl::unexpected(copied.error());
    }
    if (*rows)
        writers.push_back(std::move(*rows));
    if (writers.empty()) {
        std::vector<std::string> swept;
        for (const GridAxis& axis : grid.axes)
            swept.push_back(axis.parameter->key);
        writers.push_back(text_rows(swept));
    }
    return writers;
}

/// A name that nothing has is a mistake, not a row.
Expected<void> check_names(const catalog::Catalog& catalog, const Grid& grid)
{
    for (const GridAxis& axis : grid.axes)
        for (const Value& value : axis.values)
            if (axis.parameter->kind == ParameterKind::Name)
                if (const auto known = with_value(catalog, Scenario(), axis.parameter->key, value); !known)
                    return at_flag(known.error(), sweep_over_flag.name,
                                   std::string(axis.parameter->key) + '=' + std::get<std::string>(value));
    return {};
}

/// One row: the swept keys, then the answer. A combination that no scenario can hold is a row without numbers.
Json row_of(const ScenarioQuestion& question, const std::vector<std::pair<std::string, Value>>& point)
{
    Json row;
    for (const auto& [key, value] : point)
        row[key] = to_json(value);
    auto scenario = with_all(question.catalog(), question.scenario, point);
    if (!scenario) {
        row.update(answer(Parts(), {"%1", {Verbatim{english(scenario.error())}}}));
        return row;
    }
    for (const auto& [key, value] : point) {
        if (is_plan_key(key) && !is_auto(value))
            scenario->locked.insert(key); // what is swept is not searched
    }
    const auto asked = std::make_shared<const Scenario>(std::move(*scenario));
    const auto step
        = question.answers->get<answers::SweptStep>({asked, question.planning.choice, question.planning.objective});
    row.update(answer(step->parts, step->reason));
    row.update(known_json(step->nearest, *asked, step->parts));
    row["usd_per_gpu_hour"] = asked->assumptions.usd_per_gpu_hour;
    return row;
}

/// Takes rows from several threads in any order and writes them in the grid's, each as soon as all before it are there.
class Rows {
public:
    Rows(const Writers& writers, std::size_t total, bool progress)
        : writers_(writers), total_(total), progress_(progress)
    {
    }

    void add(std::size_t index, Json row)
    {
        const std::lock_guard lock(mutex_);
        const WritesFor asker(asker_);
        waiting_.emplace(index, std::move(row));
        for (auto first = waiting_.begin(); first != waiting_.end() && first->first == written_;
             first = waiting_.erase(first), ++written_) {
            answered_ = answered_ || first->second["fits"].get<bool>();
            for (const auto& writer : writers_)
                if (!writer->write(first->second))
                    interrupted = true; // nobody would read the rest
        }
        if (progress_)
            show_progress();
    }

    bool answered() const { return answered_; }

private:
    using Clock = std::chrono::steady_clock;

    /// Progress is shown only of long sweeps, and no more often than the eye follows.
    void show_progress()
    {
        const auto now = Clock::now();
        const bool ends = written_ == total_;
        if (now < next_shown_ && !(ends && shown_))
            return;
        app::show_progress(fmt::format("\r{} of {} points{}", written_, total_, ends ? "\n" : ""));
        shown_ = true;
        next_shown_ = now + std::chrono::milliseconds(250);
    }

    std::mutex mutex_;
    const Writers& writers_;
    Captured* asker_ = captured_here();
    std::map<std::size_t, Json> waiting_;
    std::size_t written_ = 0;
    std::size_t total_;
    bool answered_ = false;
    bool progress_;
    bool shown_ = false;
    Clock::time_point next_shown_ = Clock::now() + std::chrono::milliseconds(700);
};

/// All cores take the points in turn. True when one of the points has an answer.
bool write_rows(const ScenarioQuestion& question, const Grid& grid, const PointRange& range, const Writers& writers,
                const Study& study, bool progress)
{
    const std::size_t total = range.end - range.first;
    if (total == 0)
        return true;
    threads::Pool pool;
    Rows rows(writers, total, progress);
    for (std::size_t first = 0; first < total && !interrupted; first += points_at_once) {
        pool.for_each(int(std::min(points_at_once, total - first)), [&](int, int index) {
            const std::size_t point = first + std::size_t(index);
            if (interrupted)
                return;
            Json row = row_of(question, grid.point(range.first + point));
            mark(row, study, range.first + point);
            rows.add(point, std::move(row));
        });
    }
    return rows.answered();
}

/// What each of the chips costs that a sweep goes over.
std::string price_text(const ScenarioQuestion& question, const Grid& grid)
{
    std::vector<Value> chips{question.scenario.cluster.accelerator.id};
    for (const GridAxis& axis : grid.axes)
        if (axis.parameter->key == std::string("hardware"))
            chips = axis.values;
        else if (axis.parameter->key == std::string("usd_per_gpu_hour"))
            return {};
    std::string text;
    for (const Value& chip : chips)
        if (const auto scenario = with_value(question.catalog(), question.scenario, "hardware", chip);
            chips.size() > 1 && scenario)
            text += fmt::format("{}: {}\n", scenario->cluster.accelerator.title,
                                english(narrate::price_words(*scenario)));
    return chips.size() > 1 ? text : english(narrate::price_words(question.scenario)) + "\n";
}

/// Says what changes between the GPU counts of a sweep.
void print_remarks(const ScenarioQuestion& question, const Grid& grid)
{
    for (const GridAxis& axis : grid.axes) {
        if (axis.parameter->key != std::string("gpus"))
            continue;
        const auto [least, most] = std::minmax_element(axis.values.begin(), axis.values.end());
        const Message torus
            = narrate::torus_sentence(question.scenario, std::get<double>(*least), std::get<double>(*most));
        if (!torus.empty())
            remark(english(torus));
    }
}

Expected<int> run_sweep(const Arguments& arguments)
{
    const auto question = require(read_question(arguments));
    const auto grid = require(read_grid(arguments.all(sweep_over_flag.name)));
    require(check_names(question.catalog(), grid));
    auto range = require(read_shard(arguments.last(sweep_shard_flag.name), grid.size()));
    const Study study = study_of(question, grid);
    const auto kept = require(kept_part(arguments, study, range));
    const auto first
        = grid.size() > 0 ? with_all(question.catalog(), question.scenario, grid.point(0)) : question.scenario;
    const Scenario& swept = first ? *first : question.scenario; // what is swept is said
    const auto writers = opened(open_writers(arguments, swept, grid, range.first == 0, kept));
    if (kept)
        range.first = kept->stretches.front().end;

    heed({SIGINT, SIGTERM});
    const bool progress = isatty(STDERR_FILENO) && !arguments.has(quiet_flag.name);
    const bool answered = write_rows(question, grid, range, writers, study, progress);
    if (!arguments.has(quiet_flag.name))
        print_remarks(question, grid);
    for (const auto& writer : writers)
        if (const auto written = writer->finish(); !written)
            return failed(written.error());
    if (!arguments.has(json_flag.name) && !arguments.has(csv_flag.name))
        say(price_text(question, grid));
    tell_unsaid(arguments, swept);
    if (interrupted && standard_output_holds())
        return failed({{PLATEAU_TEXT("interrupted; the rows so far are complete"), {}}, "sweep", {}});
    // a part may have no plan that fits and still be the part that is needed
    return answered || arguments.has(sweep_shard_flag.name) || kept ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command sweep_command("sweep", "SCENARIO", "a table of estimates for many values of parameters",
                                   sweep_flags, 1, run_sweep, "scan, grid, scale, vary");

} // namespace plateau::app
