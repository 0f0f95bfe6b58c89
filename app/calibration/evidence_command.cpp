// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/table.h"
#include "core/calibration/calibrate.h"
#include "core/calibration/own_runs.h"
#include "core/calibration/scores.h"
#include "core/text/messages/nearest.h"

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

Json report_json(const evidence::Report& report)
{
    Json json{{"rows", report.rows},       {"predicted", report.predicted},
              {"skipped", report.skipped}, {"not_compared", report.not_compared},
              {"filled", Json::object()},  {"questioned", questioned_json(report.questioned)}};
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

Json run_json(const evidence::Row& row, const evidence::Prediction& prediction)
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

Json calibration_json(const evidence::Calibration& calibration, const std::string& file)
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

constexpr Flag anchor_flag{"--anchor", "N", "fit one kernel efficiency per source on its first N timed rows"};
constexpr Flag leave_out_flag{
    "--leave-out", "[source|program|year]",
    "predict each source, or program, with constants fitted on all the others; each year on the years before"};
constexpr Flag calibrate_flag{
    "--calibrate", "NAME",
    "fit the constants that FILE's runs, measured on one cluster, determine; save them as a stack of that name"};
constexpr Flag base_flag{"--base", "STACK", "the software of those runs (default: the one that most rows name)"};
constexpr Flag evidence_flags[]
    = {json_flag, csv_flag, force_flag, anchor_flag, leave_out_flag, calibrate_flag, base_flag, quiet_flag};

std::vector<std::string> shipped_files(const catalog::Catalog& catalog)
{
    std::vector<std::string> names;
    for (const auto& file : evidence::evidence_files(catalog))
        names.push_back(file.string());
    return names;
}

Expected<std::vector<evidence::Row>> read_all(const std::vector<std::string>& names)
{
    std::vector<evidence::Row> all;
    for (const std::string& name : names) {
        auto rows = evidence::read_rows(name);
        if (!rows)
            return tl::unexpected(rows.error());
        std::move(rows->begin(), rows->end(), std::back_inserter(all));
    }
    return all;
}

std::vector<Json> rows_of(const answers::Scores::Value& scores)
{
    std::vector<Json> rows;
    for (std::size_t i = 0; i < scores.predictions.size(); ++i) {
        rows.push_back(run_json(scores.sample.rows[i], scores.predictions[i]));
        if (!scores.nearest.empty())
            rows.back().update(
                known_json(scores.nearest[i], scores.sample.cases[i].posed.scenario, scores.predictions[i].parts));
    }
    return rows;
}

/// What is asked of the rows.
Expected<answers::Scores::Key> read_key(const Arguments& arguments, std::vector<evidence::Row> rows)
{
    answers::Scores::Key key{std::make_shared<const std::vector<evidence::Row>>(std::move(rows))};
    if (arguments.has(leave_out_flag.name)) {
        const auto left_out = choice(arguments, leave_out_flag.name,
                                     {names_of<evidence::LeftOut>.begin(), names_of<evidence::LeftOut>.end()});
        if (!left_out)
            return tl::unexpected(left_out.error());
        key.left_out = from_name<evidence::LeftOut>(*left_out);
    } else if (arguments.has(anchor_flag.name)) {
        const std::string& text = arguments.last(anchor_flag.name);
        const Expected<double> count = units::parse(text, units::Unit::Count);
        if (!count || !(*count >= 1 && *count <= 1e6 && *count == static_cast<int>(*count)))
            return failure({PLATEAU_TEXT("%1 is not a number of rows"), {Verbatim{text}}}, anchor_flag.name,
                           {PLATEAU_TEXT("1, 2, 3 ..."), {}});
        key.anchors = static_cast<int>(*count);
    }
    return key;
}

/// What was fitted before the rows were predicted.
std::string fitted_text(const answers::Scores::Key& key, const answers::Scores::Value& scores)
{
    if (key.left_out == evidence::LeftOut::Year)
        return "Each year is predicted with constants fitted on the years before.\n";
    if (key.left_out)
        return fmt::format("Each {} is predicted with constants fitted on all the others.\n", name(*key.left_out));
    std::string text = key.anchors > 0 ? "Kernel efficiency relative to the stack's own:\n" : "";
    for (const auto& [source, factor] : scores.factors)
        text += fmt::format("  {:.3f}  {}\n", factor, source);
    return text;
}

Error unknown_software(const catalog::Catalog& catalog, const std::vector<evidence::Row>& rows)
{
    std::set<std::string> known;
    for (const catalog::Stack& stack : catalog.stacks)
        known.insert(stack.frameworks.begin(), stack.frameworks.end());
    const Message accepted{PLATEAU_TEXT("%1 with the name of a stack, or a column framework with one of %2"),
                           {Verbatim{base_flag.name}, Verbatim{fmt::format("{}", fmt::join(known, ", "))}}};
    const auto named = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return !row.framework.empty(); });
    if (named == rows.end())
        return Error{{PLATEAU_TEXT("the runs do not say which software they used"), {}}, base_flag.name, accepted};
    return Error{
        {PLATEAU_TEXT("no software stack goes by the name %1"), {Verbatim{named->framework}}}, named->where, accepted};
}

/// The stack that most rows' software would be predicted with.
Expected<const catalog::Stack*> base_stack(const Arguments& arguments, const catalog::Catalog& catalog,
                                           const std::vector<evidence::Row>& rows)
{
    if (arguments.has(base_flag.name)) {
        const std::string name = arguments.last(base_flag.name);
        if (const catalog::Stack* stack = catalog.stack(name))
            return stack;
        return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a known software stack"), {Verbatim{name}}}, name,
                                    catalog::names_of_entries(catalog.stacks), "plateau catalog stacks"),
                       base_flag.name, name);
    }
    std::map<std::string, int> votes;
    for (const evidence::Row& row : rows)
        if (!row.excluded)
            ++votes[evidence::pose(catalog, row).scenario.assumptions.stack.id];
    const auto most = std::max_element(votes.begin(), votes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const catalog::Stack* stack = most == votes.end() ? nullptr : catalog.stack(most->first);
    if (stack == nullptr)
        return tl::unexpected(unknown_software(catalog, rows));
    return stack;
}

Expected<int> run_calibration(const Arguments& arguments, answers::Answers& answers)
{
    const catalog::Catalog& catalog = answers.data()->catalog();
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("a calibration needs runs of one's own"), {}}, calibrate_flag.name,
                       {PLATEAU_TEXT("plateau evidence MINE.csv --calibrate NAME"), {}});
    for (const Flag& other : {anchor_flag, leave_out_flag})
        if (arguments.has(other.name))
            return failure({PLATEAU_TEXT("cannot be combined with %1"), {calibrate_flag.name}}, other.name);
    auto rows = read_all(arguments.operands);
    if (!rows)
        return tl::unexpected(rows.error());
    const auto base = base_stack(arguments, catalog, *rows);
    if (!base)
        return tl::unexpected(base.error());
    std::vector<answers::OwnRun> runs;
    for (evidence::Row& row : *rows)
        runs.push_back({std::move(row), nullptr, {}});
    const auto answer = answers.get<answers::Calibration>(
        {std::make_shared<const std::vector<answers::OwnRun>>(std::move(runs)), (*base)->id});
    const Expected<evidence::Calibration>& calibration = *answer;
    if (!calibration)
        return tl::unexpected(calibration.error());
    const std::string name = arguments.last(calibrate_flag.name);
    const auto place = evidence::own_stack_file(catalog, name);
    if (!place)
        return tl::unexpected(place.error());
    const auto file = evidence::save_stack(catalog, *calibration, name, replacing(arguments, {}).what);
    if (!file)
        return failed(file.error());
    if (arguments.has(json_flag.name))
        print(calibration_json(*calibration, file->string()));
    else
        say(calibration_text(*calibration, file->string()));
    return exit_answered;
}

Expected<int> run_evidence(const Arguments& arguments)
{
    const auto answers = the_answers(arguments);
    const auto data = answers->data();
    const catalog::Catalog& catalog = data->catalog();
    if (auto physics = catalog::has_physics(catalog); !physics)
        return tl::unexpected(physics.error());
    if (arguments.has(calibrate_flag.name))
        return run_calibration(arguments, *answers);
    if (arguments.has(base_flag.name))
        return failure({PLATEAU_TEXT("only says something with %1"), {calibrate_flag.name}}, base_flag.name);
    if (const auto one = check_one_output(arguments); !one)
        return tl::unexpected(one.error());
    const bool shipped = arguments.operands.empty();
    auto rows = read_all(shipped ? shipped_files(catalog) : arguments.operands);
    if (!rows)
        return tl::unexpected(rows.error());
    const auto csv = csv_rows(arguments, Table::Evidence);
    if (!csv)
        return not_opened(csv.error());
    const auto key = read_key(arguments, std::move(*rows));
    if (!key)
        return tl::unexpected(key.error());
    const auto scores = answers->get<answers::Scores>(*key);
    if (const auto written = write_table(*csv, rows_of(*scores)); !written)
        return failed(written.error());
    if (arguments.last(csv_flag.name) == "-")
        return exit_answered;
    if (arguments.has(json_flag.name)) {
        print(report_json(scores->report));
        return exit_answered;
    }
    say(fitted_text(*key, *scores) + evidence_table(scores->report));
    if (shipped)
        if (const auto peers = answers->get<answers::Peers>(*key); !peers->own.empty())
            say("\n" + peer_table(*peers));
    return exit_answered;
}

} // namespace

extern const Command evidence_command("evidence", "[FILE.csv...]",
                                      "predict published runs and compare with what was measured", evidence_flags,
                                      10000, run_evidence, "validate, accuracy, measured, compare");

} // namespace plateau::app
