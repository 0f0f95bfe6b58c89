// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/plan_outputs.h"
#include "app/question.h"
#include "app/readout.h"
#include "core/answers/step.h"
#include "core/model/timeline.h"

namespace plateau::app {

namespace {

constexpr Flag trace_flag{"--trace", "FILE.json", "save the step as a timeline that Perfetto opens"};
constexpr Flag estimate_flags[]
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

Expected<void> save_trace(files::Output& output, const ScenarioQuestion& question, const Estimate& answer)
{
    const auto timeline = question.answers->get<answers::PlanTimeline>({question.asked().scenario, answer.parts.plan});
    output.write(chrome_trace(*timeline, question.scenario.title, answer.collectives));
    return output.commit();
}

Expected<int> run_estimate(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    if (const auto outputs = check_plan_outputs(arguments); !outputs)
        return tl::unexpected(outputs.error());
    auto trace = open_trace(arguments, question->scenario);
    if (!trace)
        return not_opened(trace.error());
    const answers::TrainingQuestion asked = question->asked();
    const auto estimate = question->answers->get<answers::StepEstimate>(asked);
    const Estimate& answer = *estimate;
    if (*trace && answer.parts.possible())
        if (const auto saved = save_trace(**trace, *question, answer); !saved)
            return failed(saved.error());
    const auto known = question->answers->get<answers::NearestRun>(asked);
    if (arguments.has(json_flag.name)) {
        Json json = to_json(question->scenario, answer);
        json.update(known_json(known->nearest, question->scenario, answer.parts));
        add_plan_outputs(json, arguments, answer.parts, question->scenario);
        print(json);
    } else {
        say(readout(question->scenario, answer, known->nearest, known->published)
            + plan_outputs_text(arguments, answer.parts, question->scenario));
    }
    return answer.parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command estimate_command;
const Command estimate_command{"estimate", "SCENARIO",   "one estimate, with its terms",     estimate_flags,
                               1,          run_estimate, "predict, simulate, run, calculate"};

} // namespace plateau::app
