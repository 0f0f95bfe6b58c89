// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/calibration/evidence_output.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/table.h"

namespace plateau::app {

namespace {

Json yes_no(const std::optional<bool>& value) { return value ? Json(*value ? "yes" : "no") : Json(nullptr); }

Json group_json(const evidence::ScoredGroup& group)
{
    Json json{{"time", nullptr}, {"memory", nullptr}, {"power", nullptr}};
    if (const auto& time = group.time)
        json["time"] = {{"n", time->n},
                        {"mape", number(time->mape)},
                        {"median_ape", number(time->median_ape)},
                        {"p90_ape", number(time->p90_ape)},
                        {"bias", number(time->bias)},
                        {"coverage80", number(time->coverage80)},
                        {"rank_correlation", number(time->rank_correlation)},
                        {"top1_regret", number(time->top1_regret)}};
    if (const auto& memory = group.memory)
        json["memory"] = {{"n", memory->n},
                          {"mape", number(memory->mape)},
                          {"coverage80", number(memory->coverage80)},
                          {"oom_n", memory->oom_n},
                          {"oom_accuracy", number(memory->oom_accuracy)},
                          {"oom_missed", memory->oom_missed},
                          {"oom_false_alarm", memory->oom_false_alarm}};
    if (const auto& power = group.power)
        json["power"] = {{"n", power->n}, {"mape", number(power->mape)}};
    return json;
}

Json questioned_json(const std::vector<Error>& questioned)
{
    Json json = Json::array();
    for (const Error& cell : questioned)
        json.push_back({{"where", cell.where}, {"what", english(cell.what)}, {"accepted", english(cell.accepted)}});
    return json;
}

std::string questioned_text(const std::vector<Error>& questioned)
{
    std::string text = questioned.empty() ? "" : "\nMeasured cells that cannot be right, and count as empty:\n";
    for (const Error& cell : questioned)
        text += english(cell) + '\n';
    return text;
}

std::string percent(const std::optional<double>& value)
{
    return value ? fmt::format("{:.1f} %", 100 * *value) : std::string("–");
}

std::string decimal(const std::optional<double>& value)
{
    return value ? fmt::format("{:.2f}", *value) : std::string("–");
}

std::vector<std::string> table_row(const std::string& name, const evidence::ScoredGroup& group)
{
    constexpr std::size_t longest = 48;
    std::vector<std::string> cells
        = {name.size() > longest ? name.substr(0, name.find_last_of(" ", longest)) + " ..." : name};
    const auto add = [&](std::initializer_list<std::string> more) { cells.insert(cells.end(), more); };
    if (const auto& time = group.time)
        add({std::to_string(time->n), percent(time->mape), percent(time->median_ape), percent(time->p90_ape),
             fmt::format("{:+.1f} %", 100 * time->bias), decimal(time->rank_correlation), percent(time->top1_regret)});
    else
        add({"–", "–", "–", "–", "–", "–", "–"});
    if (const auto& memory = group.memory)
        add({percent(memory->mape), percent(memory->oom_accuracy)});
    else
        add({"–", "–"});
    cells.push_back(group.power ? percent(group.power->mape) : "–");
    return cells;
}

/// "128256 in 3 rows, 32000 in 1: as in the model of those sizes; else 32,000"; of many values how alone.
std::string filling_text(const evidence::Report& report, const std::string& column)
{
    constexpr std::size_t few = 3;
    const auto found = report.fillings.find(column);
    std::string text;
    if (found != report.fillings.end() && found->second.size() <= few)
        for (const auto& [value, rows] : found->second)
            text += fmt::format("{}{} in {}{}", text.empty() ? "" : ", ", value, rows,
                                !text.empty()   ? ""
                                    : rows == 1 ? " row"
                                                : " rows");
    return text + (text.empty() ? "" : ": ") + evidence::filling_of(column);
}

} // namespace

Json to_json(const evidence::Report& report)
{
    Json json{{"rows", report.rows},       {"predicted", report.predicted},
              {"skipped", Json::object()}, {"not_compared", Json::object()},
              {"filled", Json::object()},  {"questioned", questioned_json(report.questioned)}};
    for (const auto& [reason, count] : report.skipped)
        json["skipped"][reason] = count;
    for (const auto& [reason, count] : report.not_compared)
        json["not_compared"][reason] = count;
    for (const auto& [column, count] : report.defaults) {
        json["filled"][column] = {{"rows", count}, {"with", evidence::filling_of(column)}, {"values", Json::object()}};
        if (const auto values = report.fillings.find(column); values != report.fillings.end())
            for (const auto& [value, rows] : values->second)
                json["filled"][column]["values"][value] = rows;
    }
    json["overall"] = group_json(report.overall);
    json["by_source"] = group_json(report.by_source);
    json["sources"] = Json::object();
    for (const auto& [source, group] : report.sources)
        json["sources"][source] = group_json(group);
    return json;
}

Json to_json(const evidence::Row& row, const evidence::Prediction& prediction)
{
    const bool known = prediction.predicted();
    const auto predicted = [&](double value) { return known ? number(value) : Json(nullptr); };
    const auto measured = row.measured_step_seconds();
    Json json;
    json["id"] = row.id;
    json["measured_step_time_s"] = number(measured);
    json["predicted_step_time_s"] = predicted(prediction.step_seconds);
    json["measured_tokens_per_s_per_gpu"] = number(row.measured_tokens_per_s_per_gpu());
    json["predicted_tokens_per_s_per_gpu"] = predicted(prediction.tokens_per_s_per_gpu);
    json["error"] = measured ? predicted(prediction.step_seconds / *measured - 1) : Json(nullptr);
    json["measured_memory_gb"] = row.memory_bytes ? number(*row.memory_bytes / 1e9) : Json(nullptr);
    json["predicted_memory_gb"] = predicted(prediction.memory_bytes / 1e9);
    json["measured_oom"] = yes_no(row.oom);
    json["predicted_oom"] = known ? yes_no(prediction.out_of_memory) : Json(nullptr);
    json["measured_power_w"] = number(row.node_watts);
    json["predicted_power_w"] = predicted(prediction.node_watts);
    json["stack"] = prediction.stack;
    const std::string why = known ? evidence::why_not_compared(row) : evidence::skip_reason(prediction.skipped);
    json["skipped_reason"] = why.empty() ? Json(nullptr) : Json(why);
    json["filled"] = fmt::format("{}", fmt::join(prediction.filled, " "));
    return json;
}

Json to_json(const evidence::Calibration& calibration, const std::string& file)
{
    Json json{{"stack", std::filesystem::path(file).stem().string()},
              {"file", file},
              {"base", calibration.base},
              {"sentence", english(calibration.sentence)},
              {"limits", english(calibration.limits)},
              {"mape_before", number(calibration.before)},
              {"mape_after", number(calibration.after)},
              {"scatter", number(calibration.stack.calibrated ? calibration.stack.calibrated->scatter : 0)},
              {"constants", Json::array()},
              {"runs", Json::array()},
              {"questioned", questioned_json(calibration.questioned)}};
    for (const evidence::FittedConstant& fitted : calibration.fitted)
        json["constants"].push_back({{"key", fitted.key},
                                     {"base", number(fitted.base)},
                                     {"value", number(fitted.value)},
                                     {"low", number(fitted.low)},
                                     {"high", number(fitted.high)}});
    const auto given = [](double value) { return value > 0 ? number(value) : Json(nullptr); };
    for (const evidence::CalibratedRun& run : calibration.runs)
        json["runs"].push_back(
            {{"id", run.id},
             {"gpus", given(run.gpus)},
             {"measured_step_time_s", given(run.measured_step_seconds)},
             {"before_step_time_s", given(run.before_step_seconds)},
             {"after_step_time_s", given(run.after_step_seconds)},
             {"skipped_reason", run.skipped.empty() ? Json(nullptr) : Json(evidence::skip_reason(run.skipped))}});
    return json;
}

std::string calibration_text(const evidence::Calibration& calibration, const std::string& file)
{
    const auto seconds
        = [](double value) { return value > 0 ? units::format(value, units::Unit::Seconds) : std::string("–"); };
    const auto error = [](double predicted, double measured) {
        return predicted > 0 && measured > 0 ? fmt::format("{:+.1f} %", 100 * (predicted / measured - 1))
                                             : std::string("–");
    };
    TextTable table({"run", "GPUs", "measured", "before", "error", "after", "error"});
    for (const evidence::CalibratedRun& run : calibration.runs)
        table.add({run.id, units::show(run.gpus, units::Unit::Count).number,
                   run.measured_step_seconds > 0 ? seconds(run.measured_step_seconds) : "not timed",
                   seconds(run.before_step_seconds), error(run.before_step_seconds, run.measured_step_seconds),
                   run.skipped.empty() ? seconds(run.after_step_seconds) : evidence::skip_reason(run.skipped),
                   error(run.after_step_seconds, run.measured_step_seconds)});
    std::string text = table.text();
    text += fmt::format("\n{}\n{}\n", english(calibration.sentence), english(calibration.limits));
    text += fmt::format(
        "Mean error of step time {:.1f} % before, {:.1f} % after. The intervals hold eight in ten, if one "
        "run scatters {:.1f} % around the model.\n",
        100 * calibration.before, 100 * calibration.after,
        100 * (calibration.stack.calibrated ? calibration.stack.calibrated->scatter : 0));
    text += questioned_text(calibration.questioned);
    text += fmt::format("Saved as stack {} in {}\n", std::filesystem::path(file).stem().string(), file);
    return text;
}

std::string evidence_table(const evidence::Report& report)
{
    TextTable table({"source", "rows", "time", "median", "p90", "bias", "rank", "regret", "memory", "OOM", "power"});
    for (const auto& [source, group] : report.sources)
        table.add(table_row(source, group));
    table.add(table_row("mean over rows", report.overall));
    table.add(table_row("mean over sources", report.by_source));
    std::string text = table.text();
    const auto held = [&](const std::optional<double>& rows, const std::optional<double>& sources, const char* what) {
        if (rows && sources)
            text += fmt::format("\nThe band of eight in ten holds the measured {} of {} of runs, {} over sources.",
                                what, percent(rows), percent(sources));
    };
    if (report.overall.time)
        held(report.overall.time->coverage80, report.by_source.time->coverage80, "step time");
    if (report.overall.memory)
        held(report.overall.memory->coverage80, report.by_source.memory->coverage80, "memory");
    text += fmt::format("\n{} of {} runs predicted", report.predicted, report.rows);
    for (const auto& [reason, count] : report.skipped)
        text += fmt::format("; {} skipped ({})", count, reason);
    for (const auto& [reason, count] : report.not_compared)
        text += fmt::format("; {} {}", count, reason);
    text += ".\n";
    text += questioned_text(report.questioned);
    if (!report.defaults.empty()) {
        TextTable filled({"cell empty or unknown", "rows", "filled with"});
        for (const auto& [column, count] : report.defaults)
            filled.add({column, std::to_string(count), filling_text(report, column)});
        text += "\n" + filled.text();
    }
    return text;
}

std::string peer_table(const answers::Peers::Value& peers)
{
    std::vector<std::string> header = {"same rows, other tools (untuned)", "Plateau"};
    header.insert(header.end(), peers.table.tools.begin(), peers.table.tools.end());
    TextTable table(header);
    for (std::size_t i = 0; i < peers.own.size(); ++i) {
        const evidence::PeerFigure& peer = peers.table.rows[i];
        const std::optional<double>& own = peers.own[i];
        std::vector<std::string> cells
            = {peer.what, peer.is_change() && own ? fmt::format("{:+.1f} %", 100 * *own) : percent(own)};
        for (const std::string& figure : peer.figures)
            cells.push_back(figure.empty() ? "–" : figure + " %");
        table.add(cells);
    }
    return table.text();
}

} // namespace plateau::app
