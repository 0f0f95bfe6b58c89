// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/lecture_grid.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/answers/limits.h"
#include "core/answers/step.h"

namespace plateau::tours {

namespace {

constexpr std::size_t most_values = 12; ///< of one control
constexpr std::size_t most_points = 150; ///< of one step
constexpr double around = 4, around_gpus = 16, around_compute = 1e3; ///< times where the step stands, and a part of it

/// What the texts of a step set a key to.
void named_values(const Prose& prose, const std::string& key, std::vector<std::string>& values)
{
    for (const Piece& piece : prose)
        for (const Changes* changes : {&piece.ask.at, &piece.ask.against})
            for (const auto& [name, value] : *changes)
                if (name == key)
                    values.push_back(value);
}

std::vector<std::string> named_values(const Step& step, const std::string& key)
{
    std::vector<std::string> values;
    for (const Prose* prose : {&step.text, &step.look, &step.notes})
        named_values(*prose, key, values);
    if (step.prediction)
        for (const Prose* prose : {&step.prediction->ask, &step.prediction->why})
            named_values(*prose, key, values);
    if (step.exercise) {
        for (const Prose* prose : {&step.exercise->ask, &step.exercise->why})
            named_values(*prose, key, values);
        for (const auto& [name, value] : step.exercise->solution)
            if (name == key)
                values.push_back(value);
    }
    for (const Attempt& attempt : step.attempts)
        for (const auto& [name, value] : attempt.changes)
            if (name == key)
                values.push_back(value);
    return values;
}

Value value_in(const Question& question, const std::string& key)
{
    if (const auto* training = std::get_if<Scenario>(&question))
        return training_parameters().find(key)->get(*training);
    return limits_parameters().find(key)->get(std::get<LimitsScenario>(question));
}

/// Ascending: those that the step names, and stops around them as far as some times and a part of where it stands.
std::vector<Value> numbers_of(const ParameterDescription& row, const Step& step, double own)
{
    std::vector<double> named{own};
    for (const std::string& text : named_values(step, row.key))
        if (const auto value = parse_value(row, text))
            if (const auto* number = std::get_if<double>(&*value); number && std::isfinite(*number))
                named.push_back(*number);
    const auto [lowest, highest] = std::minmax_element(named.begin(), named.end());
    const double far = row.unit == units::Unit::Flop ? around_compute
        : row.unit == units::Unit::Gpus              ? around_gpus
                                                     : around;
    const double from = std::min(*lowest, own / far), to = std::max(*highest, own * far);
    std::vector<double> all;
    for (const double stop : stops(row))
        if (stop >= from && stop <= to)
            all.push_back(stop);
    const std::size_t every = (all.size() + most_values - 1) / most_values;
    std::vector<double> kept = named;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (every < 2 || i % every == 0 || i + 1 == all.size())
            kept.push_back(all[i]);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return {kept.begin(), kept.end()};
}

GridControl control_of(const catalog::Catalog& catalog, const Step& step, const std::string& key)
{
    GridControl control{.key = key, .row = *find_parameter(step.question, key)};
    const Value own = value_in(step.question, key);
    const double* number = std::get_if<double>(&own);
    control.numeric = number && std::isfinite(*number) && control.row.kind != ParameterKind::Switch;
    if (control.row.kind == ParameterKind::Switch)
        control.values = {Value(0.0), Value(1.0)};
    else if (control.numeric)
        control.values = numbers_of(control.row, step, *number);
    else
        for (const Option& option : control.row.options)
            if (with(catalog, step.question, {{key, option.value}}))
                control.values.emplace_back(option.value);
    const auto found = std::find(control.values.begin(), control.values.end(), own);
    if (found == control.values.end()) {
        control.values.insert(control.values.begin(), own);
        return control;
    }
    control.at = static_cast<int>(found - control.values.begin());
    return control;
}

/// What tells one kind of answer from another; empty: there is none.
std::string regime(const Question& question, answers::Answers& answers)
{
    std::string words;
    if (const auto* training = std::get_if<Scenario>(&question)) {
        const auto estimate = answers.get<answers::StepEstimate>(
            {std::make_shared<const Scenario>(*training), search::PlanChoice::Given, search::Objective::Throughput});
        if (!estimate->parts.possible())
            return {};
        for (const CollectiveUse& use : estimate->collectives)
            words += fmt::format("{},{},{};", static_cast<int>(use.operation), static_cast<int>(use.algorithm),
                                 static_cast<int>(use.protocol));
        for (int i = 0; i < time_part_count; ++i)
            words += estimate->parts[Part(i)] > 0 ? '1' : '0';
        return words;
    }
    const auto& limits = std::get<LimitsScenario>(question);
    const auto run = answers.get<answers::LimitsPoint>({limits.question, limits.marker_flop});
    return run->feasible ? fmt::format("bound {}", static_cast<int>(run->bound)) : std::string();
}

/// Ratios are judged as such: a loss of 30 % is a ratio of 0.7.
bool is_near(double guess, double truth, const Ask& ask)
{
    constexpr double least = 1e-6;
    const double scale = std::max(std::abs(truth), ask.is_ratio() ? 1.0 : least);
    return std::abs(guess - truth) <= smooth_within * scale;
}

} // namespace

double weight_of(double lower, double upper, double value)
{
    if (lower == upper)
        return 0;
    return lower > 0 && upper > 0 ? std::log(value / lower) / std::log(upper / lower)
                                  : (value - lower) / (upper - lower);
}

double interpolated(double lower, double upper, double weight)
{
    return lower > 0 && upper > 0 ? lower * std::pow(upper / lower, weight) : lower + (upper - lower) * weight;
}

double value_between(const GridControl& control, int index, double share)
{
    const double lower = control.number(index), upper = control.number(index + 1);
    return control.row.kind == ParameterKind::Whole ? std::round(lower + (upper - lower) * share)
                                                    : interpolated(lower, upper, share);
}

Grid::Grid(const catalog::Catalog& catalog, const Step& step) : catalog_(catalog), step_(step)
{
    const std::vector<std::string>& locked = step.lesson.locked;
    for (const std::string& key : step.lesson.controls)
        if (std::find(locked.begin(), locked.end(), key) == locked.end())
            controls_.push_back(control_of(catalog, step, key));
    while (size() > most_points) { // the longest one loses the end that is farther from where the step stands
        auto& longest = *std::max_element(controls_.begin(), controls_.end(), [](const auto& a, const auto& b) {
            return a.values.size() < b.values.size();
        });
        const auto last = static_cast<int>(longest.values.size()) - 1;
        if (longest.at > last - longest.at) {
            longest.values.erase(longest.values.begin());
            --longest.at;
        } else {
            longest.values.pop_back();
        }
    }
}

std::size_t Grid::size() const
{
    std::size_t size = 1;
    for (const GridControl& control : controls_)
        size *= control.values.size();
    return size;
}

std::size_t Grid::own_point() const
{
    std::size_t point = 0;
    for (const GridControl& control : controls_)
        point = point * control.values.size() + static_cast<std::size_t>(control.at);
    return point;
}

int Grid::index(std::size_t point, std::size_t control) const
{
    for (std::size_t i = controls_.size() - 1; i > control; --i)
        point /= controls_[i].values.size();
    return static_cast<int>(point % controls_[control].values.size());
}

std::optional<std::size_t> Grid::next(std::size_t point, std::size_t control) const
{
    if (index(point, control) + 1 >= static_cast<int>(controls_[control].values.size()))
        return std::nullopt;
    std::size_t stride = 1;
    for (std::size_t i = controls_.size() - 1; i > control; --i)
        stride *= controls_[i].values.size();
    return point + stride;
}

Changes Grid::changes(std::size_t point) const
{
    Changes all;
    for (std::size_t i = 0; i < controls_.size(); ++i) {
        const GridControl& control = controls_[i];
        const int at = index(point, i);
        if (at != control.at) // what stands there already is no change
            all.emplace_back(control.key, exact_value(control.row, control.values[static_cast<std::size_t>(at)]));
    }
    return all;
}

Expected<Question> Grid::question(std::size_t point) const { return with(catalog_, step_.question, changes(point)); }

Expected<Question> Grid::between(std::size_t point, std::size_t control, double share) const
{
    const GridControl& one = controls_[control];
    Changes all = changes(point);
    std::erase_if(all, [&](const auto& change) { return change.first == one.key; });
    all.emplace_back(one.key, exact_value(one.row, Value(value_between(one, index(point, control), share))));
    return with(catalog_, step_.question, all);
}

bool is_smooth(const Grid& grid, std::size_t point, std::size_t control, const std::vector<Ask>& asks,
               answers::Answers& answers, Numbers& numbers)
{
    const auto beside = grid.next(point, control);
    const GridControl& one = grid.controls()[control];
    if (!beside || !one.numeric)
        return false;
    constexpr double middle = 0.5;
    const int at = grid.index(point, control);
    const double lower = one.number(at), upper = one.number(at + 1);
    if (one.row.kind == ParameterKind::Whole && upper - lower < 4) // nothing lies at the quarters
        return false;
    const auto first = grid.question(point), last = grid.question(*beside), half = grid.between(point, control, middle);
    if (!first || !last || !half)
        return false;
    const std::string kind = regime(*first, answers);
    if (kind.empty() || regime(*last, answers) != kind || regime(*half, answers) != kind)
        return false;
    const double weight = weight_of(lower, upper, value_between(one, at, middle));
    return std::all_of(asks.begin(), asks.end(), [&](const Ask& ask) {
        const auto a = numbers.value(*first, ask), b = numbers.value(*last, ask), truth = numbers.value(*half, ask);
        if (!a || !b || !truth)
            return !a && !b && !truth; // no number at all, or none there
        return is_near(interpolated(*a, *b, weight), *truth, ask);
    });
}

} // namespace plateau::tours
