// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/readout.h"
#include "core/estimate/timeline.h"

namespace plateau::app {

namespace {

constexpr Flag trace_flag{"--trace", "FILE.json", "save the step as a timeline that Perfetto opens"};
constexpr Flag flags[]
    = {set_flag, plan_flag, objective_flag, lock_flag, trace_flag, force_flag, json_flag, quiet_flag};

/// The file of --trace, if it is asked for; told at once when it cannot be.
Expected<std::optional<files::Output>> open_trace(const Arguments& arguments, const Scenario& scenario)
{
    if (!arguments.has(trace_flag.name))
        return std::nullopt;
    auto output = files::Output::open(arguments.last(trace_flag.name),
                                      replacing(arguments, is_chrome_trace, {scenario.workload.shape.file}));
    if (!output)
        return tl::unexpected(output.error());
    return std::move(*output);
}

Expected<void> save_trace(files::Output& output, const Scenario& scenario, const Prepared& prepared,
                          const Estimate& answer)
{
    output.write(chrome_trace(timeline(prepared, answer.parts.plan), scenario.title, answer.collectives));
    return output.commit();
}

Expected<int> run(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    auto trace = open_trace(arguments, question->scenario);
    if (!trace)
        return not_opened(trace.error());
    const auto prepared = prepare(question->scenario);
    search::PlanSearch search;
    search::SearchOptions options;
    options.objective = question->planning.objective;
    const auto open = search::open_keys(question->scenario, question->planning.choice);
    const Estimate answer = explain(*prepared, search::best_plan(search, *prepared, open, options).plan);
    if (*trace && answer.parts.possible())
        if (const auto saved = save_trace(**trace, question->scenario, *prepared, answer); !saved)
            return failed(saved.error());
    const std::string& accelerator = question->scenario.cluster.accelerator.id;
    const evidence::KnownSteps steps = known_steps(question->catalog, accelerator);
    const evidence::Nearest nearest = steps.nearest(question->scenario, answer.parts, *make_workspace());
    if (arguments.has(json_flag.name)) {
        Json json = to_json(question->scenario, answer);
        json.update(known_json(nearest, question->scenario, answer.parts));
        print(json);
    } else {
        const int published = steps.published(accelerator);
        say(readout(question->scenario, answer, nearest, published));
    }
    return answer.parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command estimate_command;
const Command estimate_command{"estimate", "SCENARIO", "one estimate, with its terms", flags, 1, run};

} // namespace plateau::app
