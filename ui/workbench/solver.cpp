// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/solver.h"

#include <algorithm>
#include <utility>

namespace plateau::ui {

namespace {

/// What each rests on, and of several the best that rests on more than the first.
void find_known(Solver::Answer& answer)
{
    const Solver::Question& question = answer.question;
    if (!question.steps)
        return;
    const WorkspacePointer workspace = make_workspace();
    std::vector<evidence::Nearest> known;
    for (Solver::Found& each : answer.found) {
        if (!each.solution.found)
            return;
        known.push_back(question.steps->nearest(each.scenario, each.solution.parts, *workspace));
        each.doubt = narrate::doubt_words(known.back(), each.scenario.cluster.accelerator.title);
    }
    if (question.target != Solver::Target::Hardware)
        return;
    const std::size_t best = evidence::best_known(known);
    if (best < known.size())
        answer.best_known = narrate::best_known_words(answer.found[best].solution, known[best],
                                                      answer.found[best].scenario.cluster.accelerator.title);
}

std::vector<explore::Solution> solutions(const Solver::Question& question, search::SearchOptions options,
                                         const explore::SolveProgress& progress)
{
    search::PlanSearch search;
    options.objective = question.objective;
    const auto open = open_keys(question.scenario, question.choice);
    switch (question.target) {
    case Solver::Target::Gpus:
        return {smallest_cluster(question.scenario, open, question.limits, search, options, progress)};
    case Solver::Target::Model:
        return {largest_model(*question.catalog, question.scenario, open, question.limits, search, options, progress)};
    case Solver::Target::Hardware:
        break;
    }
    auto all
        = cheapest_hardware(*question.catalog, question.scenario, open, question.limits, search, options, progress);
    const auto kept = std::find_if(all.begin(), all.end(), [](const auto& one) { return !one.found; });
    all.erase(kept == all.begin() && kept != all.end() ? kept + 1 : kept, all.end());
    return all;
}

Solver::Answer solved(const Solver::Question& question, const std::stop_token& stop,
                      const explore::SolveProgress& progress)
{
    search::SearchOptions options;
    options.stop = stop;
    Solver::Answer answer{question, {}, {}};
    for (explore::Solution& solution : solutions(question, options, progress)) {
        Scenario scenario = question.scenario;
        if (!solution.id.empty())
            if (auto other = with(*question.catalog, question.scenario,
                                  question.target == Solver::Target::Model ? "model" : "hardware", solution.id))
                scenario = std::move(*other);
        answer.found.push_back({std::move(solution), std::move(scenario), {}});
    }
    find_known(answer);
    return answer;
}

} // namespace

void Solver::ask(Question asked)
{
    busy_ = true;
    background_.submit([this, question = std::move(asked)](const std::stop_token& stop, std::uint64_t generation) {
        const auto tell = [this, generation](auto say) {
            QMetaObject::invokeMethod(
                this,
                [this, generation, say] {
                    if (generation == background_.generation())
                        say();
                },
                Qt::QueuedConnection);
        };
        auto answer = std::make_shared<const Answer>(solved(
            question, stop, [this, tell](int done, int of) { tell([this, done, of] { emit progressed(done, of); }); }));
        if (stop.stop_requested())
            return;
        tell([this, answer] {
            busy_ = false;
            emit answered(answer);
        });
    });
}

void Solver::cancel()
{
    if (!busy_)
        return;
    busy_ = false;
    background_.submit([](const std::stop_token&, std::uint64_t) {});
    emit cancelled();
}

} // namespace plateau::ui
