// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/paper_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/answers/limits.h"
#include "core/answers/step.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/text/messages/nearest.h"
#include "core/views/limits_view.h"

namespace plateau::claims {

namespace {

using collectives::Operation;
using units::Unit;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

constexpr double least_bytes = 1024; ///< below: a flag, not data

/// The first collective of its kind in the step: of an all-gather, that of a unit of layers.
template<auto Member>
double of_collective(const Estimate& estimate, Operation operation)
{
    for (const CollectiveUse& use : estimate.collectives)
        if (use.operation == operation && use.bytes >= least_bytes)
            return use.*Member;
    return unknown;
}

struct TrainingRow {
    const char* key;
    const char* label;
    Unit unit;
    double (*value)(const Estimate&);
};
double share_of(const Estimate& estimate, std::initializer_list<Part> parts)
{
    double seconds = 0;
    for (const Part part : parts)
        seconds += estimate.parts[part];
    return seconds / estimate.parts.step_seconds;
}

constexpr std::array<TrainingRow, 10> training_rows{{
    {"gather_seconds", PLATEAU_TEXT("Time of the step's first all-gather, of a unit of layers"), Unit::Seconds,
     [](const Estimate& e) { return of_collective<&CollectiveUse::seconds>(e, Operation::AllGather); }},
    {"gather_latency_seconds", PLATEAU_TEXT("Latency of that all-gather"), Unit::Seconds,
     [](const Estimate& e) { return of_collective<&CollectiveUse::latency_seconds>(e, Operation::AllGather); }},
    {"gather_bytes", PLATEAU_TEXT("Bytes of that all-gather"), Unit::Bytes,
     [](const Estimate& e) { return of_collective<&CollectiveUse::bytes>(e, Operation::AllGather); }},
    {"gather_ranks", PLATEAU_TEXT("Ranks of that all-gather"), Unit::Gpus,
     [](const Estimate& e) { return of_collective<&CollectiveUse::ranks>(e, Operation::AllGather); }},
    {"reduce_seconds", PLATEAU_TEXT("Time of the step's first all-reduce"), Unit::Seconds,
     [](const Estimate& e) { return of_collective<&CollectiveUse::seconds>(e, Operation::AllReduce); }},
    {"reduce_latency_seconds", PLATEAU_TEXT("Latency of that all-reduce"), Unit::Seconds,
     [](const Estimate& e) { return of_collective<&CollectiveUse::latency_seconds>(e, Operation::AllReduce); }},
    {"micro_batches", PLATEAU_TEXT("Micro-batches that a pipeline gets in a step"), Unit::Count,
     [](const Estimate& e) { return double(e.parts.micro_batches); }},
    {"memory_limit_bytes", PLATEAU_TEXT("Memory of a GPU"), Unit::Bytes,
     [](const Estimate& e) { return e.parts.memory_limit_bytes; }},
    // several terms that a step speaks of as one
    {"data_parallel_share", PLATEAU_TEXT("Share of the step that waits for weights and gradients"), Unit::Fraction,
     [](const Estimate& e) {
         return share_of(e, {Part::AllGather, Part::ReduceScatter, Part::AllReduce});
     }},
    {"group_traffic_share", PLATEAU_TEXT("Share of the step that waits for tensor and context groups"), Unit::Fraction,
     [](const Estimate& e) {
         return share_of(e, {Part::TensorTraffic, Part::ContextTraffic});
     }},
}};

const std::string share_suffix = "_share", bytes_suffix = "_bytes";

/// A term of the step, as "matrix_multiply_share", or of the memory, as "weights_bytes".
std::optional<Part> part_of(const std::string& key)
{
    for (int i = 0; i < static_cast<int>(first_power_part); ++i)
        if (key == name(Part(i)) + (i < time_part_count ? share_suffix : bytes_suffix))
            return Part(i);
    return std::nullopt;
}

double of_part(const Estimate& estimate, Part part)
{
    return static_cast<int>(part) < time_part_count ? share_of(estimate, {part}) : estimate.parts[part];
}

using Points = std::vector<limits::Point>;

struct LimitsRow {
    const char* key;
    const char* label;
    Unit unit;
    double (*of_curve)(const limits::Question&, const Points&); ///< null: of the run at the marker
    double (*of_run)(const limits::Point&);
};

template<auto Member>
double landmark(const limits::Question& question, const Points& points)
{
    return (limits::landmarks(question, points).*Member).value_or(unknown);
}

constexpr std::array<LimitsRow, 16> limits_rows{{
    {"linear_end", PLATEAU_TEXT("First crossing: where linear scaling first ends"), Unit::Flop,
     landmark<&limits::Landmarks::linear_end_flop>, nullptr},
    {"last_crossing", PLATEAU_TEXT("Last crossing"), Unit::Flop, landmark<&limits::Landmarks::last_crossing_flop>,
     nullptr},
    {"wall", PLATEAU_TEXT("Latency wall: the largest run that any cluster finishes in time"), Unit::Flop,
     landmark<&limits::Landmarks::wall_flop>, nullptr},
    {"wall_devices", PLATEAU_TEXT("GPUs of that run"), Unit::Count, landmark<&limits::Landmarks::wall_devices>,
     nullptr},
    {"closed_form_linear_end", PLATEAU_TEXT("T_crit, the first on one line"), Unit::Flop,
     landmark<&limits::Landmarks::closed_form_linear_end_flop>, nullptr},
    {"closed_form_wall", PLATEAU_TEXT("T_limit, the second on one line"), Unit::Flop,
     landmark<&limits::Landmarks::closed_form_wall_flop>, nullptr},
    {"run_utilization", PLATEAU_TEXT("Utilization of the run at the marker"), Unit::Fraction, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.utilization : unknown; }},
    {"run_devices", PLATEAU_TEXT("GPUs of that run"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.devices : unknown; }},
    {"run_seconds", PLATEAU_TEXT("Duration of that run"), Unit::Seconds, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.run_seconds : unknown; }},
    {"run_parameters", PLATEAU_TEXT("Parameters of its model"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.model.parameters(); }},
    {"run_batch_tokens", PLATEAU_TEXT("Batch of that run, tokens"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.model.batch_tokens; }},
    {"run_step_seconds", PLATEAU_TEXT("Step of that run"), Unit::Seconds, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.time.step_seconds : unknown; }},
    {"run_data_degree", PLATEAU_TEXT("Data degree of that run"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.layout.dp : unknown; }},
    {"run_tensor_degree", PLATEAU_TEXT("Tensor degree of that run"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.layout.tp_model * p.layout.tp_ff : unknown; }},
    {"run_pipeline_degree", PLATEAU_TEXT("Pipeline degree of that run"), Unit::Count, nullptr,
     [](const limits::Point& p) { return p.feasible ? p.layout.pp : unknown; }},
    {"run_latency_share", PLATEAU_TEXT("Share of its step that waits for hops and kernels"), Unit::Fraction, nullptr,
     [](const limits::Point& p) {
         return p.feasible ? limits::causes(p.time).latency_seconds / p.time.step_seconds : unknown;
     }},
}};

template<class Rows>
auto find_row(const Rows& rows, const std::string& key) -> decltype(&*rows.begin())
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return key == row.key; });
    return found == rows.end() ? nullptr : &*found;
}

Result result_of(const Question& question, const std::string& key)
{
    const Metric* metric = find_metric(key); // it knows earlier names too
    for (Result& result : results(is_training(question)))
        if (result.key == (metric ? metric->key : key))
            return std::move(result);
    return {};
}

} // namespace

Expected<Question> find_question(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    const auto file = find_scenario_file(catalog, name_or_file);
    if (!file)
        return tl::unexpected(file.error());
    const auto kind = scenario_kind(*file);
    if (!kind)
        return tl::unexpected(kind.error());
    if (*kind == "limits")
        return read_limits_scenario(catalog, *file).map([](LimitsScenario read) { return Question(std::move(read)); });
    return read_scenario(catalog, *file).map([](Scenario read) { return Question(std::move(read)); });
}

Expected<Question> with(const catalog::Catalog& catalog, Question question, const Changes& changes)
{
    for (const auto& [key, text] : changes) {
        auto next = std::visit(
            [&, &key = key, &text = text](const auto& scenario) {
                return plateau::with(catalog, scenario, key, text).map([](auto changed) {
                    return Question(std::move(changed));
                });
            },
            question);
        if (!next)
            return next;
        question = std::move(*next);
    }
    return question;
}

std::vector<Result> results(bool training)
{
    std::vector<Result> all;
    if (training) {
        for (const Metric& metric : metrics())
            all.push_back({metric.key, metric.label, metric.shown_in.unit, metric.shown_in.si});
        for (const TrainingRow& row : training_rows)
            all.push_back({row.key, row.label, row.unit});
        for (int i = 0; i < static_cast<int>(first_power_part); ++i)
            all.push_back(i < time_part_count ? Result{name(Part(i)) + share_suffix, label(Part(i)), Unit::Fraction}
                                              : Result{name(Part(i)) + bytes_suffix, label(Part(i)), Unit::Bytes});
    } else {
        for (const LimitsRow& row : limits_rows)
            all.push_back({row.key, row.label, row.unit});
    }
    return all;
}

Expected<void> known_key(const Question& question, const std::string& key)
{
    if (find_parameter(question, key) || !result_of(question, key).key.empty())
        return {};
    std::vector<std::string> names;
    for (const Result& result : results(is_training(question)))
        names.push_back(result.key);
    for (const ParameterDescription* row : rows_of(question))
        names.push_back(row->key);
    return failure({PLATEAU_TEXT("“%1” is neither a parameter nor a result of the question; the nearest is %2"),
                    {Verbatim{key}, Verbatim{nearest(key, names)}}});
}

std::shared_ptr<const Estimate> Numbers::estimate_of(const Scenario& scenario)
{
    return answers_->get<answers::StepEstimate>(
        {std::make_shared<const Scenario>(scenario), search::PlanChoice::Given, search::Objective::Throughput});
}

Expected<double> Numbers::result(const Question& question, const std::string& key)
{
    double value = unknown;
    if (const Scenario* training = std::get_if<Scenario>(&question)) {
        const auto estimate = estimate_of(*training);
        const Estimate& answer = *estimate;
        if (!answer.parts.possible())
            return failure(answer.reason, key);
        const TrainingRow* row = find_row(training_rows, key);
        const std::optional<Part> part = row ? std::nullopt : part_of(key);
        value = row ? row->value(answer) : part ? of_part(answer, *part) : metric(key).value(answer.parts);
    } else {
        const auto& scenario = std::get<LimitsScenario>(question);
        const LimitsRow& row = *find_row(limits_rows, key);
        value = row.of_curve
            ? row.of_curve(scenario.question, *answers_->get<answers::LimitsCurve>(scenario.question))
            : row.of_run(*answers_->get<answers::LimitsPoint>({scenario.question, scenario.marker_flop}));
    }
    if (std::isnan(value))
        return failure({PLATEAU_TEXT("%1 is not known"), {Verbatim{key}}});
    return value;
}

Expected<Parts> Numbers::parts(const Question& question, const Changes& changes)
{
    const Expected<Question> changed = with(catalog(), question, changes);
    if (!changed)
        return tl::unexpected(changed.error());
    const Scenario* training = std::get_if<Scenario>(&*changed);
    if (!training)
        return failure({PLATEAU_TEXT("not a training scenario"), {}});
    const auto estimate = estimate_of(*training);
    if (!estimate->parts.possible())
        return failure(estimate->reason);
    return estimate->parts;
}

Expected<double> Numbers::value(const Question& question, const Ask& ask)
{
    if (const auto known = known_key(question, ask.key); !known)
        return tl::unexpected(known.error());
    const auto one = [&](const Changes& changes) -> Expected<double> {
        const Expected<Question> changed = with(catalog(), question, changes);
        if (!changed)
            return tl::unexpected(changed.error());
        if (!find_parameter(*changed, ask.key))
            return result(*changed, ask.key);
        const Value value = value_of(*changed, ask.key);
        const double* number = std::get_if<double>(&value);
        return number ? Expected<double>(*number) : failure({PLATEAU_TEXT("%1 is no number"), {Verbatim{ask.key}}});
    };
    const Expected<double> at = one(ask.at);
    if (!at || !ask.is_ratio())
        return at;
    const Expected<double> against = one(ask.against);
    return against ? Expected<double>(*at / *against) : against;
}

Message Numbers::written(const Question& question, const Ask& ask, double value) const
{
    switch (ask.form) {
    case Ask::Form::Change:
        return {value > 1 ? "+%1" : "%1", {Quantity{value - 1, Unit::Fraction}}};
    case Ask::Form::Loss:
        return {"%1", {Quantity{1 - value, Unit::Fraction}}};
    case Ask::Form::Times:
        return {"%1", {Quantity{value, Unit::Multiplier}}};
    default:
        break;
    }
    if (const ParameterDescription* row = find_parameter(question, ask.key))
        return {"%1", {value_words(*row, Value(value), Quantity::Style::Prose)}};
    const Result shown = result_of(question, ask.key);
    return {"%1", {in_prose(value * shown.si, shown.unit)}};
}

Expected<Message> Numbers::text(const Question& question, const Ask& ask)
{
    const ParameterDescription* row = find_parameter(question, ask.key);
    if (row && !ask.is_ratio()) {
        const Expected<Question> changed = with(catalog(), question, ask.at);
        if (!changed)
            return tl::unexpected(changed.error());
        const Value asked = value_of(*changed, ask.key);
        if (!is_training(question) && ask.key == "duration") // a run is given months, and sliders say so
            return Message{"%1", {narrate::months(std::get<double>(asked))}};
        return Message{"%1", {value_words(*row, asked, Quantity::Style::Prose)}};
    }
    return value(question, ask).map([&](double number) { return written(question, ask, number); });
}

} // namespace plateau::claims
