// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/solutions.h"

#include "core/model/prepared.h"
#include "core/model/training_run.h"

namespace plateau::answers {

namespace {

constexpr LimitRow rows[] = {
    {"deadline", "time", "deadline", PLATEAU_TEXT("Deadline"),
     PLATEAU_TEXT("The run must end within this time: 60 days."), units::Unit::Seconds, &Limits::seconds},
    {"budget", "usd", "budget", PLATEAU_TEXT("Budget"), PLATEAU_TEXT("All GPUs at their hourly price: 20M."),
     units::Unit::Usd, &Limits::usd},
    {"power", "watts", "power_cap", PLATEAU_TEXT("Power cap"), PLATEAU_TEXT("Of the whole facility: 5 MW."),
     units::Unit::Watts, &Limits::watts},
    {"gpus", "gpus", "most_gpus", PLATEAU_TEXT("Available GPUs"), PLATEAU_TEXT("At most this many: 16k."),
     units::Unit::Gpus, &Limits::gpus},
};

/// What the law of dense models says of a scenario's own, all of it trained.
double loss_of(const Scenario& scenario, double tokens)
{
    const catalog::ModelShape& shape = scenario.workload.shape;
    return shape.experts > 0 || scenario.workload.fine_tune != FineTune::None || !(tokens > 0)
        ? std::numeric_limits<double>::quiet_NaN()
        : training_loss(catalog::values_of(scenario.assumptions.physics), catalog::total_parameters(shape), tokens);
}

/// One question at many GPU counts.
class Trial {
public:
    Trial(const Scenario& scenario, const Solving& how)
        : prepared_(prepare(scenario)), time_(scenario, how.limits.clock),
          loss_(loss_of(scenario, scenario.workload.tokens)), how_(how)
    {
    }

    Solution at(double gpus)
    {
        Solution solution;
        solution.loss = loss_;
        solution.parts = search::best_plan(how_.search, *at_gpus(*prepared_, gpus), how_.open, how_.options);
        solution.tokens = time_.tokens(solution.parts);
        solution.bound = broken(how_.limits, solution.parts, solution.tokens);
        solution.found = solution.bound == Bound::None;
        if (solution.parts.possible())
            solution.run = run_cost(solution.parts, solution.tokens);
        how_.options.hints = {solution.parts.plan};
        return solution;
    }

    /// With as many tokens as time and money last for.
    Solution most_at(double gpus)
    {
        Solution solution;
        solution.parts = search::best_plan(how_.search, *at_gpus(*prepared_, gpus), how_.open, how_.options);
        solution.tokens = tokens_within(how_.limits, solution.parts);
        solution.found = solution.tokens > 0;
        if (solution.found) {
            solution.run = run_cost(solution.parts, solution.tokens);
            solution.bound = solution.run.seconds < how_.limits.seconds * (1 - 1e-9) ? Bound::Budget : Bound::Deadline;
        } else {
            solution.bound = broken(how_.limits, solution.parts, 0);
        }
        how_.options.hints = {solution.parts.plan};
        return solution;
    }

private:
    std::shared_ptr<const Prepared> prepared_;
    LossTime time_;
    double loss_;
    Solving how_;
};

using catalog::Accelerator;

/// A GPU count rounded up to what can be bought.
double rounded(double gpus, const Accelerator& accelerator)
{
    const double unit = purchase_unit(accelerator, gpus);
    return std::ceil(gpus / unit) * unit;
}

/// The count below that can be bought.
double next_below(double gpus, const Accelerator& accelerator) { return gpus - purchase_unit(accelerator, gpus - 1); }

/// Between a count that fails and one that passes, the smallest that passes, one unit after one that fails.
Solution bisect(Trial& trial, double low, Solution low_answer, double high, Solution high_answer,
                const Accelerator& accelerator)
{
    while (true) {
        double middle = rounded((low + high) / 2, accelerator);
        if (middle >= high)
            middle = next_below(high, accelerator);
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

/// Which of two attempts that break limits people are told about: a run that is only too late or too dear says more
/// than one that cannot be held at all.
bool closer(const Solution& left, const Solution& right)
{
    if (left.parts.fits() != right.parts.fits())
        return left.parts.fits();
    return left.parts.fits() && left.bound == Bound::Deadline && right.bound == Bound::Deadline
        && left.run.seconds < right.run.seconds;
}

/// No plan trains on more: every GPU that time and money last for computes at its peak, and nothing but the model.
double tokens_at_peak(const Scenario& scenario, const Limits& limits)
{
    const auto prepared = prepare(scenario);
    const double usd_per_hour
        = scenario.assumptions.money.pricing == Pricing::Owned ? 0 : scenario.assumptions.usd_per_gpu_hour;
    const double gpu_seconds
        = std::min(limits.seconds * limits.most_gpus(scenario), limits.usd / usd_per_hour * units::hour);
    return gpu_seconds * prepared->peak_flops / prepared->six_n_per_token;
}

/// The best of the counts between `low` and `high`: tries a few, then ever closer around the best of them.
Solution closest_in(Trial& trial, double low, double high, const Accelerator& accelerator)
{
    constexpr double parts = 8;
    Solution best;
    while (true) {
        const double unit = purchase_unit(accelerator, high - 1);
        const double step = std::max(unit, std::floor((high - low) / parts / unit) * unit);
        const double from = std::max(unit, rounded(low, accelerator));
        for (double count = from; count <= high; count += step) {
            Solution answer = trial.most_at(count);
            if (best.parts.gpus == 0 || answer.tokens > best.tokens)
                best = std::move(answer);
        }
        if (step <= unit)
            return best;
        low = std::max(low, best.parts.gpus - step);
        high = std::min(high, best.parts.gpus + step);
    }
}

} // namespace

std::span<const LimitRow> limit_rows() { return rows; }

void Limits::assume_deadline()
{
    seconds = usual_seconds;
    assumed_deadline = true;
}

double Limits::most_gpus(const Scenario& scenario) const
{
    return gpus < all_gpus || std::isfinite(usd) || std::isfinite(watts) ? gpus : scenario.cluster.gpus;
}

double tokens_within(const Limits& limits, const Parts& parts)
{
    if (!parts.fits() || parts.facility_watts > limits.watts)
        return 0;
    const RunCost one = run_cost(parts, 1);
    const double tokens = std::min(limits.seconds / one.seconds, limits.usd / one.usd);
    return std::isfinite(tokens) ? tokens : 0;
}

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

bool Solving::goes_on(int done, int of) const
{
    const bool on = !options.stop.stop_requested();
    if (on && progress)
        progress(done, of);
    return on;
}

Solution smallest_cluster(const Scenario& scenario, const Solving& how)
{
    constexpr double per_doubling = 4;
    const Limits& limits = how.limits;
    const int steps = int(per_doubling * std::log2(std::max(2.0, limits.gpus))) + 1;
    const Accelerator& accelerator = scenario.cluster.accelerator;
    Trial trial(scenario, how);
    Solution before;
    double count_before = 0;
    Solution closest;
    for (double step = 0; how.goes_on(std::min(int(step), steps), steps); ++step) {
        const double count = std::min(limits.gpus, rounded(std::exp2(step / per_doubling), accelerator));
        if (count <= count_before) {
            if (count >= limits.gpus)
                break;
            continue;
        }
        const Solution answer = trial.at(count);
        if (answer.found)
            return count_before > 0 ? bisect(trial, count_before, before, count, answer, accelerator) : answer;
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

std::vector<Solution> cheapest_hardware(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how)
{
    std::vector<Solution> result;
    int tried = 0;
    for (const catalog::Accelerator& accelerator : catalog.accelerators) {
        if (!how.goes_on(tried++, int(catalog.accelerators.size())))
            break;
        if (!how.limits.allows(accelerator.id))
            continue;
        const auto question = with(catalog, scenario, "hardware", accelerator.id);
        if (!question || (question->assumptions.usd_per_gpu_hour <= 0 && std::isfinite(how.limits.usd)))
            continue;
        Solution solution = smallest_cluster(*question, how.silent());
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

Solution largest_model(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how)
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
        if (!how.goes_on(tried++, int(models.size())))
            break;
        const auto question = with(catalog, scenario, "model", model->id);
        if (!question)
            continue;
        Solution answer = std::isfinite(how.limits.usd)
            ? smallest_cluster(*question, how.silent())
            : Trial(*question, how).at(std::min(how.limits.gpus, question->cluster.gpus));
        answer.id = model->id;
        if (answer.found) {
            answer.bound = larger.bound;
            return answer;
        }
        larger = answer;
    }
    return larger;
}

Solution most_tokens(const Scenario& scenario, const Solving& how)
{
    constexpr double per_doubling = 4;
    constexpr int enough = 8; // counts in a row that money alone ends, each with fewer tokens
    constexpr double near_best = 0.98; // plans change with the count: another one as good may have a better neighbour
    constexpr std::size_t most_looked_at = 3;
    const double most = how.limits.most_gpus(scenario);
    const Accelerator& accelerator = scenario.cluster.accelerator;
    const int steps = int(per_doubling * std::log2(std::max(2.0, most))) + 1;
    Trial trial(scenario, how);
    Solution best;
    std::vector<double> counts{0}, tokens{0}; // tried, ascending; one more at each end
    double before = 0;
    int worse = 0;
    for (int step = 0; before < most && worse < enough && how.goes_on(std::min(step, steps), steps); ++step) {
        const double count = std::min(most, rounded(std::exp2(step / per_doubling), accelerator));
        if (count <= before)
            continue;
        Solution answer = trial.most_at(count);
        const bool only_worse = answer.bound == Bound::Budget || answer.bound == Bound::Power;
        worse = only_worse && best.found && answer.tokens < best.tokens ? worse + 1 : 0;
        counts.push_back(count);
        tokens.push_back(answer.found ? answer.tokens : 0);
        if (best.parts.gpus == 0 || answer.tokens > best.tokens || (!best.found && closer(answer, best)))
            best = std::move(answer);
        before = count;
    }
    counts.push_back(most);
    std::vector<std::size_t> peaks;
    for (std::size_t i = 1; i < tokens.size(); ++i)
        if (best.found && tokens[i] >= near_best * best.tokens)
            peaks.push_back(i);
    std::stable_sort(peaks.begin(), peaks.end(), [&](std::size_t a, std::size_t b) { return tokens[a] > tokens[b]; });
    peaks.resize(std::min(peaks.size(), most_looked_at));
    for (const std::size_t peak : peaks) {
        if (how.options.stop.stop_requested())
            break;
        Solution answer = closest_in(trial, counts[peak - 1], counts[peak + 1], accelerator);
        if (answer.tokens > best.tokens)
            best = std::move(answer);
    }
    best.loss = loss_of(scenario, best.tokens);
    return best;
}

std::vector<Solution> lowest_loss(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how)
{
    struct Candidate {
        Scenario question;
        double least = 0; ///< loss at the peak
    };
    std::vector<Candidate> candidates;
    for (const catalog::ModelShape& model : catalog.models)
        if (auto question = with(catalog, scenario, "model", model.id)) {
            const double least = loss_of(*question, tokens_at_peak(*question, how.limits));
            if (std::isfinite(least))
                candidates.push_back({std::move(*question), least});
        }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& left, const Candidate& right) { return left.least < right.least; });
    std::vector<Solution> answers;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < candidates.size() && how.goes_on(int(i), int(candidates.size())); ++i) {
        if (candidates[i].least >= lowest)
            continue;
        Solution answer = most_tokens(candidates[i].question, how.silent());
        answer.id = candidates[i].question.workload.shape.id;
        if (answer.found)
            lowest = std::min(lowest, answer.loss);
        answers.push_back(std::move(answer));
    }
    std::stable_sort(answers.begin(), answers.end(), [](const Solution& left, const Solution& right) {
        return left.found != right.found ? left.found : left.found && left.loss < right.loss;
    });
    return answers;
}

namespace {

std::vector<Solution> solve(const Solutions::Key& key, Work& work)
{
    const Scenario& scenario = *key.question.scenario;
    const auto open = key.question.open_keys();
    const Solving how{open, key.limits, work.tool<search::PlanSearch>(), search_options(key.question, work),
                      [&work](int done, int of) {
                          work.report({done, of});
                      }};
    switch (key.target) {
    case Target::Gpus:
        return {smallest_cluster(scenario, how)};
    case Target::Model:
        return {largest_model(work.catalog(), scenario, how)};
    case Target::Tokens:
        return {most_tokens(scenario, how)};
    case Target::Loss:
        return lowest_loss(work.catalog(), scenario, how);
    case Target::Hardware:
        break;
    }
    return cheapest_hardware(work.catalog(), scenario, how);
}

} // namespace

std::size_t Solutions::Value::best_known() const
{
    if (!known)
        return tried.size();
    std::vector<evidence::Nearest> nearest;
    nearest.reserve(found);
    for (std::size_t i = 0; i < found; ++i)
        nearest.push_back(tried[i].nearest);
    const std::size_t best = evidence::best_known(nearest);
    return best < found ? best : tried.size();
}

Solutions::Value Solutions::compute(const Key& key, Work& work)
{
    Value answer;
    const bool of_models = key.target == Target::Model || key.target == Target::Loss;
    const char* const parameter = of_models ? "model" : "hardware";
    for (Solution& solution : solve(key, work)) {
        auto scenario = key.question.scenario;
        if (!solution.id.empty())
            if (auto other = with(work.catalog(), *scenario, parameter, solution.id))
                scenario = std::make_shared<const Scenario>(std::move(*other));
        answer.found += solution.found ? 1 : 0;
        answer.tried.push_back({std::move(solution), std::move(scenario), {}});
    }
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!runs || work.stop().stop_requested())
        return answer;
    answer.known = true;
    const WorkspacePointer workspace = make_workspace();
    for (Found& each : answer.tried)
        each.nearest = runs->nearest(*each.scenario, each.solution.parts, *workspace);
    return answer;
}

std::size_t Solutions::bytes(const Value& value)
{
    return sizeof value + value.tried.size() * (sizeof(Found) + sizeof(Scenario));
}

} // namespace plateau::answers
