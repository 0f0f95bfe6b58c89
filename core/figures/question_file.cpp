// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/question_file.h"

#include <filesystem>

#include "core/figures/embedded.h"
#include "core/limits_scenario/limits_file.h"
#include "core/scenario/scenario_file.h"

namespace plateau::figures {

namespace {

/// A scenario's name may end like a figure's file.
bool is_figure(const std::string& file_or_name)
{
    return is_figure_file(file_or_name) && std::filesystem::exists(file_or_name);
}

} // namespace

Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (!is_figure_file(file_or_name)) {
        const auto path = find_scenario_file(catalog, file_or_name);
        return path ? scenario_kind(*path) : tl::unexpected(path.error());
    }
    const auto yaml = read_embedded_scenario(file_or_name);
    return yaml ? scenario_kind_of_text(*yaml, file_or_name) : tl::unexpected(yaml.error());
}

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (!is_figure(file_or_name))
        return find_scenario(catalog, file_or_name);
    const auto yaml = read_embedded_scenario(file_or_name);
    return yaml ? read_scenario_text(catalog, *yaml, file_or_name) : tl::unexpected(yaml.error());
}

Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (!is_figure(file_or_name))
        return find_limits_scenario(catalog, file_or_name);
    const auto yaml = read_embedded_scenario(file_or_name);
    return yaml ? read_limits_scenario_text(catalog, *yaml, file_or_name) : tl::unexpected(yaml.error());
}

} // namespace plateau::figures
