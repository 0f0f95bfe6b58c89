// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/table.h"
#include "core/answers/plans.h"
#include "core/answers/solutions.h"
#include "core/answers/step.h"
#include "core/model/metrics.h"
#include "core/question/scenario/unsaid.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

using units::format;
using units::Unit;

constexpr Flag check_flags[] = {set_flag, plan_flag, objective_flag, lock_flag, json_flag, quiet_flag};

/// Whether a run fits before it is queued, and what it will take.
struct Check {
    const Estimate& estimate;
    double chance_to_fit;
    ReachBand step;
    int largest_micro_batch; ///< 0: none fits
    double fewest_gpus; ///< 0: no count fits
};

/// The smallest cluster that holds the scenario with its plan, what is `auto` of it searched; 0: none does.
double fewest_gpus(const ScenarioQuestion& question)
{
    const auto solved = question.answers->get<answers::Solutions>({question.asked(), answers::Target::Gpus, {}});
    return solved->found > 0 ? solved->tried.front().solution.parts.gpus : 0;
}

Json document(const Check& check, const Scenario& scenario)
{
    const Parts& parts = check.estimate.parts;
    const auto known = [&](double value) { return parts.possible() ? number(value) : Json(nullptr); };
    const auto found = [](double value) { return value > 0 ? number(value) : Json(nullptr); };
    Json json;
    json["fits"] = parts.fits();
    json["reason"] = parts.fits() ? Json(nullptr) : Json(english(check.estimate.reason));
    json["chance_to_fit"] = known(check.chance_to_fit);
    json["largest_micro_batch"] = found(check.largest_micro_batch);
    json["fewest_gpus"] = found(check.fewest_gpus);
    json["memory_bytes_per_gpu"] = known(parts.memory_bytes);
    json["step_time_s"] = known(parts.step_seconds);
    json["step_time_low_s"] = known(parts.step_seconds * check.step.low);
    json["step_time_high_s"] = known(parts.step_seconds * check.step.high);
    json["run_days"] = known(parts.run_seconds / units::day);
    json["usd"] = known(parts.run_usd);
    json["seconds_per_million_tokens"] = known(metric("seconds_per_million_tokens").value(parts));
    json["usd_per_million_tokens"] = known(parts.usd_per_million_tokens);
    json["price"] = price_json(scenario);
    json.update(unsaid_json(scenario));
    return json;
}

/// "run 12 days, 80,100 USD"; of a run whose length nobody said, what a million tokens take.
std::string run_words(const Parts& parts, const Scenario& scenario)
{
    if (is_length_said(scenario))
        return fmt::format("run {}, {}", format(parts.run_seconds, Unit::Seconds),
                           units::in_words(parts.run_usd, Unit::Usd));
    const answers::RunCost million = answers::run_cost(parts, told_tokens(scenario));
    return fmt::format("a million tokens {}, {}", format(million.seconds, Unit::Seconds),
                       units::in_words(million.usd, Unit::Usd));
}

std::string words(const Check& check, const Scenario& scenario)
{
    const Parts& parts = check.estimate.parts;
    if (!parts.possible())
        return fmt::format("impossible: {}\n", english(check.estimate.reason));
    std::string text = fmt::format("{} ({} sure): {} of {} a GPU", parts.fits() ? "fits" : "does not fit",
                                   format(parts.fits() ? check.chance_to_fit : 1 - check.chance_to_fit, Unit::Fraction),
                                   memory_words(parts.memory_bytes), memory_words(parts.memory_limit_bytes));
    text += check.largest_micro_batch > 0
        ? fmt::format("; micro-batch {}, at most {}", parts.plan.micro_batch, check.largest_micro_batch)
        : fmt::format("; micro-batch {}, none fits", parts.plan.micro_batch);
    text += check.fewest_gpus > 0 ? fmt::format("; fewest GPUs {}", format(check.fewest_gpus, Unit::Count))
                                  : std::string("; fits on no number of GPUs");
    text += fmt::format("; step {} ({} to {})", format(parts.step_seconds, Unit::Seconds),
                        format(parts.step_seconds * check.step.low, Unit::Seconds),
                        format(parts.step_seconds * check.step.high, Unit::Seconds));
    return fmt::format("{}; {}\n{}\n", text, run_words(parts, scenario), english(narrate::price_words(scenario)));
}

Expected<int> run_check(const Arguments& arguments)
{
    const auto question = require(read_question(arguments));
    const answers::TrainingQuestion asked = question.asked();
    const auto estimate = question.answers->get<answers::StepEstimate>(asked);
    const auto known = question.answers->get<answers::NearestRun>(asked);
    const Parts& parts = estimate->parts;
    Check check{*estimate, evidence::memory_chances(parts, known->nearest.doubt).fits,
                evidence::step_band(known->nearest, question.scenario, parts), 0, fewest_gpus(question)};
    if (parts.possible())
        check.largest_micro_batch = answers::largest_micro_batch(question.scenario, parts.plan);
    if (arguments.has(json_flag.name))
        print(document(check, question.scenario));
    else
        say(words(check, question.scenario) + unsaid_text(question.scenario));
    return parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command
    check_command("check", "SCENARIO",
                  "before a run is queued: whether it fits, how long it takes and what it costs, in one line",
                  check_flags, 1, run_check, "fits, fit, oom");

} // namespace plateau::app
