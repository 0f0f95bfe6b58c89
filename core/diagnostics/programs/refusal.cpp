// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/tables.h"

#include "core/files/text_file.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

Message reason(const Program& program)
{
    const Verbatim title{program.title};
    switch (program.refused) {
    case Refused::Reinforcement:
        return {PLATEAU_TEXT("a file of %1, which is not read: a step of reinforcement learning also generates and "
                             "scores samples, which is not modelled"),
                {title}};
    case Refused::Code:
        return {PLATEAU_TEXT("a configuration of %1, which is a Python program and is not read"), {title}};
    case Refused::Launcher:
        return {PLATEAU_TEXT("a file of %1, which is not read: it says what is started, not how that trains"), {title}};
    case Refused::Account:
        return {PLATEAU_TEXT("a table of %1, which is not read: it says how long jobs took, not what they did"),
                {title}};
    default:
        return {PLATEAU_TEXT("a configuration of %1, which is recognised but not read"), {title}};
    }
}

/// The line of the text that has the word, as a setting without a key; empty where none has.
Setting line_with(const std::string& text, const std::string& word)
{
    Setting setting;
    const std::size_t at = text.find(word);
    if (at == std::string::npos)
        return setting;
    const std::size_t start = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    setting.value = trimmed(text.substr(start, std::min(text.find('\n', at), text.size()) - start)).substr(0, 120);
    setting.line = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
    setting.column = 1;
    return setting;
}

/// Where the file names its model.
Setting named_model(const Program& program, const Settings& settings, const std::string& text)
{
    for (const std::string& name : program.names) {
        if (const Setting* found = settings.find(name))
            return *found;
        if (Setting found = line_with(text, name); found.line > 0)
            return found;
    }
    return {};
}

} // namespace

Error refusal(const Program& program, const Settings& settings, const std::string& text, const std::string& file)
{
    const Setting model = named_model(program, settings, text);
    Error error{reason(program), files::where(file, std::max(1, model.line), std::max(1, model.column)), {}};
    if (model.line == 0)
        error.accepted = {PLATEAU_TEXT("a scenario, or the trainer's own configuration"), {}};
    else
        error.accepted = {PLATEAU_TEXT("a scenario with this model: %1"),
                          {Verbatim{model.key.empty() ? model.value : model.key + ": " + model.value}}};
    return error;
}

} // namespace plateau::programs

/// Keys that change nothing that is modelled, and those of which no list may say so.
namespace plateau::programs {

constexpr const char* telling_parts[]
    = {"parallel", "size", "length", "window", "quant", "lora", "expert", "fp8", "fp4", "offload", "recompute", "pack"};

const char* telling_part(const std::string& key)
{
    const std::string name = lower(folded_key(key));
    const auto* const found
        = std::ranges::find_if(telling_parts, [&](const char* part) { return name.find(part) != std::string::npos; });
    return found == std::end(telling_parts) ? nullptr : *found;
}

} // namespace plateau::programs

/// What a reading did not find, as the house keeps it beside a scenario.
namespace plateau::programs {

namespace {

Unsaid entry_of(const Reading& reading, UnsaidKind kind, const Line& line)
{
    const Choices& choices = reading.resolved;
    const TrainingParameter* row = training_parameters().find(line.parameter);
    const auto chosen = choices.overrides.find(line.parameter);
    const std::string value = !row          ? line.meaning
        : chosen == choices.overrides.end() ? std::string()
                                            : exact_value(*row, chosen->second);
    return {kind, line.parameter, value, line.why, line.key, line.value, reading.file, line.line, line.column};
}

} // namespace

void keep_unsaid(Reading& reading)
{
    if (!reading.scenario.contains("batch_mode"))
        return;
    const auto model = reading.resolved.overrides.find("model");
    if (model != reading.resolved.overrides.end()) // its sizes stand in the file, whatever its name
        std::erase_if(reading.missing, [](const Line& line) { return line.parameter == "model"; });
    const auto told = [&](const Line& line) { return line.parameter == "hardware"; };
    if (!reading.scenario.contains("hardware") && std::ranges::none_of(reading.missing, told)) {
        const TrainingParameter& row = *training_parameters().find("hardware");
        const std::string value = exact_value(row, row.get(reading.resolved));
        reading.missing.push_back(
            {.parameter = row.key, .meaning = value, .why = {PLATEAU_TEXT("the file does not say it"), {}}});
    }
    const auto keep = [&](UnsaidKind kind, const std::vector<Line>& lines) {
        for (const Line& line : lines)
            reading.resolved.unsaid.push_back(entry_of(reading, kind, line));
    };
    keep(UnsaidKind::Missing, reading.missing);
    keep(UnsaidKind::Assumed, reading.assumed);
    keep(UnsaidKind::Unknown, reading.not_expressible);
    keep(UnsaidKind::Unknown, reading.unknown);
}

} // namespace plateau::programs

namespace plateau::programs {

namespace {

/// The file of that name beside another one: as named from there, or in the same folder.
std::filesystem::path beside(const std::string& file, const std::string& named)
{
    const std::filesystem::path folder = std::filesystem::path(file).parent_path(), name = trimmed(named);
    std::error_code ignored;
    for (const std::filesystem::path& each : {folder / name, folder / name.filename()})
        if (name.has_filename() && name.has_extension() && std::filesystem::is_regular_file(each, ignored))
            return each;
    return {};
}

} // namespace

void add_files_beside(const Program& program, const std::string& file, Settings& settings)
{
    for (const std::string& key : program.beside) {
        const Setting* naming = settings.find(key);
        const std::filesystem::path other = naming ? beside(file, naming->value) : std::filesystem::path();
        if (other.empty())
            continue;
        const auto text = files::read_text(other);
        const auto added
            = text ? yaml_settings(*text, other.string()) : Expected<Settings>(tl::unexpected(text.error()));
        if (!added)
            continue;
        const Setting named = *naming;
        for (Setting setting : added->all()) {
            setting.key = named.key + "." + setting.key;
            setting.line = named.line;
            setting.column = named.column;
            settings.add(std::move(setting));
        }
    }
}

} // namespace plateau::programs
