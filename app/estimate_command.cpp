// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/readout.h"
#include "app/settings.h"
#include "core/estimate/timeline.h"
#include "core/files/text_file.h"

namespace plateau::app {

namespace {

constexpr Flag trace_flag{"--trace", "FILE.json", "save the step as a timeline that Perfetto opens"};
constexpr Flag flags[] = {set_flag, plan_flag, objective_flag, lock_flag, trace_flag, json_flag, quiet_flag};

Expected<void> save_trace(const std::string& file, const Scenario& scenario, const Prepared& prepared,
                          const Estimate& answer)
{
    const Timeline step = timeline(prepared, answer.parts.plan);
    auto written = files::write_text(file, chrome_trace(step, scenario.title, answer.collectives));
    if (!written && written.error().where.empty())
        return at_flag(written.error(), trace_flag.name, file);
    return written;
}

Expected<int> run(const Arguments& arguments)
{
    const auto question = read_question(arguments);
    if (!question)
        return tl::unexpected(question.error());
    const auto prepared = prepare(question->scenario);
    search::PlanSearch search;
    search::SearchOptions options;
    options.objective = question->planning.objective;
    const auto open = search::open_keys(question->scenario, question->planning.choice);
    const Estimate answer = explain(*prepared, search::best_plan(search, *prepared, open, options).plan);
    if (arguments.has(trace_flag.name) && answer.parts.possible()) {
        const auto saved = save_trace(arguments.last(trace_flag.name), question->scenario, *prepared, answer);
        if (!saved)
            return tl::unexpected(saved.error());
    }
    const evidence::KnownSteps steps = known_steps(question->catalog);
    const evidence::Nearest nearest = steps.nearest(question->scenario, answer.parts, *make_workspace());
    if (arguments.has(json_flag.name)) {
        Json json = to_json(question->scenario, answer);
        json.update(known_json(nearest, question->scenario, answer.parts));
        print(json);
    } else {
        const int published = steps.published(question->scenario.cluster.accelerator.id);
        fmt::print("{}", readout(question->scenario, answer, nearest, published));
    }
    return answer.parts.fits() ? exit_answered : exit_infeasible;
}

} // namespace

extern const Command estimate_command;
const Command estimate_command{"estimate", "SCENARIO", "one estimate, with its terms", flags, 1, run};

} // namespace plateau::app
