// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/solutions.h"

#include "core/question/scenario/parameter_table.h"

namespace plateau::answers {

namespace {

/// What a value of the number does.
struct AtValue {
    double value = 0;
    bool holds = false;
    Parts parts;
    Parts rival;
};

class NumberTrial {
public:
    NumberTrial(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
                const TrainingParameter& parameter, const Goal& goal, search::PlanSearch& search,
                search::SearchOptions options)
        : catalog_(catalog), scenario_(scenario), open_(open), parameter_(parameter), goal_(goal), search_(search),
          options_(std::move(options))
    {
        if (goal.rival)
            rival_open_ = search::open_keys(*goal.rival, goal.rival_choice);
    }

    AtValue at(double value)
    {
        AtValue outcome;
        outcome.value = value;
        outcome.parts = answer(scenario_, open_, value, hints_);
        if (goal_.rival)
            outcome.rival = answer(*goal_.rival, rival_open_, value, rival_hints_);
        outcome.holds = (goal_.without_memory ? outcome.parts.possible() : outcome.parts.fits()) && holds(outcome);
        return outcome;
    }

private:
    Parts answer(const Scenario& scenario, const search::OpenKeys& open, double value, std::vector<Plan>& hints)
    {
        const auto question = with_value(catalog_, scenario, parameter_.key, Value(value));
        if (!question)
            return {};
        options_.hints = hints;
        Parts parts = search::best_plan(search_, *prepare(*question), open, options_);
        hints = {parts.plan};
        tokens_ = LossTime(*question, goal_.limits.clock).tokens(parts);
        return parts;
    }

    bool holds(const AtValue& outcome) const
    {
        if (goal_.rival)
            return !outcome.rival.fits() || rate(outcome.parts) >= rate(outcome.rival);
        if (goal_.metric.empty())
            return broken(goal_.limits, outcome.parts, tokens_) == Bound::None;
        const Metric& wanted = metric(goal_.metric);
        const double value = wanted.value(outcome.parts);
        return wanted.better == Better::Lower ? value <= goal_.value : value >= goal_.value;
    }

    static double rate(const Parts& parts) { return parts.tokens_per_s * parts.goodput; }

    const catalog::Catalog& catalog_;
    const Scenario& scenario_;
    const search::OpenKeys& open_;
    search::OpenKeys rival_open_;
    const TrainingParameter& parameter_;
    const Goal& goal_;
    search::PlanSearch& search_;
    search::SearchOptions options_;
    std::vector<Plan> hints_, rival_hints_;
    double tokens_ = 0;
};

double between(const TrainingParameter& parameter, double low, double high)
{
    const double middle
        = parameter.scale == ParameterScale::Linear || low <= 0 ? (low + high) / 2 : std::sqrt(low * high);
    return parameter.kind == ParameterKind::Whole ? std::floor(middle) : middle;
}

/// How far a step is from the scenario's own value, as people see it on the row's scale.
double steps_away(const TrainingParameter& parameter, double now, double value)
{
    const bool linear = parameter.scale == ParameterScale::Linear || now <= 0 || value <= 0;
    return std::abs(linear ? value - now : std::log(value / now));
}

} // namespace

bool operator==(const Goal& left, const Goal& right)
{
    return left.limits == right.limits && left.rival_choice == right.rival_choice && left.metric == right.metric
        && left.value == right.value && left.without_memory == right.without_memory
        && (left.rival == right.rival || (left.rival && right.rival && left.rival->same_choices(*right.rival)));
}

Needed needed(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
              const std::string& key, const Goal& goal, search::PlanSearch& search,
              const search::SearchOptions& options, const SolveProgress& progress)
{
    constexpr double narrow = 1e-3;
    const TrainingParameter& parameter = *training_parameters().find(key);
    NumberTrial trial(catalog, scenario, open, parameter, goal, search, options);
    Needed answer;
    answer.now = std::get<double>(parameter.get(scenario));
    std::vector<double> values = stops(parameter);
    if (parameter.scale == ParameterScale::Ladder)
        values.insert(values.end(), {parameter.minimum, parameter.maximum});
    values.push_back(answer.now);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<AtValue> outcomes;
    for (const double value : values) {
        if (options.stop.stop_requested())
            return answer;
        if (progress)
            progress(int(outcomes.size()), int(values.size()));
        outcomes.push_back(trial.at(value));
        answer.fits |= outcomes.back().parts.fits();
        answer.rival_fits |= outcomes.back().rival.fits();
        if (value == answer.now) {
            answer.holds_now = outcomes.back().holds;
            answer.parts = answer.parts_now = outcomes.back().parts;
            answer.rival = answer.rival_now = outcomes.back().rival;
        }
    }
    std::size_t turn = 0;
    for (std::size_t i = 1; i < outcomes.size(); ++i) {
        if (outcomes[i].holds == outcomes[i - 1].holds)
            continue;
        const auto far = [&](std::size_t step) {
            return std::min(steps_away(parameter, answer.now, values[step - 1]),
                            steps_away(parameter, answer.now, values[step]));
        };
        if (turn == 0 || far(i) < far(turn))
            turn = i;
    }
    if (turn == 0)
        return answer;
    AtValue low = outcomes[turn - 1], high = outcomes[turn];
    while (!options.stop.stop_requested()) {
        const double middle = between(parameter, low.value, high.value);
        if (middle <= low.value || middle >= high.value || high.value - low.value <= narrow * high.value)
            break;
        const AtValue outcome = trial.at(middle);
        (outcome.holds == low.holds ? low : high) = outcome;
    }
    const AtValue& holding = high.holds ? high : low;
    answer.found = true;
    answer.value = holding.value;
    answer.holds_above = high.holds;
    answer.parts = holding.parts;
    answer.rival = holding.rival;
    return answer;
}

Needed NeededValue::compute(const Key& key, Work& work)
{
    const auto of = [&](const Goal& goal) {
        return needed(work.catalog(), *key.question.scenario, key.question.open_keys(), key.parameter, goal,
                      work.tool<search::PlanSearch>(), search_options(key.question, work), [&work](int done, int of) {
                          work.report({done, of});
                      });
    };
    Needed answer = of(key.goal);
    if (!answer.fits && !key.goal.metric.empty()) {
        Goal goal = key.goal;
        goal.without_memory = true;
        if (const Needed roomy = of(goal); roomy.holds_now || roomy.found)
            answer.were_there_room = roomy.holds_now ? roomy.now : roomy.value;
    }
    const Parts &own = answer.parts_now, &rival = answer.rival_now;
    if (key.goal.rival && own.fits() && rival.fits())
        answer.now_against = evidence::difference({*key.question.scenario, own, own.goodput},
                                                  {*key.goal.rival, rival, rival.goodput}, work.data().claims().reach);
    return answer;
}

} // namespace plateau::answers
