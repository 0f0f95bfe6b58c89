// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/question_file.h"

#include <filesystem>

#include "core/files/text_file.h"
#include "core/paper/embedded.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::figures {

namespace {

/// A scenario's name may end like a figure's file.
bool is_figure(const std::string& file_or_name)
{
    return is_figure_file(file_or_name) && std::filesystem::exists(file_or_name);
}

/// The documents of a figure, or of a file that holds several; none: an ordinary scenario file or a name.
Expected<std::vector<std::string>> several(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (is_figure(file_or_name)) {
        const auto yaml = read_embedded_scenario(file_or_name);
        return yaml ? Expected<std::vector<std::string>>(scenario_documents(*yaml)) : tl::unexpected(yaml.error());
    }
    const auto path = find_scenario_file(catalog, file_or_name);
    const auto content = path ? files::read_text(*path) : tl::unexpected(path.error());
    if (!content || !is_scenario_set(*content))
        return std::vector<std::string>{};
    return scenario_documents(*content);
}

template<class S, class Find, class Read>
Expected<std::vector<S>> read_all(const catalog::Catalog& catalog, const std::string& file_or_name, Find find,
                                  Read read)
{
    const auto documents = several(catalog, file_or_name);
    if (!documents)
        return tl::unexpected(documents.error());
    std::vector<S> scenarios;
    if (documents->empty()) {
        auto scenario = find(catalog, file_or_name);
        if (!scenario)
            return tl::unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    for (const std::string& document : *documents) {
        auto scenario = read(catalog, document, file_or_name, UnknownKeys::Refuse);
        if (!scenario)
            return tl::unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    return scenarios;
}

} // namespace

Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (!is_figure_file(file_or_name)) {
        const auto path = find_scenario_file(catalog, file_or_name);
        return path ? scenario_kind(*path) : tl::unexpected(path.error());
    }
    const auto yaml = read_embedded_scenario(file_or_name);
    return yaml ? scenario_kind_of_text(scenario_documents(*yaml).front(), file_or_name) : tl::unexpected(yaml.error());
}

Expected<std::vector<Scenario>> read_questions(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    return read_all<Scenario>(catalog, file_or_name, find_scenario, read_scenario_text);
}

Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog,
                                                            const std::string& file_or_name)
{
    return read_all<LimitsScenario>(catalog, file_or_name, find_limits_scenario, read_limits_scenario_text);
}

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    auto all = read_questions(catalog, file_or_name);
    return all ? Expected<Scenario>(std::move(all->front())) : tl::unexpected(all.error());
}

Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    auto all = read_limits_questions(catalog, file_or_name);
    return all ? Expected<LimitsScenario>(std::move(all->front())) : tl::unexpected(all.error());
}

} // namespace plateau::figures
