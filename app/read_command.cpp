// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "core/files/text_file.h"
#include "core/programs/reading.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"

namespace plateau::app {

namespace {

using programs::Line;
using programs::Reading;

constexpr Flag output_flag{"--output", "FILE.yaml", "save the scenario; plateau estimate FILE.yaml answers it"};
constexpr Flag flags[] = {output_flag, force_flag, json_flag, quiet_flag};

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

Json lines_json(const std::vector<Line>& lines)
{
    Json list = Json::array();
    for (const Line& line : lines) {
        Json entry;
        if (!line.key.empty()) {
            entry["key"] = line.key;
            entry["value"] = line.value;
        }
        if (!line.parameter.empty() || !line.meaning.empty()) {
            entry["parameter"] = line.parameter.empty() ? Json(nullptr) : Json(line.parameter);
            if (line.key.empty())
                entry["value"] = value_json(line.parameter, line.meaning);
            else
                entry["means"] = value_json(line.parameter, line.meaning);
        }
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
    json["understood"] = lines_json(reading.understood);
    json["assumed"] = lines_json(reading.assumed);
    json["missing"] = lines_json(reading.missing);
    json["ignored"] = lines_json(reading.ignored);
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

std::string reading_text(const Reading& reading)
{
    std::string text = fmt::format("{}: {}{}{}\n", foreign_line(reading.file), reading.program,
                                   reading.version.empty() ? "" : " ", reading.version);
    text += lines_text("Understood", reading.understood);
    text += lines_text("Assumed", reading.assumed);
    text += lines_text("Not said by the file; Plateau's own defaults stand in", reading.missing);
    text += lines_text("Contradictions", reading.contradictions);
    text += lines_text("Cannot be expressed", reading.not_expressible);
    text += lines_text("Changes nothing that is modelled", reading.ignored, 12);
    text += fmt::format(
        "\nplateau read {} --output scenario.yaml saves the scenario, plateau estimate scenario.yaml answers it;\n"
        "--set KEY=VALUE corrects a line.\n",
        foreign_line(reading.file));
    return text;
}

constexpr const char* kind_words[] = {"a configuration", "a log of a training run", "measurements of collectives",
                                      "a trace of a step", "measurements of matrix products"};

Expected<int> run(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("no file given"), {}}, "FILE",
                       {PLATEAU_TEXT("a configuration of a training program, or a command line that starts one"), {}});
    const catalog::Catalog catalog = read_catalog(arguments);
    const std::string& file = arguments.operands.front();
    const auto reading = programs::read_file(catalog, file);
    if (!reading)
        return tl::unexpected(reading.error());
    if (reading->kind != programs::FileKind::Configuration) {
        if (arguments.has(json_flag.name))
            print(reading_json(*reading));
        return failure({PLATEAU_TEXT("this is %1 (%2), not a configuration"),
                        {kind_words[static_cast<std::size_t>(reading->kind)], reading->program}},
                       files::where(file, 1, 1), {PLATEAU_TEXT("the configuration of the run"), {}});
    }
    if (arguments.has(output_flag.name)) {
        auto output = files::Output::open(
            arguments.last(output_flag.name),
            replacing(arguments, [](const std::string& text) { return scenario_kind_of_text(text, {}).has_value(); }));
        if (!output)
            return not_opened(output.error());
        output->write(write_scenario(reading->resolved));
        if (const auto saved = output->commit(); !saved)
            return failed(saved.error());
    }
    if (arguments.has(json_flag.name))
        print(reading_json(*reading));
    else if (!arguments.has(output_flag.name))
        say(reading_text(*reading));
    return exit_answered;
}

} // namespace

extern const Command read_command;
const Command read_command{"read", "FILE", "what a configuration of a training program says, as a scenario",
                           flags,  1,      run};

} // namespace plateau::app
