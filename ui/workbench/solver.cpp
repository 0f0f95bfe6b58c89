// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/solver.h"

#include <utility>

namespace plateau::ui {

namespace {

/// What the answer rests on; of several, best first, also the best that rests on more.
void find_known(Solver::Answer& answer, const std::vector<explore::Solution>& all)
{
    const Solver::Question& question = answer.question;
    if (!question.steps || !answer.solution.found)
        return;
    const WorkspacePointer workspace = make_workspace();
    const auto own = question.steps->nearest(answer.scenario, answer.solution.parts, *workspace);
    answer.doubt = narrate::doubt_words(own, answer.scenario.cluster.accelerator.title);
    std::vector<evidence::Nearest> known;
    for (const explore::Solution& solution : all) {
        const auto scenario = with(*question.catalog, question.scenario, "hardware", solution.id);
        if (!solution.found || !scenario)
            break;
        known.push_back(question.steps->nearest(*scenario, solution.parts, *workspace));
    }
    const std::size_t best = evidence::best_known(known);
    if (best < known.size())
        answer.best_known
            = narrate::best_known_words(all[best], known[best], question.catalog->accelerator(all[best].id)->title);
}

Solver::Answer solved(const Solver::Question& question, const std::stop_token& stop,
                      const explore::SolveProgress& progress)
{
    search::PlanSearch search;
    search::SearchOptions options;
    options.objective = question.objective;
    options.stop = stop;
    const auto open = open_keys(question.scenario, question.choice);
    Solver::Answer answer{question, {}, question.scenario, true, {}, {}};
    std::vector<explore::Solution> all;
    const char* key = nullptr;
    switch (question.target) {
    case Solver::Target::Gpus:
        answer.solution = smallest_cluster(question.scenario, open, question.limits, search, options, progress);
        find_known(answer, all);
        return answer;
    case Solver::Target::Hardware: {
        key = "hardware";
        all = cheapest_hardware(*question.catalog, question.scenario, open, question.limits, search, options, progress);
        answer.any = !all.empty();
        if (answer.any)
            answer.solution = all.front();
        break;
    }
    case Solver::Target::Model:
        key = "model";
        answer.solution
            = largest_model(*question.catalog, question.scenario, open, question.limits, search, options, progress);
        break;
    }
    if (auto scenario = with(*question.catalog, question.scenario, key, answer.solution.id))
        answer.scenario = std::move(*scenario);
    find_known(answer, all);
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
