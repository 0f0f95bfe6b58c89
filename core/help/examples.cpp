// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/examples.h"

#include "core/answers/step.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::help {

namespace {

struct Change {
    const char* key;
    const char* value;
};
struct ExampleQuestion {
    const char* scenario;
    std::vector<Change> changes = {};
};

const std::vector<ExampleQuestion>& example_questions()
{
    static const std::vector<ExampleQuestion> all{
        {"fernandez-weak-scaling"},
        {"fernandez-hsdp"},
        {"fernandez-weak-scaling", {{"stack", "torchtitan"}}},
        {"fernandez-weak-scaling", {{"hardware", "b200"}, {"precision", "mxfp8"}}},
        {"fernandez-weak-scaling", {{"compute_slowdown", "0.1"}}},
        {"fernandez-weak-scaling", {{"offload_optimizer", "1"}}},
        {"fernandez-weak-scaling", {{"pricing", "owned"}}},
        {"fernandez-weak-scaling", {{"recompute", "full"}}},
        {"fernandez-weak-scaling", {{"cp", "2"}}},
        {"llama3-405b-16k-h100"},
        {"mixtral-8x22b-256-h100"},
    };
    return all;
}

std::string title_of(const Scenario& scenario, const ExampleQuestion& question)
{
    std::string title = scenario.title;
    for (const Change& change : question.changes)
        title += std::string(", ") + change.key + "=" + change.value;
    return title;
}

} // namespace

std::vector<Example> examples(answers::Answers& answers)
{
    const catalog::Catalog& catalog = answers.data()->catalog();
    std::vector<Example> all;
    for (const ExampleQuestion& question : example_questions()) {
        Expected<Scenario> scenario = find_scenario(catalog, question.scenario);
        for (const Change& change : question.changes)
            if (scenario)
                scenario = with(catalog, *scenario, change.key, change.value);
        if (scenario)
            all.push_back({title_of(*scenario, question), *scenario,
                           *answers.get<answers::StepEstimate>(answers::TrainingQuestion(*scenario))});
    }
    return all;
}

} // namespace plateau::help
