// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

#include "app/command.h"
#include "app/diagnostics/measured_output.h"
#include "app/json.h"
#include "app/question.h"
#include "core/answers/step.h"
#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/reading.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

using programs::Line;
using programs::Reading;

constexpr Flag read_output_flag{"--output", "FILE.yaml", "save the scenario; plateau estimate FILE.yaml answers it"};
constexpr Flag read_against_flag{"--against", "SCENARIO",
                                 "a trace: the step it is compared with; collectives: whose cluster"};
constexpr Flag read_flags[] = {read_output_flag, read_against_flag, set_flag, force_flag, json_flag, quiet_flag};

/// A number where the parameter has one.
Json value_json(const std::string& parameter, const std::string& value)
{
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const TrainingParameter* row = training_parameters().find(parameter);
    const bool words = row && (row->kind == ParameterKind::Choice || row->kind == ParameterKind::Name);
    if (value.empty() || words || *end != '\0')
        return value;
    return number == std::floor(number) && std::abs(number) < 1e15 ? Json(static_cast<std::int64_t>(number))
                                                                   : Json(number);
}

/// The model that the file gives or names; null where it does neither.
const catalog::ModelShape* model_of(const Reading& reading)
{
    const bool told = reading.scenario.contains("model") || reading.scenario.contains("layers");
    return told && reading.resolved.workload.shape.layers > 0 ? &reading.resolved.workload.shape : nullptr;
}

/// `of_settings`: each is a setting of the file that is understood, with a parameter or none.
Json lines_json(const std::vector<Line>& lines, bool of_settings = false)
{
    Json list = Json::array();
    for (const Line& line : lines) {
        Json entry;
        const Json meaning = line.meaning.empty() ? Json(nullptr) : value_json(line.parameter, line.meaning);
        if (!line.key.empty())
            entry["key"] = line.key;
        if (of_settings || !line.parameter.empty())
            entry["parameter"] = line.parameter.empty() ? Json(nullptr) : Json(line.parameter);
        entry["value"] = of_settings || meaning.is_null() ? Json(line.value) : meaning;
        if (of_settings)
            entry["means"] = meaning;
        if (!line.why.empty())
            entry["why"] = english(line.why);
        if (line.line > 0) {
            entry["line"] = line.line;
            entry["column"] = line.column;
        }
        list.push_back(std::move(entry));
    }
    return list;
}

Json reading_json(const Reading& reading)
{
    Json json{{"kind", name(reading.kind)}, {"program", reading.program}};
    json["version"] = reading.version.empty() ? Json(nullptr) : Json(reading.version);
    json["scenario"] = Json::object();
    for (const auto& [key, value] : reading.scenario)
        json["scenario"][key] = value_json(key, value);
    if (const catalog::ModelShape* model = model_of(reading))
        add_parameters(json, *model);
    json["understood"] = lines_json(reading.understood, true);
    json["assumed"] = lines_json(reading.assumed);
    json["missing"] = lines_json(reading.missing);
    json["unknown"] = lines_json(reading.unknown);
    json["harmless"] = lines_json(reading.harmless);
    json["not_expressible"] = lines_json(reading.not_expressible);
    json["contradictions"] = lines_json(reading.contradictions);
    return json;
}

std::string lines_text(const char* head, const std::vector<Line>& lines, std::size_t most = 1000)
{
    if (lines.empty())
        return {};
    std::string text = fmt::format("\n{}\n", head);
    std::size_t count = 0;
    for (const Line& line : lines) {
        if (++count > most) {
            text += fmt::format("  and {} more\n", lines.size() - most);
            break;
        }
        const std::string place = line.line > 0 ? fmt::format("{:>5}", line.line) : std::string(5, ' ');
        std::string words = line.key.empty()
            ? std::string()
            : foreign_line(line.key + (line.value.empty() ? "" : " " + line.value.substr(0, 60)));
        std::string meaning = line.parameter.empty() ? foreign_line(line.meaning)
            : line.meaning.empty()                   ? line.parameter
                                                     : line.parameter + ": " + foreign_line(line.meaning.substr(0, 60));
        if (!words.empty() && !meaning.empty())
            meaning = "  -> " + meaning;
        const std::string why = line.why.empty() ? std::string() : english(line.why);
        text += fmt::format("{}  {}{}{}\n", place, words, meaning,
                            why.empty()                     ? ""
                                : (words + meaning).empty() ? why
                                                            : "  (" + why + ")");
    }
    return text;
}

std::string reading_text(const Reading& reading, const std::string& measured)
{
    std::string text = fmt::format("{}: {}{}{}\n", foreign_line(reading.file), reading.program,
                                   reading.version.empty() ? "" : " ", reading.version);
    text += measured;
    if (const catalog::ModelShape* model = model_of(reading))
        text += english(narrate::parameters_words(*model)) + '\n';
    text += lines_text("Understood", reading.understood);
    text += lines_text("Assumed", reading.assumed);
    text += lines_text("Not said by the file; Plateau's own defaults stand in", reading.missing);
    text += lines_text("Contradictions", reading.contradictions);
    text += lines_text("Cannot be expressed", reading.not_expressible);
    text += lines_text("Not known; may matter", reading.unknown);
    text += lines_text("Changes nothing that is modelled", reading.harmless, 12);
    if (!reading.scenario.contains("batch_mode"))
        return text;
    text += fmt::format(
        "\nplateau read {} --output scenario.yaml saves the scenario, plateau estimate scenario.yaml answers it;\n"
        "--set KEY=VALUE corrects a line.\n",
        foreign_line(reading.file));
    return text;
}

/// What a file of measurements is compared with: --against; for collectives without it their library alone, on the
/// hardware that the file names.
Expected<std::optional<ScenarioQuestion>> read_against(const Arguments& arguments, const Reading& reading)
{
    const bool collectives = reading.kind == programs::FileKind::Collectives;
    const auto hardware = reading.scenario.find("hardware");
    if (!arguments.has(read_against_flag.name) && !(collectives && hardware != reading.scenario.end()))
        return std::optional<ScenarioQuestion>();
    Arguments asked{{arguments.last(read_against_flag.name, "fernandez-weak-scaling")}, {}};
    const auto set = [&](const std::string& setting) { asked.flags.emplace_back(set_flag.name, setting); };
    if (collectives) {
        if (!arguments.has(read_against_flag.name)) {
            set("hardware=" + hardware->second);
            for (const char* setting : {"latency_factor=1", "fabric_fraction=1", "network_fraction=1"})
                set(setting);
        }
        set("gpus=" + reading.scenario.at("gpus"));
    }
    for (const std::string& setting : arguments.all(set_flag.name))
        set(setting);
    auto question = read_question(asked);
    if (!question)
        return tl::unexpected(question.error());
    return std::optional(std::move(*question));
}

/// --output: a configuration's scenario.
Expected<int> save(const Arguments& arguments, const Reading& reading)
{
    auto output = files::Output::open(
        arguments.last(read_output_flag.name),
        replacing(arguments, [](const std::string& text) { return scenario_kind_of_text(text, {}).has_value(); }));
    if (!output)
        return not_opened(output.error());
    return written(*output, write_scenario(reading.resolved));
}

/// The first operand, with every --set over what it says.
Expected<Reading> read_operand(const Arguments& arguments, const catalog::Catalog& catalog)
{
    const auto changes = read_settings<Scenario>(arguments.all(set_flag.name));
    if (!changes)
        return tl::unexpected(changes.error());
    return programs::read_file(catalog, arguments.operands.front(), *changes);
}

Expected<int> run_read(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("no file given"), {}}, "FILE",
                       {PLATEAU_TEXT("a configuration of a training program, a command line that starts one, a log, a "
                                     "table of nccl-tests, a trace; - for standard input"),
                        {}});
    if (arguments.has("--save") || arguments.operands.size() > 1)
        return failure(
            {PLATEAU_TEXT("several files, and --save, are of --on SCENARIO: what they say of a cluster"), {}}, "read",
            {PLATEAU_TEXT("one file, or --on SCENARIO"), {}});
    const catalog::Catalog catalog = read_catalog(arguments);
    const auto reading = read_operand(arguments, catalog);
    if (!arguments.has(quiet_flag.name))
        for (const Error& problem : programs::programs_in(catalog.folders).problems)
            complain(problem);
    if (!reading)
        return tl::unexpected(reading.error());
    const bool measured = reading->kind != programs::FileKind::Configuration;
    const bool has_scenario = reading->scenario.contains("batch_mode");
    if (arguments.has(read_output_flag.name)) {
        if (measured && !has_scenario)
            return failure({PLATEAU_TEXT("this file holds no scenario that could be saved"), {}}, read_output_flag.name,
                           {PLATEAU_TEXT("a configuration, or a log that begins with one"), {}});
        if (const auto saved = save(arguments, *reading); !saved || *saved != exit_answered)
            return saved;
    }
    const auto against = read_against(arguments, *reading);
    if (!against)
        return tl::unexpected(against.error());
    MeasuredAgainst compared;
    Parts parts;
    if (*against) {
        compared.scenario = &(*against)->scenario;
        parts = (*against)->answers->get<answers::StepEstimate>((*against)->asked())->parts;
        if (parts.possible())
            compared.parts = &parts;
    }
    if (arguments.has(json_flag.name)) {
        Json json = reading_json(*reading);
        add_measured(json, *reading, compared);
        print(json);
    } else if (!arguments.has(read_output_flag.name)) {
        say(reading_text(*reading, measured_text(*reading, compared)));
    }
    return exit_answered;
}

} // namespace

extern const Command
    read_command("read", "FILE...",
                 "what was understood of a configuration, log, nccl-tests output or trace; with --on what "
                 "measurements say of your cluster",
                 read_flags, 64, run_read, "calibrate, fit, adjust", "tune");

std::optional<Expected<Scenario>> read_configuration(const catalog::Catalog& catalog, const std::string& file,
                                                     const std::vector<std::pair<std::string, Value>>& settings)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return std::nullopt;
    auto reading = programs::read_file(catalog, file, settings);
    if (!reading && !settings.empty()) // what is wrong with a setting is said of it, not of the file
        reading = programs::read_file(catalog, file);
    if (!reading && programs::is_unknown(reading.error()))
        return std::nullopt;
    if (!reading)
        return tl::unexpected(std::move(reading.error()));
    const auto& says = reading->scenario;
    const bool model_alone = says.contains("layers") && !says.contains("tp") && !says.contains("dp_mode");
    if (says.contains("batch_mode") && !model_alone)
        return std::move(reading->resolved);
    if (model_alone)
        return failure({PLATEAU_TEXT("%1: it says a model and no run"), {Verbatim{reading->program}}}, file,
                       {PLATEAU_TEXT("a scenario, with --set model=%1"), {Verbatim{file}}});
    if (reading->kind != programs::FileKind::Configuration)
        return failure({PLATEAU_TEXT("%1: it does not say its configuration"), {Verbatim{reading->program}}}, file,
                       {PLATEAU_TEXT("a scenario or a configuration; plateau gap compares it with a log"), {}});
    std::vector<std::string> missing;
    for (const programs::Line& line : reading->missing)
        missing.push_back(line.parameter);
    return failure({PLATEAU_TEXT("%1: it does not say %2"),
                    {Verbatim{reading->program}, Verbatim{fmt::format("{}", fmt::join(missing, ", "))}}},
                   file, {PLATEAU_TEXT("each of them with --set KEY=VALUE"), {}});
}

} // namespace plateau::app
