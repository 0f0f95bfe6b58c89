// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/program.h"
#include "core/question/scenario/parameter_table.h"

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
        Line line;
        line.parameter = row.key;
        line.meaning = exact_value(row, row.get(reading.resolved));
        line.why = {PLATEAU_TEXT("the file does not say it"), {}};
        reading.missing.push_back(std::move(line));
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
