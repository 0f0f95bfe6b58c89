// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/configuration.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/diagnostics/programs/reading.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::app {

namespace {

/// What the answer rests on that neither the file nor a setting says: "; not told, and taken as usual: gpus=128,
/// recompute=none".
std::string not_told(const programs::Reading& reading, const std::vector<std::string>& settings, const Scenario& asked)
{
    std::vector<std::string> taken;
    for (const programs::Line& line : reading.missing) {
        const auto sets = [&](const std::string& setting) { return setting.starts_with(line.parameter + "="); };
        if (line.parameter.empty() || std::ranges::any_of(settings, sets))
            continue;
        const TrainingParameter* row = training_parameters().find(line.parameter);
        taken.push_back(row ? line.parameter + "=" + exact_value(*row, row->get(asked)) : line.parameter);
    }
    return taken.empty() ? std::string() : fmt::format("; not told, and taken as usual: {}", fmt::join(taken, ", "));
}

} // namespace

std::optional<ReadScenario> read_configuration(const catalog::Catalog& catalog, const std::string& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return std::nullopt;
    const auto reading = programs::read_file(catalog, file);
    if (!reading || !reading->scenario.contains("batch_mode"))
        return std::nullopt;
    return ReadScenario{reading->resolved,
                        [reading = *reading](const std::vector<std::string>& settings, const Scenario& asked) {
                            return "a configuration of a training program; plateau read shows what was understood"
                                + not_told(reading, settings, asked);
                        }};
}

} // namespace plateau::app
