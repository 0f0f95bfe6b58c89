// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/configuration.h"

#include <filesystem>

#include "core/diagnostics/programs/reading.h"

namespace plateau::app {

std::optional<Expected<Scenario>> read_configuration(const catalog::Catalog& catalog, const std::string& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return std::nullopt;
    auto reading = programs::read_file(catalog, file);
    if (!reading && programs::is_unknown(reading.error()))
        return std::nullopt;
    if (!reading)
        return tl::unexpected(std::move(reading.error()));
    if (!reading->scenario.contains("batch_mode"))
        return failure({PLATEAU_TEXT("%1: it does not say its configuration"), {Verbatim{reading->program}}}, file,
                       {PLATEAU_TEXT("a scenario or a configuration; plateau gap compares it with a log"), {}});
    return std::move(reading->resolved);
}

} // namespace plateau::app
