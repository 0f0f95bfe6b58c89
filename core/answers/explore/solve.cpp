// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/solve.h"

#include <algorithm>
#include <cmath>

namespace plateau::explore {

namespace {

constexpr LimitRow rows[] = {
    {"deadline", "time", "deadline", PLATEAU_TEXT("Deadline"),
     PLATEAU_TEXT("The run must end within this time: 60 days."), units::Unit::Seconds, &Limits::seconds},
    {"budget", "usd", "budget", PLATEAU_TEXT("Budget"), PLATEAU_TEXT("All GPUs at their hourly price: 20M."),
     units::Unit::Usd, &Limits::usd},
    {"power", "watts", "power_cap", PLATEAU_TEXT("Power cap"), PLATEAU_TEXT("Of the whole facility: 5 MW."),
     units::Unit::Watts, &Limits::watts},
    {"gpus", "gpus", "most_gpus", PLATEAU_TEXT("GPUs to be had"), PLATEAU_TEXT("At most so many: 16k."),
     units::Unit::Gpus, &Limits::gpus},
};

/// One question at many GPU counts.
class Trial {
public:
    Trial(const Scenario& scenario, const search::OpenKeys& open, const Limits& limits, search::PlanSearch& search,
          const search::SearchOptions& options)
        : prepared_(prepare(scenario)), tokens_(scenario.workload.tokens), open_(open), limits_(limits),
          search_(search), options_(options)
    {
    }

    Solution at(double gpus)
    {
        Solution solution;
        solution.parts = search::best_plan(search_, *at_gpus(*prepared_, gpus), open_, options_);
        solution.bound = broken(limits_, solution.parts, tokens_);
        solution.found = solution.bound == Bound::None;
        if (solution.parts.possible())
            solution.run = run_cost(solution.parts, tokens_);
        options_.hints = {solution.parts.plan};
        return solution;
    }

private:
    std::shared_ptr<const Prepared> prepared_;
    double tokens_;
    const search::OpenKeys& open_;
    const Limits& limits_;
    search::PlanSearch& search_;
    search::SearchOptions options_;
};

/// Whole hosts; below one host every count.
double rounded(double gpus, double host) { return gpus < host ? std::ceil(gpus) : std::ceil(gpus / host) * host; }

/// Between a count that fails and one that passes, the smallest that passes, one unit after one that fails.
Solution bisect(Trial& trial, double low, Solution low_answer, double high, Solution high_answer, double host)
{
    while (true) {
        double middle = rounded((low + high) / 2, host);
        if (middle >= high)
            middle = high - (high > host ? host : 1);
        if (middle <= low)
            break;
        const Solution answer = trial.at(middle);
        if (answer.found) {
            high = middle;
            high_answer = answer;
        } else {
            low = middle;
            low_answer = answer;
        }
    }
    high_answer.bound = low_answer.bound;
    return high_answer;
}

/// Of two attempts that break limits, the one to tell people about: a run that is only too late or too dear says more
/// than one that cannot be held at all.
bool closer(const Solution& left, const Solution& right)
{
    if (left.parts.fits() != right.parts.fits())
        return left.parts.fits();
    return left.parts.fits() && left.bound == Bound::Deadline && right.bound == Bound::Deadline
        && left.run.seconds < right.run.seconds;
}

} // namespace

std::span<const LimitRow> limit_rows() { return rows; }

bool Limits::allows(const std::string& accelerator) const
{
    return hardware.empty() || std::find(hardware.begin(), hardware.end(), accelerator) != hardware.end();
}

Bound broken(const Limits& limits, const Parts& parts, double tokens)
{
    if (!parts.fits())
        return Bound::Memory;
    const RunCost run = run_cost(parts, tokens);
    if (run.seconds > limits.seconds)
        return Bound::Deadline;
    if (run.usd > limits.usd)
        return Bound::Budget;
    if (run.watts > limits.watts)
        return Bound::Power;
    return Bound::None;
}

Solution smallest_cluster(const Scenario& scenario, const search::OpenKeys& open, const Limits& limits,
                          search::PlanSearch& search, const search::SearchOptions& options,
                          const SolveProgress& progress)
{
    constexpr double per_doubling = 4;
    const int steps = int(per_doubling * std::log2(std::max(2.0, limits.gpus))) + 1;
    const double host = scenario.cluster.accelerator.per_host;
    Trial trial(scenario, open, limits, search, options);
    Solution before;
    double count_before = 0;
    Solution closest;
    for (double step = 0; !options.stop.stop_requested(); ++step) {
        if (progress)
            progress(std::min(int(step), steps), steps);
        const double count = std::min(limits.gpus, rounded(std::exp2(step / per_doubling), host));
        if (count <= count_before) {
            if (count >= limits.gpus)
                break;
            continue;
        }
        const Solution answer = trial.at(count);
        if (answer.found)
            return count_before > 0 ? bisect(trial, count_before, before, count, answer, host) : answer;
        // More GPUs draw more power and, once they meet the deadline, only cost more.
        if (closest.parts.gpus == 0 || closer(answer, closest))
            closest = answer;
        const bool only_worse = answer.bound == Bound::Power || answer.bound == Bound::Budget;
        if (only_worse && before.bound == answer.bound && answer.run.usd > before.run.usd) {
            closest = answer;
            break;
        }
        before = answer;
        count_before = count;
    }
    if (closest.bound == Bound::Deadline && closest.parts.gpus >= limits.gpus)
        closest.bound = Bound::Gpus;
    return closest;
}

std::vector<Solution> cheapest_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                                        const search::OpenKeys& open, const Limits& limits, search::PlanSearch& search,
                                        const search::SearchOptions& options, const SolveProgress& progress)
{
    std::vector<Solution> result;
    int tried = 0;
    for (const catalog::Accelerator& accelerator : catalog.accelerators) {
        if (options.stop.stop_requested())
            break;
        if (progress)
            progress(tried++, int(catalog.accelerators.size()));
        if (!limits.allows(accelerator.id))
            continue;
        const auto question = with(catalog, scenario, "hardware", accelerator.id);
        if (!question || (question->assumptions.usd_per_gpu_hour <= 0 && std::isfinite(limits.usd)))
            continue;
        Solution solution = smallest_cluster(*question, open, limits, search, options);
        solution.id = accelerator.id;
        result.push_back(solution);
    }
    std::stable_sort(result.begin(), result.end(), [](const Solution& left, const Solution& right) {
        if (left.found != right.found)
            return left.found;
        if ((left.run.usd > 0) != (right.run.usd > 0))
            return left.run.usd > 0;
        return left.run.usd < right.run.usd;
    });
    return result;
}

Solution largest_model(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
                       const Limits& limits, search::PlanSearch& search, const search::SearchOptions& options,
                       const SolveProgress& progress)
{
    std::vector<const catalog::ModelShape*> models;
    for (const catalog::ModelShape& model : catalog.models)
        models.push_back(&model);
    std::stable_sort(models.begin(), models.end(),
                     [](const catalog::ModelShape* left, const catalog::ModelShape* right) {
                         return catalog::total_parameters(*left) > catalog::total_parameters(*right);
                     });
    Solution larger;
    int tried = 0;
    for (const catalog::ModelShape* model : models) {
        if (options.stop.stop_requested())
            break;
        if (progress)
            progress(tried++, int(models.size()));
        const auto question = with(catalog, scenario, "model", model->id);
        if (!question)
            continue;
        Trial trial(*question, open, limits, search, options);
        Solution answer = trial.at(std::min(limits.gpus, question->cluster.gpus));
        answer.id = model->id;
        if (answer.found) {
            answer.bound = larger.bound;
            return answer;
        }
        larger = answer;
    }
    return larger;
}

} // namespace plateau::explore
