// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/registers.h"
#include "app/table.h"
#include "core/answers/plans.h"
#include "core/model/metrics.h"
#include "core/text/messages/words.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

using units::format;
using units::Unit;

constexpr Flag top_flag{"--top", "N", "how many plans to list (default 20)"};
constexpr Flag exhaustive_flag{"--exhaustive", "", "evaluate every legal plan and leave none out"};
constexpr Flag searched_flag{plan_flag.name, plan_flag.value, "always best here; --lock keeps what must stay"};
constexpr Flag plans_flags[] = {top_flag,      exhaustive_flag, objective_flag, lock_flag,  set_flag,
                                searched_flag, json_flag,       csv_flag,       force_flag, quiet_flag};
constexpr int most_plans = 100'000;
constexpr int most_looked_through = 2'000; ///< for those that a program can be told

Expected<int> read_top(const Arguments& arguments)
{
    const std::string text = arguments.last(top_flag.name, "20");
    int top = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), top);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || top < 1 || top > most_plans)
        return failure({PLATEAU_TEXT("“%1” is no number of plans"), {Verbatim{text}}}, top_flag.name,
                       {PLATEAU_TEXT("a whole number from 1 to %1"), {Verbatim{std::to_string(most_plans)}}});
    return top;
}

using Found = answers::PlanList::Value;

/// Searches for plans. Ctrl-C ends the search; what was found until then is the answer.
std::shared_ptr<const Found> find(const ScenarioQuestion& question, const answers::PlanList::Key& key,
                                  const answers::Work::Report& report)
{
    heed({SIGINT});
    std::stop_source stop;
    const std::jthread watch([&stop](const std::stop_token& done) {
        while (!done.stop_requested()) {
            if (interrupted)
                stop.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    return question.answers->get<answers::PlanList>(key, stop.get_token(), report);
}

/// The best plans of which an output (--as) can say all: as many as were asked for, where so many are found among a
/// longer list. Where there is none, what it cannot say of the best one is told.
Found find_tellable(const ScenarioQuestion& question, answers::PlanList::Key key, const Arguments& arguments,
                    const answers::Work::Report& report)
{
    const auto untold
        = [&](const Parts& parts) { return registers().plan_output.unsaid(arguments, parts, question.scenario); };
    const auto top = static_cast<std::size_t>(key.top);
    while (true) {
        Found found = *find(question, key, report);
        std::vector<Parts>& plans = found.result.plans;
        std::vector<std::size_t> counts(plans.size());
        std::ranges::transform(plans, counts.begin(), untold);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < plans.size() && kept < top; ++i)
            if (counts[i] == 0) {
                std::swap(plans[kept], plans[i]);
                if (i < found.known.size())
                    std::swap(found.known[kept], found.known[i]);
                ++kept;
            }
        const bool is_all = plans.size() < static_cast<std::size_t>(key.top) || key.top >= most_looked_through;
        if (kept == top || is_all) {
            if (kept == 0 && !plans.empty())
                remark(trimmed(registers().plan_output.text(arguments, plans.front(), question.scenario)));
            plans.resize(kept);
            found.known.resize(std::min(kept, found.known.size()));
            return found;
        }
        key.top = std::min(8 * key.top, most_looked_through);
    }
}

/// The software that runs a plan which the stack does not run; null where the stack runs it.
Json software_json(const Scenario& scenario, const Plan& plan)
{
    const Message mark = narrate::software_mark(scenario, plan);
    return mark.empty() ? Json(nullptr) : Json(english(mark));
}

Json document(const Found& found, const Scenario& scenario)
{
    Json json;
    json["considered"] = number(found.result.considered);
    json["evaluated"] = number(found.result.evaluated);
    json["feasible"] = number(found.result.feasible);
    json["seconds"] = found.seconds;
    json["plans"] = list_of(found.result.plans, [](const Parts& parts) { return answer(parts); });
    for (std::size_t i = 0; i < found.result.plans.size(); ++i)
        json["plans"][i]["software"] = software_json(scenario, found.result.plans[i].plan);
    for (std::size_t i = 0; i < found.known.size(); ++i)
        json["plans"][i].update(known_json(found.known[i], scenario, found.result.plans[i]));
    const std::size_t best = evidence::best_known(found.known);
    json["best_known"] = best < found.known.size() ? json["plans"][best] : Json(nullptr);
    json["tight"] = found.tight ? answer(*found.tight) : Json(nullptr);
    return json;
}

std::string table(const Found& found, const Scenario& scenario, search::Objective objective)
{
    std::vector<std::string> header{"plan", ""};
    for (const Metric* metric : metrics_at(on_report_table))
        header.emplace_back(metric->short_label);
    header.emplace_back("GPUs in use");
    header.emplace_back("known by");
    const auto mark = [&](const Parts& parts) { return english(narrate::software_mark(scenario, parts.plan)); };
    const auto& plans = found.result.plans;
    const bool marked
        = std::any_of(plans.begin(), plans.end(), [&](const Parts& parts) { return !mark(parts).empty(); });
    if (marked)
        header.emplace_back("runs on");
    TextTable table(header);
    for (std::size_t i = 0; i < found.result.plans.size(); ++i) {
        const Parts& parts = found.result.plans[i];
        std::vector<std::string> cells{english(narrate::plan_words(parts.plan)),
                                       english(narrate::plan_details(parts.plan))};
        for (const Metric* metric : metrics_at(on_report_table))
            cells.push_back(english(metric_text(*metric, metric->value(parts))));
        cells.push_back(format(parts.gpus_used, Unit::Count));
        cells.emplace_back(name(found.known[i].known));
        if (marked)
            cells.push_back(mark(parts).empty() ? english(narrate::own_software()) : mark(parts));
        table.add(std::move(cells));
    }
    if (found.result.plans.empty())
        return table.text();
    const std::size_t best = evidence::best_known(found.known);
    const std::string beside = best == found.known.size()
        ? ""
        : fmt::format("Best of these that is not {}: {}, {}\n", name(found.known.front().known),
                      english(narrate::plan_words(found.result.plans[best].plan)),
                      english(narrate::plan_details(found.result.plans[best].plan)));
    const std::string tight
        = found.tight ? english(narrate::tight_offer(*found.tight, plans.front(), objective)) + "\n" : "";
    return table.text() + beside + tight
        + fmt::format("MFU and HFU of {} dense, counting {}\n",
                      format(found.result.plans.front().peak_flops, Unit::FlopPerSecond),
                      narrate::counted_words(scenario))
        + english(narrate::price_words(scenario)) + "\n";
}

std::string summary(const Found& found)
{
    return fmt::format("{} plans considered, {} evaluated, {} of them fit; {}\n",
                       format(found.result.considered, Unit::Count), format(found.result.evaluated, Unit::Count),
                       format(found.result.feasible, Unit::Count), format(found.seconds, Unit::Seconds));
}

std::vector<Json> rows_of(const Found& found, const Scenario& scenario)
{
    std::vector<Json> rows;
    for (std::size_t i = 0; i < found.result.plans.size(); ++i) {
        const Parts& parts = found.result.plans[i];
        rows.push_back(to_json(parts.plan));
        Json rest = answer(parts);
        rest["software"] = software_json(scenario, parts.plan);
        rest.update(known_json(found.known[i], scenario, parts));
        rest.erase("plan");
        rows.back().update(rest);
    }
    return rows;
}

Expected<int> run_plans(const Arguments& arguments)
{
    auto question = require(read_question(arguments));
    const auto top = require(read_top(arguments));
    require(registers().plan_output.check(arguments));
    require(check_one_output(arguments));
    registers().plan_output.pose(arguments, question.answers->data()->catalog(), question.scenario);
    const auto writer = opened(csv_rows(arguments, Table::Plans, {question.scenario.workload.shape.file}));
    answers::PlanList::Key key{question.asked()};
    key.top = top;
    key.exhaustive = arguments.has(exhaustive_flag.name);
    key.known = true;
    answers::Work::Report report;
    if (key.exhaustive && isatty(STDERR_FILENO) && !arguments.has(quiet_flag.name))
        report = [](answers::Progress progress) {
            show_progress(fmt::format("\r{:3.0f} % of the plans", 100.0 * progress.done / progress.of));
        };

    const Found found = find_tellable(question, key, arguments, report);
    if (report)
        show_progress(fmt::format("\r{:20}\r", ""));
    const auto& plans = found.result.plans;
    const Scenario& scenario = question.scenario;
    const auto json = [&] {
        Json json = document(found, scenario);
        json.update(unsaid_json(scenario));
        json["price"] = price_json(scenario);
        for (std::size_t i = 0; i < plans.size(); ++i)
            registers().plan_output.add(json["plans"][i], arguments, plans[i], scenario);
        return json;
    };
    const auto text = [&] {
        return table(found, scenario, key.question.objective) + summary(found) + unsaid_text(scenario)
            + (plans.empty() ? "" : registers().plan_output.text(arguments, plans.front(), scenario));
    };
    const auto status = write_answer(arguments, writer, rows_of(found, scenario), json, text,
                                     plans.empty() ? exit_infeasible : exit_answered);
    if (writer && !arguments.has(json_flag.name))
        tell_unsaid(arguments, scenario);
    if (found.result.stopped)
        return failed({{PLATEAU_TEXT("interrupted; the best of the plans seen so far"), {}}, "plans", {}});
    return status;
}

} // namespace

extern const Command plans_command("plans", "SCENARIO", "the feasible plans, best first", plans_flags, 1, run_plans,
                                   "plan, search, optimize, optimise, best, tune");

} // namespace plateau::app
