// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/study.h"
#include "app/table.h"
#include "core/answers/limits.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/text/messages/foreign.h"
#include "core/text/units/quantity.h"
#include "core/views/limits_view.h"

namespace plateau::app {

namespace {

constexpr const char* compute_key = "training_flop";
constexpr Flag limits_over_flag{
    "--over", "KEY=VALUES",
    "rows at other training compute: training_flop=1e26..1e31/20, each with the nearest d_model; or the landmarks for "
    "every value of a parameter, repeatable for a grid"};
constexpr Flag limits_with_flag{"--with", "SCENARIO", "another configuration in the same answer; repeatable"};
constexpr Flag limits_flags[]
    = {limits_over_flag, limits_with_flag, set_flag, json_flag, csv_flag, force_flag, quiet_flag};

/// What --over asks for.
struct Over {
    std::vector<double> flops; ///< rows of this training compute; empty: the grid of widths
    Grid grid; ///< landmarks for every combination
};

Expected<Over> read_over(const Arguments& arguments)
{
    constexpr std::size_t most_points = 100'000;
    Over over;
    for (const std::string& text : arguments.all(limits_over_flag.name)) {
        auto axis = require(read_axis<LimitsScenario>(text));
        if (axis.parameter->key == compute_key) {
            for (const Value& value : axis.values)
                over.flops.push_back(std::get<double>(value));
            continue;
        }
        require(over.grid.add(std::move(axis), most_points));
    }
    if (!over.flops.empty() && !over.grid.axes.empty())
        return failure(
            {PLATEAU_TEXT("rows over %1 and landmarks over other parameters are two answers"), {compute_key}},
            limits_over_flag.name, {PLATEAU_TEXT("one of them"), {}});
    return over;
}

/// A point of a scenario's curve, and where its step goes.
struct Row {
    const LimitsScenario& scenario;
    const limits::Point& point;
    limits::Causes causes = limits::causes(point.time);

    Json known(double value) const { return point.feasible ? number(value) : Json(nullptr); }
    /// Shares of a degree on each level of the network, from the inside out; their product is the degree.
    Json placed(const limits::Split& split) const
    {
        if (!point.feasible)
            return nullptr;
        Json shares = Json::array();
        for (int k = 0; k < scenario.question.machine.network.count; ++k)
            shares.push_back(number(split[static_cast<std::size_t>(k)]));
        return shares;
    }
};

Json tensor_degrees(const Row& row)
{
    const limits::Layout& layout = row.point.layout;
    return row.point.feasible ? Json(fmt::format("{:.0f}x{:.0f}", layout.tp_model, layout.tp_ff)) : Json(nullptr);
}

const Column<Row> columns[] = {
    {"training_flop", [](const Row& row) { return number(row.point.model.training_flop); }, "training FLOP", "{:.3g}"},
    {"parameters", [](const Row& row) { return number(row.point.model.parameters()); }},
    {"", [](const Row& row) { return number(row.point.model.width); }, "d_model", "{:.0f}"},
    {"layers", [](const Row& row) { return number(row.point.model.blocks); }, "layers", "{:.0f}"},
    {"d_model", [](const Row& row) { return number(row.point.model.width); }},
    {"experts", [](const Row& row) { return number(row.point.model.experts); }},
    {"tokens", [](const Row& row) { return number(row.point.model.tokens); }},
    {"batch_tokens", [](const Row& row) { return number(row.point.model.batch_tokens); }, "batch tokens", "{:.3g}"},
    {"gpus", [](const Row& row) { return row.known(row.point.devices); }, "GPUs", "{:.3g}"},
    {"utilization", [](const Row& row) { return row.known(row.point.utilization); }, "utilization", "{:.3f}"},
    {"dp", [](const Row& row) { return row.known(row.point.layout.dp); }, "dp", "{:.0f}"},
    {"", tensor_degrees, "tp"},
    {"tp_model", [](const Row& row) { return row.known(row.point.layout.tp_model); }},
    {"tp_ff", [](const Row& row) { return row.known(row.point.layout.tp_ff); }},
    {"pp", [](const Row& row) { return row.known(row.point.layout.pp); }, "pp", "{:.0f}"},
    {"interleaving", [](const Row& row) { return row.known(row.point.layout.interleaving); }},
    {"ep", [](const Row& row) { return row.known(row.point.layout.ep); }, "ep", "{:.0f}"},
    {"micro_batches", [](const Row& row) { return row.known(row.point.layout.microbatches); }},
    {"zero_bubble",
     [](const Row& row) { return row.point.feasible ? Json(row.point.layout.zero_bubble) : Json(nullptr); }},
    {"months", [](const Row& row) { return row.known(row.point.run_seconds / limits::month_seconds); }, "months",
     "{:.2f}"},
    {"run_days", [](const Row& row) { return row.known(row.point.run_seconds / units::day); }},
    {"step_time_s", [](const Row& row) { return row.known(row.point.time.step_seconds); }},
    {"arithmetic_s", [](const Row& row) { return row.known(row.causes.arithmetic_seconds); }},
    {"memory_s", [](const Row& row) { return row.known(row.causes.memory_seconds); }},
    {"network_s", [](const Row& row) { return row.known(row.causes.network_seconds); }},
    {"latency_s", [](const Row& row) { return row.known(row.causes.latency_seconds); }},
    {"bubble_s", [](const Row& row) { return row.known(row.causes.pipeline_seconds); }},
    {"usd", [](const Row& row) { return row.known(row.point.usd); }},
    {"bound_by", [](const Row& row) { return Json(name(row.point.bound)); }, "bound by"},
    {"gpus_idle", [](const Row& row) { return row.known(row.point.idle_devices()); }},
    {"tensor_traffic_s", [](const Row& row) { return row.known(row.point.time.traffic.tensor.seconds); }},
    {"tensor_latency_s", [](const Row& row) { return row.known(row.point.time.traffic.tensor.latency_seconds); }},
    {"pipeline_expert_traffic_s", [](const Row& row) { return row.known(row.point.time.traffic.point.seconds); }},
    {"pipeline_expert_latency_s",
     [](const Row& row) { return row.known(row.point.time.traffic.point.latency_seconds); }},
    {"data_traffic_s", [](const Row& row) { return row.known(row.point.time.traffic.data.seconds); }},
    {"data_latency_s", [](const Row& row) { return row.known(row.point.time.traffic.data.latency_seconds); }},
    {"dp_placement", [](const Row& row) { return row.placed(row.point.layout.dp_split); }},
    {"tp_model_placement", [](const Row& row) { return row.placed(row.point.layout.tp_model_split); }},
    {"tp_ff_placement", [](const Row& row) { return row.placed(row.point.layout.tp_ff_split); }},
    {"pp_placement", [](const Row& row) { return row.placed(row.point.layout.pp_split); }},
    {"ep_placement", [](const Row& row) { return row.placed(row.point.layout.ep_split); }},
};

Json row_of(const LimitsScenario& scenario, const limits::Point& point)
{
    return row_json<Row>(columns, {scenario, point});
}

Json landmarks_json(const LimitsScenario& scenario, const limits::Landmarks& landmarks)
{
    const bool fixed = scenario.cluster_mode == ClusterMode::Fixed;
    Json json;
    json["linear_scaling_end_flop"] = number(landmarks.linear_end_flop);
    json["linear_scaling_last_crossing_flop"] = number(landmarks.last_crossing_flop);
    json["linear_scaling_below_from_start"] = landmarks.below_from_start;
    json["latency_wall_flop"] = fixed ? Json(nullptr) : number(landmarks.wall_flop);
    json["latency_wall_beyond_grid"] = !fixed && landmarks.wall_beyond_grid;
    json["largest_run_that_fits_flop"] = fixed ? number(landmarks.wall_flop) : Json(nullptr);
    json["closed_form_linear_scaling_end_flop"] = number(landmarks.closed_form_linear_end_flop);
    json["closed_form_latency_wall_flop"] = number(landmarks.closed_form_wall_flop);
    return json;
}

Json scenario_json(const LimitsScenario& scenario)
{
    Json json = parameters_json(scenario);
    json["settings"] = Json::array(); // --set takes each as it stands
    for (const auto& [key, value] : scenario.overrides)
        json["settings"].push_back(key + "=" + exact_value(*limits_parameters().find(key), value));
    return json;
}

/// Says of one run whether it can be done, else how far the curve goes.
std::string sentence_of(const LimitsScenario& scenario, const std::vector<limits::Point>& points,
                        const limits::Landmarks& landmarks)
{
    return english(points.size() == 1 ? narrate::limits_answer(scenario, points.front())
                                      : narrate::limits_headline(scenario, landmarks));
}

/// The grid's points from the first to the last feasible one.
std::vector<limits::Point> feasible_range(const std::vector<limits::Point>& grid)
{
    const auto feasible = [](const limits::Point& point) { return point.feasible; };
    const auto first = std::find_if(grid.begin(), grid.end(), feasible);
    const auto last = std::find_if(grid.rbegin(), grid.rend(), feasible).base();
    return first < last ? std::vector<limits::Point>(first, last) : std::vector<limits::Point>();
}

bool any_feasible(const std::vector<limits::Point>& points)
{
    return std::any_of(points.begin(), points.end(), [](const limits::Point& point) { return point.feasible; });
}

std::string name_of(const LimitsScenario& scenario)
{
    return scenario.title.empty() ? scenario.accelerator.title : scenario.title;
}

/// One configuration with its curve.
struct Answer {
    LimitsScenario scenario;
    std::vector<limits::Point> points;
    limits::Landmarks landmarks;
    std::vector<Message> landmark_cells = {};
};

/// Points known so far, on standard error where somebody looks.
class Progress {
public:
    explicit Progress(const Arguments& arguments) : shown_(isatty(STDERR_FILENO) && !arguments.has(quiet_flag.name)) { }
    ~Progress()
    {
        if (shown_ && done_ > 0)
            show_progress("\n");
    }
    void show(int done)
    {
        done_ = done;
        if (shown_)
            show_progress(fmt::format("\r{} points", done_));
    }

private:
    bool shown_;
    int done_ = 0;
};

Answer find_answer(answers::Answers& answers, const LimitsScenario& scenario, const std::vector<double>& flops,
                   Progress& progress)
{
    const auto grid = answers.get<answers::LimitsCurve>(scenario.question, {},
                                                        [&](answers::Progress now) { progress.show(now.done); });
    Answer answer{scenario, feasible_range(*grid), limits::landmarks(scenario.question, *grid),
                  figures::landmark_cells(figures::limits_curve(scenario, *grid))};
    if (flops.empty())
        return answer;
    answer.points.clear();
    for (const double flop : flops)
        answer.points.push_back(*answers.get<answers::LimitsPoint>({scenario.question, flop}));
    return answer;
}

std::string text_of(const Answer& answer)
{
    std::vector<Row> rows;
    for (const limits::Point& point : answer.points)
        rows.push_back({answer.scenario, point});
    std::string text = sentence_of(answer.scenario, answer.points, answer.landmarks) + "\n\n"
        + table_text<Row>(columns, rows) + "\nLandmarks, FLOP\n";
    const bool given = answer.scenario.cluster_mode == ClusterMode::Fixed;
    for (std::size_t i = 0; i < answer.landmark_cells.size(); ++i)
        if (const figures::LandmarkRow& row = figures::landmark_rows()[i]; !given || row.of_given_cluster)
            text
                += fmt::format("  {:<24} {}\n", given ? "Largest run that fits" : english(figures::landmark_words(row)),
                               english(answer.landmark_cells[i]));
    return text;
}

Json document_of(const Answer& answer)
{
    Json document;
    document["scenario"] = scenario_json(answer.scenario);
    const bool fits = any_feasible(answer.points);
    document["fits"] = fits;
    document["reason"] = fits
        ? Json(nullptr)
        : Json(answer.scenario.cluster_mode == ClusterMode::Fixed ? "the model does not fit this cluster"
                                                                  : "no cluster finishes in time");
    document["sentence"] = sentence_of(answer.scenario, answer.points, answer.landmarks);
    document["rows"] = list_of(answer.points, [&](const auto& point) { return row_of(answer.scenario, point); });
    document["landmarks"] = landmarks_json(answer.scenario, answer.landmarks);
    return document;
}

/// The row, said of its configuration where there are several.
Json named_row(const std::string& configuration, bool several, const Json& row)
{
    if (!several)
        return row;
    Json named;
    named["configuration"] = configuration;
    named.update(row);
    return named;
}

/// Curves: the first configuration's answer, the others' beside it.
Expected<int> write_curves(const Arguments& arguments, const std::unique_ptr<RowWriter>& csv,
                           const std::vector<Answer>& answers)
{
    const bool several = answers.size() > 1;
    std::vector<Json> rows;
    for (const Answer& each : answers)
        for (const limits::Point& point : each.points)
            rows.push_back(named_row(name_of(each.scenario), several, row_of(each.scenario, point)));
    const auto document = [&] {
        Json json = document_of(answers.front());
        for (std::size_t i = 1; i < answers.size(); ++i)
            json["with"].push_back(document_of(answers[i]));
        return json;
    };
    const auto text = [&] {
        std::string words;
        for (const Answer& each : answers)
            words += (several ? foreign_line(name_of(each.scenario)) + "\n" : std::string()) + text_of(each);
        return words;
    };
    const bool any
        = std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return any_feasible(a.points); });
    return write_answer(arguments, csv, rows, document, text, any ? exit_answered : exit_infeasible);
}

/// Landmarks for every value: a row each. A combination that is not possible has its reason.
Expected<int> write_landmarks(const Arguments& arguments, const std::unique_ptr<RowWriter>& csv,
                              answers::Answers& engine, const std::vector<LimitsScenario>& scenarios, const Grid& grid)
{
    Json rows = Json::array();
    std::vector<Json> flat;
    bool any = false;
    Progress progress(arguments);
    for (const LimitsScenario& scenario : scenarios)
        for (std::size_t i = 0; i < grid.size(); ++i) {
            const auto changes = grid.point(i);
            Json row;
            for (const auto& [key, value] : changes)
                row[key] = to_json(value);
            const auto changed = with_all(engine.data()->catalog(), scenario, changes);
            Json landmarks;
            if (changed) {
                const Answer found = find_answer(engine, *changed, {}, progress);
                landmarks = landmarks_json(*changed, found.landmarks);
                any = any || any_feasible(found.points);
            }
            Json wide = row;
            row["landmarks"] = landmarks;
            row["reason"] = wide["reason"] = changed ? Json(nullptr) : Json(english(changed.error()));
            for (const auto& [key, value] : landmarks.items())
                wide[key] = value;
            const std::string title = name_of(scenario);
            rows.push_back(named_row(title, scenarios.size() > 1, row));
            flat.push_back(named_row(title, scenarios.size() > 1, wide));
        }
    const auto text = [&] {
        std::vector<std::string> head;
        for (const auto& [key, value] : flat.front().items())
            head.push_back(key);
        TextTable table(head);
        for (const Json& row : flat) {
            std::vector<std::string> cells;
            for (const auto& [key, value] : row.items())
                cells.push_back(value.is_number_float() ? fmt::format("{:.4g}", value.get<double>())
                                                        : cell_text(value));
            cells.resize(head.size());
            table.add(cells);
        }
        return table.text();
    };
    return write_answer(
        arguments, csv, flat,
        [&] {
            return Json{{"rows", rows}};
        },
        text, any ? exit_answered : exit_infeasible);
}

Expected<int> run_limits(const Arguments& arguments)
{
    require(check_one_output(arguments));
    const auto engine = the_answers(arguments);
    const auto scenarios = require(read_limits_questions(*engine, arguments, arguments.all(limits_with_flag.name)));
    const auto over = require(read_over(arguments));
    const auto csv = opened(csv_rows(arguments, Table::Limits));
    if (!over.grid.axes.empty())
        return write_landmarks(arguments, csv, *engine, scenarios, over.grid);
    std::vector<Answer> answers;
    {
        Progress progress(arguments);
        for (const LimitsScenario& scenario : scenarios)
            answers.push_back(find_answer(*engine, scenario, over.flops, progress));
    }
    return write_curves(arguments, csv, answers);
}

} // namespace

extern const Command limits_command("limits", "SCENARIO",
                                    "how far training can scale: utilization against training compute", limits_flags, 1,
                                    run_limits, "limit, erdil, wall");

} // namespace plateau::app
