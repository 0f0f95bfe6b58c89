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
#include "core/text/units/durations.h"
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
        auto axis = read_axis<LimitsScenario>(text);
        if (!axis)
            return tl::unexpected(axis.error());
        if (axis->parameter->key == compute_key) {
            for (const Value& value : axis->values)
                over.flops.push_back(std::get<double>(value));
            continue;
        }
        if (const auto added = over.grid.add(std::move(*axis), most_points); !added)
            return tl::unexpected(added.error());
    }
    if (!over.flops.empty() && !over.grid.axes.empty())
        return failure(
            {PLATEAU_TEXT("rows over %1 and landmarks over other parameters are two answers"), {compute_key}},
            limits_over_flag.name, {PLATEAU_TEXT("one of them"), {}});
    return over;
}

/// Shares of a degree on each level of the network, from the inside out; their product is the degree.
Json placed(const limits::Point& point, int levels, const limits::Split& split)
{
    if (!point.feasible)
        return nullptr;
    Json shares = Json::array();
    for (int k = 0; k < levels; ++k)
        shares.push_back(number(split[static_cast<std::size_t>(k)]));
    return shares;
}

Json row_of(const LimitsScenario& scenario, const limits::Point& point)
{
    const auto known = [&](double value) { return point.feasible ? number(value) : Json(nullptr); };
    Json row;
    row["training_flop"] = number(point.model.training_flop);
    row["parameters"] = number(point.model.parameters());
    row["layers"] = number(point.model.blocks);
    row["d_model"] = number(point.model.width);
    row["experts"] = number(point.model.experts);
    row["tokens"] = number(point.model.tokens);
    row["batch_tokens"] = number(point.model.batch_tokens);
    row["gpus"] = known(point.devices);
    row["utilization"] = known(point.utilization);
    row["dp"] = known(point.layout.dp);
    row["tp_model"] = known(point.layout.tp_model);
    row["tp_ff"] = known(point.layout.tp_ff);
    row["pp"] = known(point.layout.pp);
    row["interleaving"] = known(point.layout.interleaving);
    row["ep"] = known(point.layout.ep);
    row["microbatches"] = known(point.layout.microbatches);
    row["micro_batches"] = row["microbatches"]; // as other commands call it
    row["zero_bubble"] = point.feasible ? Json(point.layout.zero_bubble) : Json(nullptr);
    row["months"] = known(point.run_seconds / limits::month_seconds);
    row["run_days"] = known(point.run_seconds / units::day);
    row["step_time_s"] = known(point.time.step_seconds);
    const limits::Causes causes = limits::causes(point.time);
    row["arithmetic_s"] = known(causes.arithmetic_seconds);
    row["memory_s"] = known(causes.memory_seconds);
    row["network_s"] = known(causes.network_seconds);
    row["latency_s"] = known(causes.latency_seconds);
    row["bubble_s"] = known(causes.pipeline_seconds);
    row["usd"] = known(point.usd);
    row["bound_by"] = name(point.bound);
    row["gpus_idle"] = known(point.idle_devices());
    const limits::StepTraffic& traffic = point.time.traffic;
    row["tensor_traffic_s"] = known(traffic.tensor.seconds);
    row["tensor_latency_s"] = known(traffic.tensor.latency_seconds);
    row["pipeline_expert_traffic_s"] = known(traffic.point.seconds);
    row["pipeline_expert_latency_s"] = known(traffic.point.latency_seconds);
    row["data_traffic_s"] = known(traffic.data.seconds);
    row["data_latency_s"] = known(traffic.data.latency_seconds);
    const limits::Layout& layout = point.layout;
    const int levels = scenario.question.machine.network.count;
    row["dp_placement"] = placed(point, levels, layout.dp_split);
    row["tp_model_placement"] = placed(point, levels, layout.tp_model_split);
    row["tp_ff_placement"] = placed(point, levels, layout.tp_ff_split);
    row["pp_placement"] = placed(point, levels, layout.pp_split);
    row["ep_placement"] = placed(point, levels, layout.ep_split);
    return row;
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

/// One line of landmarks: what it is, and where.
std::vector<std::pair<std::string, std::string>> landmark_words(const LimitsScenario& scenario,
                                                                const limits::Landmarks& landmarks)
{
    const auto flop = [](const std::optional<double>& value, const char* otherwise) {
        return value ? fmt::format("{:.3g} FLOP", *value) : std::string(otherwise);
    };
    const char* beyond = landmarks.wall_beyond_grid ? ", the end of the grid" : "";
    if (scenario.cluster_mode == ClusterMode::Fixed)
        return {{"Largest run that fits", flop(landmarks.wall_flop, "none of the grid") + beyond}};
    const char* never = landmarks.below_from_start ? "below from the start" : "not on the grid";
    return {{"End of linear scaling, first crossing", flop(landmarks.linear_end_flop, never)},
            {"End of linear scaling, last crossing", flop(landmarks.last_crossing_flop, never)},
            {"Latency wall", flop(landmarks.wall_flop, "not on the grid") + beyond},
            {"Closed forms",
             flop(landmarks.closed_form_linear_end_flop, "no end") + "; "
                 + flop(landmarks.closed_form_wall_flop, "no end")}};
}

/// Says of one run whether it can be done, else how far the curve goes.
std::string sentence_of(const LimitsScenario& scenario, const std::vector<limits::Point>& points,
                        const limits::Landmarks& landmarks)
{
    return english(points.size() == 1 ? narrate::limits_answer(scenario, points.front())
                                      : narrate::limits_headline(scenario, landmarks));
}

std::string text_of(const LimitsScenario& scenario, const std::vector<limits::Point>& points,
                    const limits::Landmarks& landmarks)
{
    TextTable table({"training FLOP", "d_model", "layers", "batch tokens", "GPUs", "utilization", "dp", "tp", "pp",
                     "ep", "months", "bound by"});
    for (const limits::Point& point : points) {
        const limits::Layout& layout = point.layout;
        std::vector<std::string> row{
            fmt::format("{:.3g}", point.model.training_flop), fmt::format("{:.0f}", point.model.width),
            fmt::format("{:.0f}", point.model.blocks), fmt::format("{:.3g}", point.model.batch_tokens)};
        const std::vector<std::string> found{fmt::format("{:.3g}", point.devices),
                                             fmt::format("{:.3f}", point.utilization),
                                             fmt::format("{:.0f}", layout.dp),
                                             fmt::format("{:.0f}x{:.0f}", layout.tp_model, layout.tp_ff),
                                             fmt::format("{:.0f}", layout.pp),
                                             fmt::format("{:.0f}", layout.ep),
                                             fmt::format("{:.2f}", point.run_seconds / limits::month_seconds)};
        for (const std::string& cell : found)
            row.push_back(point.feasible ? cell : "-");
        row.emplace_back(name(point.bound));
        table.add(row);
    }
    std::string text = sentence_of(scenario, points, landmarks) + "\n\n" + table.text() + "\n";
    for (const auto& [name, value] : landmark_words(scenario, landmarks))
        text += fmt::format("{:<38} {}\n", name, value);
    return text;
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
    Answer answer{scenario, feasible_range(*grid), limits::landmarks(scenario.question, *grid)};
    if (flops.empty())
        return answer;
    answer.points.clear();
    for (const double flop : flops)
        answer.points.push_back(*answers.get<answers::LimitsPoint>({scenario.question, flop}));
    return answer;
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
    document["rows"] = Json::array();
    for (const limits::Point& point : answer.points)
        document["rows"].push_back(row_of(answer.scenario, point));
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
    std::vector<Json> rows;
    for (const Answer& each : answers)
        for (const limits::Point& point : each.points)
            rows.push_back(named_row(name_of(each.scenario), answers.size() > 1, row_of(each.scenario, point)));
    if (const auto written = write_table(csv, rows); !written)
        return failed(written.error());
    if (arguments.has(json_flag.name)) {
        Json document = document_of(answers.front());
        if (answers.size() > 1)
            document["with"] = Json::array();
        for (std::size_t i = 1; i < answers.size(); ++i)
            document["with"].push_back(document_of(answers[i]));
        print(document);
    } else if (!arguments.has(csv_flag.name)) {
        for (const Answer& each : answers)
            say((answers.size() > 1 ? foreign_line(name_of(each.scenario)) + "\n" : std::string())
                + text_of(each.scenario, each.points, each.landmarks));
    }
    const bool any
        = std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return any_feasible(a.points); });
    return any ? exit_answered : exit_infeasible;
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
    if (const auto written = write_table(csv, flat); !written)
        return failed(written.error());
    if (arguments.has(json_flag.name)) {
        print(Json{{"rows", rows}});
    } else if (!arguments.has(csv_flag.name)) {
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
        say(table.text());
    }
    return any ? exit_answered : exit_infeasible;
}

Expected<int> run_limits(const Arguments& arguments)
{
    if (arguments.last(csv_flag.name) == "-" && arguments.has(json_flag.name))
        return failure({PLATEAU_TEXT("standard output cannot carry CSV and JSON"), {}}, "--csv -", {"--csv FILE", {}});
    const auto engine = answers_from(read_catalog(arguments));
    const auto scenarios = read_limits_questions(*engine, arguments, arguments.all(limits_with_flag.name));
    if (!scenarios)
        return tl::unexpected(scenarios.error());
    const auto over = read_over(arguments);
    if (!over)
        return tl::unexpected(over.error());
    const auto csv = csv_rows(arguments);
    if (!csv)
        return not_opened(csv.error());
    if (!over->grid.axes.empty())
        return write_landmarks(arguments, *csv, *engine, *scenarios, over->grid);
    std::vector<Answer> answers;
    {
        Progress progress(arguments);
        for (const LimitsScenario& scenario : *scenarios)
            answers.push_back(find_answer(*engine, scenario, over->flops, progress));
    }
    return write_curves(arguments, *csv, answers);
}

} // namespace

extern const Command limits_command;
const Command limits_command{"limits",
                             "SCENARIO",
                             "how far training can scale: utilization against training compute",
                             limits_flags,
                             1,
                             run_limits,
                             "limit, erdil, wall"};

} // namespace plateau::app
