// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/row_writer.h"
#include "app/settings.h"
#include "app/text_table.h"
#include "core/limits_scenario/limits_file.h"

namespace plateau::app {

namespace {

constexpr const char* over_key = "training_flop";
constexpr Flag over_flag{"--over", "training_flop=VALUES",
                         "other rows: 1e26,1e28 or 1e26..1e31/20, each on the "
                         "nearest d_model"};
constexpr Flag flags[] = {over_flag, set_flag, json_flag, csv_flag, quiet_flag};

/// Training FLOP asked for with --over; empty: the grid of widths.
Expected<std::vector<double>> read_over(const Arguments& arguments)
{
    std::vector<double> flops;
    for (const std::string& text : arguments.all(over_flag.name)) {
        const auto assignment = split_assignment(over_flag.name, text);
        if (!assignment)
            return tl::unexpected(assignment.error());
        if (assignment->first != over_key)
            return failure({PLATEAU_TEXT("the limits cannot be swept over %1"), {assignment->first}},
                           fmt::format("{} {}", over_flag.name, text), {PLATEAU_TEXT("training_flop=A..B/N"), {}});
        const auto values = parse_values(*limits_parameters().find(over_key), assignment->second);
        if (!values)
            return at_flag(values.error(), over_flag.name, text);
        for (const Value& value : *values)
            flops.push_back(std::get<double>(value));
    }
    return flops;
}

const char* name(limits::Bound bound)
{
    switch (bound) {
    case limits::Bound::Arithmetic:
        return "arithmetic";
    case limits::Bound::Memory:
        return "memory";
    case limits::Bound::Network:
        return "network";
    case limits::Bound::Latency:
        return "latency";
    case limits::Bound::Pipeline:
        return "pipeline";
    case limits::Bound::Infeasible:
        break;
    }
    return "infeasible";
}

Json row_of(const limits::Point& point)
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
    row["zero_bubble"] = point.feasible ? Json(point.layout.zero_bubble) : Json(nullptr);
    row["months"] = known(point.run_seconds / limits::month_seconds);
    row["step_time_s"] = known(point.time.step_seconds);
    const limits::Causes causes = limits::causes(point.time);
    row["arithmetic_s"] = known(causes.arithmetic_seconds);
    row["memory_s"] = known(causes.memory_seconds);
    row["network_s"] = known(causes.network_seconds);
    row["latency_s"] = known(causes.latency_seconds);
    row["bubble_s"] = known(causes.pipeline_seconds);
    row["usd"] = known(point.usd);
    row["bound_by"] = name(point.bound);
    return row;
}

Json optional_number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json to_json(const limits::Landmarks& landmarks)
{
    Json json;
    json["linear_scaling_end_flop"] = optional_number(landmarks.linear_end_flop);
    json["linear_scaling_last_crossing_flop"] = optional_number(landmarks.last_crossing_flop);
    json["latency_wall_flop"] = optional_number(landmarks.wall_flop);
    json["latency_wall_beyond_grid"] = landmarks.wall_beyond_grid;
    json["closed_form_linear_scaling_end_flop"] = number(landmarks.closed_form_linear_end_flop);
    json["closed_form_latency_wall_flop"] = number(landmarks.closed_form_wall_flop);
    return json;
}

Json to_json(const LimitsScenario& scenario)
{
    Json json;
    json["title"] = scenario.title;
    for (const LimitsParameter& parameter : limits_parameters().rows()) {
        const Value value = parameter.get(scenario);
        json[parameter.key]
            = parameter.kind == ParameterKind::Switch ? Json(std::get<double>(value) != 0) : app::to_json(value);
    }
    json["overrides"] = Json::array();
    for (const auto& [key, value] : scenario.overrides)
        json["overrides"].push_back(key);
    return json;
}

std::string flop_text(const std::optional<double>& flop)
{
    return flop ? fmt::format("{:.3g} FLOP", *flop) : std::string("not on the grid");
}

std::string text_of(const std::vector<limits::Point>& points, const limits::Landmarks& landmarks)
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
    return table.text()
        + fmt::format("\nEnd of linear scaling, first crossing  {}\n"
                      "End of linear scaling, last crossing   {}\n"
                      "Latency wall                           {}{}\n"
                      "Closed forms                           {}; {}\n",
                      flop_text(landmarks.linear_end_flop), flop_text(landmarks.last_crossing_flop),
                      flop_text(landmarks.wall_flop), landmarks.wall_beyond_grid ? ", the end of the grid" : "",
                      flop_text(landmarks.closed_form_linear_end_flop), flop_text(landmarks.closed_form_wall_flop));
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

Expected<int> write_answer(const Arguments& arguments, const LimitsScenario& scenario,
                           const std::vector<limits::Point>& points, const limits::Landmarks& landmarks)
{
    const std::string csv = arguments.last(csv_flag.name);
    const bool json = arguments.has(json_flag.name);
    if (csv == "-" && json)
        return failure({PLATEAU_TEXT("standard output cannot carry CSV and JSON"), {}}, "--csv -", {"--csv FILE", {}});
    bool written = true;
    if (!csv.empty()) {
        auto writer = csv_rows(csv, true);
        if (!writer)
            return tl::unexpected(writer.error());
        for (const limits::Point& point : points)
            (*writer)->write(row_of(point));
        written = (*writer)->finish();
    }
    if (json) {
        Json document;
        document["scenario"] = to_json(scenario);
        const bool fits = any_feasible(points);
        document["fits"] = fits;
        document["reason"] = fits
            ? Json(nullptr)
            : Json(scenario.cluster_mode == ClusterMode::Fixed ? "the model does not fit this cluster"
                                                               : "no cluster finishes in time");
        document["rows"] = Json::array();
        for (const limits::Point& point : points)
            document["rows"].push_back(row_of(point));
        document["landmarks"] = to_json(landmarks);
        print(document);
    } else if (csv.empty()) {
        fmt::print("{}", text_of(points, landmarks));
    }
    return written ? exit_answered : exit_failed;
}

Expected<int> run(const Arguments& arguments)
{
    const auto scenario = read_limits_question(read_catalog(arguments), arguments);
    if (!scenario)
        return tl::unexpected(scenario.error());
    const auto flops = read_over(arguments);
    if (!flops)
        return tl::unexpected(flops.error());
    std::size_t done = 0;
    const bool progress = isatty(STDERR_FILENO) && !arguments.has(quiet_flag.name);
    const auto grid = limits::curve(*scenario, {}, [&](std::size_t, const limits::Point&) {
        if (progress)
            fmt::print(stderr, "\r{} points", ++done);
    });
    if (progress)
        fmt::print(stderr, "\n");
    std::vector<limits::Point> points = feasible_range(grid);
    if (!flops->empty()) {
        points.clear();
        for (const double flop : *flops)
            points.push_back(limits::point_at_flop(scenario->question, flop));
    }
    const auto status = write_answer(arguments, *scenario, points, limits::landmarks(scenario->question, grid));
    return status && *status == exit_answered && !any_feasible(points) ? Expected<int>(exit_infeasible) : status;
}

} // namespace

extern const Command limits_command;
const Command limits_command{"limits", "SCENARIO", "how far training can scale: utilization against training compute",
                             flags,    1,          run};

} // namespace plateau::app
