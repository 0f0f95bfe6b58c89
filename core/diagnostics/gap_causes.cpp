// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap_causes.h"

#include "core/answers/solutions.h"

namespace plateau::answers {

namespace {

using Changes = std::vector<std::pair<std::string, Value>>;

/// Each run has its own: another one says nothing of it.
constexpr const char* own_keys[] = {"global_batch", "counted_flop", GapCause::unit_key};

const catalog::PhysicsValues& values(Work& work) { return catalog::values_of(work.catalog().physics); }

/// How far the logarithm of the step, or of the memory, stays from what was measured.
double left_over(const Judged& run, const Parts& parts)
{
    const double now
        = run.of_memory() ? run.metric.value(parts) / run.predicted : parts.step_seconds / run.parts.step_seconds;
    return std::abs(std::log(now / run.ratio()));
}

/// What a cause that cannot be turned may leave.
double may_leave(Work& work, const Judged& run)
{
    return std::min(run.gap() / 2, std::max(values(work).left_by_cause * run.gap(), values(work).as_predicted));
}

const TrainingParameter* row_of(const Scenario& scenario, const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    return row && (!row->applies || row->applies(scenario)) ? row : nullptr;
}

/// The value at which the metric is as measured; none where it only turns because the plan becomes impossible.
std::optional<double> needed_value(Work& work, const Judged& run, const std::string& key)
{
    Goal goal;
    goal.metric = run.metric.key;
    goal.value = run.measured;
    goal.without_memory = true;
    search::SearchOptions options;
    options.stop = work.stop();
    const Needed needed
        = answers::needed(work.catalog(), run.scenario, {}, key, goal, work.tool<search::PlanSearch>(), options);
    if (!needed.found || !std::isfinite(needed.value) || !needed.parts.possible())
        return std::nullopt;
    const double left = std::abs(std::log(run.metric.value(needed.parts) / run.measured));
    return left <= values(work).left_by_cause * run.gap() ? std::optional(needed.value) : std::nullopt;
}

/// 0: as now; 1: at the suspect's limit. A time that each step would take for nothing is as strange as its share of it.
double strangeness_of(const Judged& run, const TrainingParameter& row, const catalog::Suspect& suspect, double needed)
{
    const double now = std::get<double>(row.get(run.scenario));
    if (suspect.as_factor)
        return std::log(needed / now) / std::log(needed < now ? suspect.least : suspect.most);
    const double of_range = std::sqrt(std::abs(needed - now) / (suspect.most - suspect.least));
    const double of_step = std::abs(needed - now) / (run.parts.step_seconds * run.ratio());
    return row.unit == units::Unit::Seconds ? std::max(of_range, of_step) : of_range;
}

/// Nothing where no value within the suspect's limits brings the metric to what was measured.
std::optional<GapCause> number_cause(Work& work, const Judged& run, const catalog::Suspect& suspect)
{
    const TrainingParameter* row = row_of(run.scenario, suspect.key);
    if (!row || row->kind == ParameterKind::Choice)
        return std::nullopt;
    const auto needed = needed_value(work, run, suspect.key);
    if (!needed)
        return std::nullopt;
    const double now = std::get<double>(row->get(run.scenario));
    const double compared = suspect.as_factor ? *needed / now : *needed;
    if (!(compared >= suspect.least && compared <= suspect.most))
        return std::nullopt;
    return cause_of(work, run, *row, *needed, strangeness_of(run, *row, suspect, *needed));
}

/// The run with some parameters changed; nothing where that is refused or impossible.
std::optional<Parts> changed_parts(Work& work, const Judged& run, const Changes& changes)
{
    const auto changed = with_all(work.catalog(), run.scenario, changes);
    if (!changed)
        return std::nullopt;
    const Parts parts = search::best_plan(work.tool<search::PlanSearch>(), *prepare(*changed), {}, {});
    return parts.possible() ? std::optional(parts) : std::nullopt;
}

std::vector<Value> other_values(const TrainingParameter& row, const Value& now, const catalog::OtherChoice& choice)
{
    std::vector<Value> values;
    for (const std::string& text : choice.values)
        if (const auto value = parse_value(row, text))
            values.push_back(*value);
    if (choice.values.empty())
        for (const auto& option : row.options)
            values.emplace_back(option.value);
    std::erase_if(values, [&](const Value& value) { return value == now || is_auto(value); });
    return values;
}

/// One choice made otherwise, and how far the run then stays from what was measured.
struct Trial {
    const TrainingParameter* row;
    Value value;
    double left = 0;
};

std::vector<Trial> tried_choices(Work& work, const Judged& run)
{
    std::vector<Trial> trials;
    for (const catalog::OtherChoice& choice : work.catalog().physics->choices) {
        const TrainingParameter* row = choice.of_memory == run.of_memory() ? row_of(run.scenario, choice.key) : nullptr;
        if (!row)
            continue;
        for (const Value& other : other_values(*row, row->get(run.scenario), choice))
            if (const auto parts = changed_parts(work, run, {{choice.key, other}}))
                trials.push_back({row, other, left_over(run, *parts)});
    }
    return trials;
}

/// Two choices that explain together what neither does alone; of two parameters the closest values, the closest first.
std::vector<GapCause> pairs(Work& work, const Judged& run, const std::vector<Trial>& trials)
{
    constexpr double clearly = 0.02; // as a logarithm
    constexpr std::size_t most = 4;
    const double enough = may_leave(work, run);
    const auto helps = [&](const Trial& trial) { return trial.left > enough && trial.left + clearly < run.gap(); };
    std::map<std::pair<std::string, std::string>, GapCause> found;
    for (std::size_t i = 0; i < trials.size(); ++i)
        for (std::size_t j = i + 1; j < trials.size() && !work.stop().stop_requested(); ++j) {
            const Trial &one = trials[i], &other = trials[j];
            if (one.row == other.row || !helps(one) || !helps(other))
                continue;
            const auto parts = changed_parts(work, run, {{one.row->key, one.value}, {other.row->key, other.value}});
            const double left = parts ? left_over(run, *parts) : run.gap();
            const auto known = found.find({one.row->key, other.row->key});
            if (left > enough || (known != found.end() && known->second.strangeness <= 1 + left / run.gap()))
                continue;
            GapCause pair = cause_of(work, run, *one.row, one.value, 1 + left / run.gap());
            pair.with.push_back(cause_of(work, run, *other.row, other.value, 0));
            found.insert_or_assign({one.row->key, other.row->key}, std::move(pair));
        }
    std::vector<GapCause> pairs;
    pairs.reserve(found.size());
    for (auto& [keys, pair] : found)
        pairs.push_back(std::move(pair));
    std::ranges::stable_sort(pairs, {}, &GapCause::strangeness);
    pairs.resize(std::min(pairs.size(), most));
    return pairs;
}

/// How far a run stays from what was measured of it with a cause.
struct Misfit {
    double share = 0; ///< of what is allowed: PhysicsValues::as_predicted, or left_by_cause of its gap
    double predicted = 0; ///< of the metric
};
Misfit misfit(Work& work, const Judged& run, const GapCause& cause, const Value& value)
{
    Changes changes{{cause.key, value}};
    for (const GapCause& also : cause.with)
        changes.emplace_back(also.key, also.needed);
    const auto parts = changed_parts(work, run, changes);
    return {left_over(run, parts ? *parts : run.parts)
                / std::max(values(work).as_predicted, values(work).left_by_cause * run.gap()),
            parts ? run.metric.value(*parts) : run.predicted};
}

/// Values of a number that may suit all runs: the one that each run would need, and one between the extremes.
std::vector<double> candidates(Work& work, const GapCause& cause, const std::vector<Judged>& runs, std::size_t of)
{
    std::vector<double> values = {std::get<double>(cause.needed)};
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (const auto value = i == of ? std::nullopt : needed_value(work, runs[i], cause.key))
            values.push_back(*value);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (values.size() > 1)
        values.push_back(*least > 0 ? std::sqrt(*least * *most) : (*least + *most) / 2);
    return values;
}

/// Only a share of the peak is divided by one.
std::optional<Objection> objection_to_peak(const std::vector<Judged>& runs, std::size_t of)
{
    constexpr double about_equal = 0.15; // as a logarithm
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool by_peak = is_share(runs[i].metric.key);
        const double expected = by_peak ? runs[of].ratio() : 1;
        if (std::abs(std::log(runs[i].ratio() / expected)) > about_equal)
            return Objection{i, by_peak ? runs[i].predicted / runs[of].ratio() : runs[i].predicted};
    }
    return std::nullopt;
}

} // namespace

double Judged::gap() const { return std::abs(std::log(ratio())); }

bool Judged::of_memory() const { return std::string_view(metric.key) == memory_metric; }

Word check_of(Work& work, const Judged& run, const std::string& key)
{
    const catalog::Physics& physics = *work.catalog().physics;
    const std::string& vendor = run.scenario.cluster.accelerator.vendor;
    const std::string& own = physics.check(key, vendor);
    return {own.empty() && run.of_memory() ? physics.check("memory", vendor) : own};
}

GapCause cause_of(Work& work, const Judged& run, const TrainingParameter& row, const Value& needed, double strangeness)
{
    const Value now = row.get(run.scenario);
    const Word label{row.key == "nvlink_domain" ? PLATEAU_TEXT("Scale-up domain") : row.label};
    return {row.key,
            {label.text, {}},
            now,
            needed,
            value_words(row, now),
            value_words(row, needed),
            check_of(work, run, row.key),
            strangeness};
}

std::vector<GapCause> causes(Work& work, const Judged& run)
{
    std::vector<GapCause> causes;
    if (run.gap() < values(work).nothing_to_explain)
        return causes;
    if (!run.of_memory())
        for (const catalog::Suspect& suspect : work.catalog().physics->suspects)
            if (auto cause = number_cause(work, run, suspect))
                causes.push_back(std::move(*cause));
    const std::vector<Trial> trials = tried_choices(work, run);
    const auto explains = [&](const Trial& trial) { return trial.left <= may_leave(work, run); };
    for (const Trial& trial : trials)
        if (explains(trial))
            causes.push_back(cause_of(work, run, *trial.row, trial.value, trial.left / run.gap()));
    if (std::ranges::none_of(trials, explains))
        for (GapCause& pair : pairs(work, run, trials))
            causes.push_back(std::move(pair));
    return causes;
}

std::vector<GapCause> other_hardware(Work& work, const Judged& run)
{
    constexpr std::size_t most = 3;
    const TrainingParameter& row = *training_parameters().find("hardware");
    std::vector<std::pair<double, std::string>> found;
    for (const catalog::Accelerator& other : work.catalog().accelerators) {
        if (other.id == run.scenario.cluster.accelerator.id)
            continue;
        const auto parts = changed_parts(work, run, {{row.key, other.id}});
        const double left = parts ? std::abs(std::log(run.metric.value(*parts) / run.measured)) : run.gap();
        if (left < may_leave(work, run))
            found.emplace_back(left, other.id);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), most));
    std::vector<GapCause> causes;
    causes.reserve(found.size());
    for (const auto& [left, id] : found)
        causes.push_back(cause_of(work, run, row, id, -2 + left / run.gap())); // before all others
    return causes;
}

std::optional<Objection> objection(Work& work, GapCause& cause, const std::vector<Judged>& runs, std::size_t of)
{
    if (cause.key == GapCause::peak_key)
        return objection_to_peak(runs, of);
    if (std::ranges::any_of(own_keys, [&](const char* key) { return cause.key == key; }))
        return std::nullopt;
    const auto worst = [&](const Value& value) {
        Objection objection;
        double share = 0;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (const Misfit found = misfit(work, runs[i], cause, value); found.share > share) {
                share = found.share;
                objection = {i, found.predicted};
            }
        return std::pair(share, objection);
    };
    const auto [share, first] = worst(cause.needed);
    if (share <= 1)
        return std::nullopt;
    const auto& suspects = work.catalog().physics->suspects;
    if (std::ranges::find(suspects, cause.key, &catalog::Suspect::key) != suspects.end()
        && std::holds_alternative<double>(cause.needed))
        for (const double value : candidates(work, cause, runs, of))
            if (worst(Value(value)).first <= 1) {
                cause.needed = value;
                cause.needed_text = value_words(*training_parameters().find(cause.key), cause.needed);
                return std::nullopt;
            }
    return first;
}

} // namespace plateau::answers
