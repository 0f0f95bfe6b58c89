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
#include "app/row_writer.h"
#include "app/settings.h"
#include "core/calibration/own_runs.h"
#include "core/calibration/scores.h"
#include "core/calibration/statements_table.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include "core/text/units/quantity.h"

namespace plateau::app {

namespace {

constexpr Flag anchor_flag{"--anchor", "N", "fit one kernel efficiency per source on its first N timed rows"};
constexpr Flag leave_out_flag{
    "--leave-out", "[source|program|year]",
    "predict each source, or program, with constants fitted on all the others; each year on the years before"};
constexpr Flag fit_flag{
    "--fit", "all|STACK+STACK:KEY,KEY",
    "all: fit all software together and print what tests/studies/fit_stacks.py writes into presets; else "
    "refit constants the stacks share and print them; repeatable (for maintainers)"};
constexpr Flag calibrate_flag{
    "--calibrate", "NAME",
    "fit the constants that FILE's runs, measured on one cluster, determine; save them as a stack of that name"};
constexpr Flag base_flag{"--base", "STACK", "the software of those runs (default: the one that most rows name)"};
constexpr Flag claims_flag{"--claims", "",
                           "the numbers that papers report beside the predicted ones, as a Markdown table"};
constexpr Flag evidence_flags[] = {json_flag,      csv_flag,       force_flag, claims_flag, anchor_flag,
                                   leave_out_flag, calibrate_flag, base_flag,  fit_flag,    quiet_flag};

using Fit = answers::Scores::Fit;

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

std::vector<std::string> filled_parts(const std::string& text, std::string_view separator)
{
    auto parts = split(text, separator);
    std::erase(parts, std::string());
    return parts;
}

/// "a+b:x,y": constants x and y, each one number for the stacks a and b; "a|b:x,y": one for each of them.
Expected<std::vector<evidence::Dial>> read_dials(const catalog::Catalog& catalog, const std::vector<std::string>& texts)
{
    std::vector<evidence::Dial> dials;
    for (const std::string& text : texts) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const std::vector<std::string> keys = filled_parts(text.substr(std::min(colon + 1, text.size())), ",");
        for (const std::string& key : keys)
            if (catalog::find_stack_constant(key) == nullptr)
                return failure({PLATEAU_TEXT("%1 is not a constant of a stack"), {Verbatim{key}}}, "--fit " + text);
        for (const std::string& group : filled_parts(text.substr(0, colon), "|")) {
            const std::vector<std::string> stacks = filled_parts(group, "+");
            for (const std::string& stack : stacks)
                if (catalog.stack(stack) == nullptr)
                    return failure({PLATEAU_TEXT("%1 is not a known stack"), {Verbatim{stack}}}, "--fit " + text);
            for (const std::string& key : keys)
                dials.push_back(evidence::make_dial(catalog, key, stacks));
        }
    }
    return dials;
}

std::string fitted_text(const std::vector<evidence::Dial>& dials, const evidence::FitResult& result)
{
    std::string text = fmt::format("{} constants on {} rows: loss {:.4g} -> {:.4g}\n", dials.size(), result.rows,
                                   result.loss_before, result.loss_after);
    for (const evidence::Dial& dial : dials) {
        const auto* constant = catalog::find_stack_constant(dial.key);
        const bool at_bound = std::min(dial.value - dial.low, dial.high - dial.value) < 0.01 * (dial.high - dial.low);
        text += fmt::format("{:<28} {:<40} {:>12} (was {}){}\n", dial.key, fmt::join(dial.stacks, "+"),
                            fmt::format("{:.4g}", dial.value), units::exact(dial.start, constant->unit),
                            at_bound ? "  at bound" : "");
    }
    return text;
}

/// A line for each constant of each stack: its id, the key, the value, how many runs of its own moved it, and the
/// lowest and highest value with any one source left out.
std::string fitted_text(const catalog::Catalog& catalog, const evidence::PooledFit& fitted,
                        const std::map<std::string, evidence::Intervals>& without)
{
    std::string text;
    for (const catalog::Stack& stack : catalog.stacks)
        for (const evidence::PooledConstant& one : evidence::constants_of(fitted, stack)) {
            const auto [low, high] = without.at(stack.id).at(one.key);
            text += fmt::format("{} {} {:.4g} {} {:.4g} {:.4g}\n", stack.id, one.key, one.value, one.runs, low, high);
        }
    return text;
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
Expected<answers::Scores::Key> read_key(const Arguments& arguments, const catalog::Catalog& catalog,
                                        std::vector<evidence::Row> rows)
{
    answers::Scores::Key key{std::make_shared<const std::vector<evidence::Row>>(std::move(rows))};
    const std::vector<std::string> fits = arguments.all(fit_flag.name);
    if (fits == std::vector<std::string>{"all"}) {
        key.fit = Fit::Pooled;
    } else if (!fits.empty()) {
        auto dials = read_dials(catalog, fits);
        if (!dials)
            return tl::unexpected(dials.error());
        key.fit = Fit::Dials;
        key.dials = std::move(*dials);
    } else if (arguments.has(leave_out_flag.name)) {
        const auto left_out = choice(arguments, leave_out_flag.name,
                                     {names_of<evidence::LeftOut>.begin(), names_of<evidence::LeftOut>.end()});
        if (!left_out)
            return tl::unexpected(left_out.error());
        key.fit = Fit::Others;
        key.left_out = *from_name<evidence::LeftOut>(*left_out);
    } else if (arguments.has(anchor_flag.name)) {
        const std::string& text = arguments.last(anchor_flag.name);
        const Expected<double> count = units::parse(text, units::Unit::Count);
        if (!count || !(*count >= 1 && *count <= 1e6 && *count == static_cast<int>(*count)))
            return failure({PLATEAU_TEXT("%1 is not a number of rows"), {Verbatim{text}}}, anchor_flag.name,
                           {PLATEAU_TEXT("1, 2, 3 ..."), {}});
        key.fit = Fit::Anchors;
        key.anchors = static_cast<int>(*count);
    }
    return key;
}

/// What was fitted.
std::string fitted_text(const catalog::Catalog& catalog, const answers::Scores::Key& key,
                        const answers::Scores::Value& scores)
{
    switch (key.fit) {
    case Fit::Pooled:
        return fitted_text(catalog, scores.pooled, scores.without);
    case Fit::Dials:
        return fitted_text(scores.dials, scores.fit);
    case Fit::Others:
        return key.left_out == evidence::LeftOut::Year
            ? "Each year is predicted with constants fitted on the years before.\n"
            : fmt::format("Each {} is predicted with constants fitted on all the others.\n", name(key.left_out));
    case Fit::Nothing:
        return {};
    case Fit::Anchors:
        break;
    }
    std::string text = "Kernel efficiency relative to the stack's own:\n";
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
    for (const Flag& other : {anchor_flag, leave_out_flag, fit_flag})
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

Expected<int> run_claims(const Arguments& arguments, answers::Answers& answers)
{
    const auto data = answers.data();
    const evidence::Claims& claims = data->claims();
    for (const Error& problem : claims.problems)
        complain(problem);
    const auto predicted = answers.get<answers::Statements>({});
    if (arguments.has(json_flag.name))
        print({{"claims", to_json(claims.statements, *predicted)}});
    else
        say(evidence::statements_table(claims.statements, *predicted));
    return exit_answered;
}

Expected<int> run_evidence(const Arguments& arguments)
{
    const auto answers = answers_from(read_catalog(arguments));
    const auto data = answers->data();
    const catalog::Catalog& catalog = data->catalog();
    if (auto physics = catalog::has_physics(catalog); !physics)
        return tl::unexpected(physics.error());
    if (arguments.has(claims_flag.name))
        return run_claims(arguments, *answers);
    if (arguments.has(calibrate_flag.name))
        return run_calibration(arguments, *answers);
    if (arguments.has(base_flag.name))
        return failure({PLATEAU_TEXT("only says something with %1"), {calibrate_flag.name}}, base_flag.name);
    if (arguments.has(json_flag.name) && arguments.last(csv_flag.name) == "-")
        return failure({PLATEAU_TEXT("only one answer fits on standard output"), {}}, "--json --csv -",
                       {PLATEAU_TEXT("--csv FILE"), {}});
    const bool shipped = arguments.operands.empty();
    auto rows = read_all(shipped ? shipped_files(catalog) : arguments.operands);
    if (!rows)
        return tl::unexpected(rows.error());
    const auto csv = csv_rows(arguments);
    if (!csv)
        return not_opened(csv.error());
    const auto key = read_key(arguments, catalog, std::move(*rows));
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
    say(fitted_text(catalog, *key, *scores) + evidence_table(scores->report));
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
