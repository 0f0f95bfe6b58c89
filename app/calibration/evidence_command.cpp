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

constexpr Flag calibrate_flag{
    "--calibrate", "NAME",
    "fit the constants that FILE's runs, measured on one cluster, determine; save them as a stack of that name"};
constexpr Flag base_flag{"--base", "STACK", "the software of those runs (default: the one that most rows name)"};
constexpr Flag evidence_flags[] = {json_flag, csv_flag, force_flag, calibrate_flag, base_flag, quiet_flag};

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
    const auto answers = answers_from(read_catalog(arguments));
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
    const answers::Scores::Key key{std::make_shared<const std::vector<evidence::Row>>(std::move(*rows))};
    const auto scores = answers->get<answers::Scores>(key);
    if (const auto written = write_table(*csv, rows_of(*scores)); !written)
        return failed(written.error());
    if (arguments.last(csv_flag.name) == "-")
        return exit_answered;
    if (arguments.has(json_flag.name)) {
        print(to_json(scores->report));
        return exit_answered;
    }
    say(evidence_table(scores->report));
    if (shipped)
        if (const auto peers = answers->get<answers::Peers>(key); !peers->own.empty())
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
