// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/calibration/evidence_output.h"
#include "app/command.h"
#include "app/question.h"
#include "app/table.h"
#include "core/calibration/own_runs.h"
#include "core/calibration/scores.h"
#include "core/text/messages/nearest.h"

namespace plateau::app {

namespace {

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
        rows.push_back(to_json(scores.sample.rows[i], scores.predictions[i]));
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
        print(to_json(*calibration, file->string()));
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
    const auto csv = csv_rows(arguments);
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
        print(to_json(scores->report));
        return exit_answered;
    }
    say(fitted_text(*key, *scores) + evidence_table(scores->report));
    if (shipped)
        if (const auto peers = answers->get<answers::Peers>(*key); !peers->own.empty())
            say("\n" + peer_table(*peers));
    return exit_answered;
}

} // namespace

extern const Command evidence_command;
const Command evidence_command{"evidence",
                               "[FILE.csv...]",
                               "predict published runs and compare with what was measured",
                               evidence_flags,
                               10000,
                               run_evidence,
                               "validate, accuracy, measured, compare"};

} // namespace plateau::app
