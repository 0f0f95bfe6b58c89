// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/scenario_set.h"

#include "core/files/text_file.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau {

namespace {

/// A line that begins so stands between two documents, wherever it is.
constexpr const char* marker = "---";

} // namespace

std::vector<std::string> scenario_documents(const std::string& text)
{
    std::vector<std::string> found(1);
    bool any = false;
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string line = text.substr(begin, end - begin);
        begin = end;
        ++lines;
        if (line.starts_with(marker)) {
            if (any)
                found.emplace_back();
            found.back() = std::string(lines, '\n');
            any = false;
            continue;
        }
        found.back() += line;
        any = any || line.find_first_not_of(" \t\r\n") != std::string::npos;
    }
    if (!any && found.size() > 1)
        found.pop_back();
    return found;
}

std::string joined_documents(const std::vector<std::string>& documents)
{
    std::string text;
    for (const std::string& document : documents)
        text += (text.empty() ? std::string() : std::string(marker) + "\n") + document;
    return text;
}

bool is_scenario_set(const std::string& text) { return scenario_documents(text).size() > 1; }

Expected<std::vector<Scenario>> read_scenarios_text(const catalog::Catalog& catalog, const std::string& text,
                                                    const std::string& where)
{
    std::vector<Scenario> scenarios;
    for (const std::string& document : scenario_documents(text)) {
        auto scenario = read_scenario_text(catalog, document, where);
        if (!scenario)
            return tl::make_unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    return scenarios;
}

Expected<std::vector<Scenario>> read_scenarios(const catalog::Catalog& catalog, const std::filesystem::path& file)
{
    const auto text = files::read_text(file);
    if (!text)
        return tl::make_unexpected(text.error());
    return read_scenarios_text(catalog, *text, file.string());
}

std::string write_scenarios(const std::vector<Scenario>& scenarios)
{
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const Scenario& scenario : scenarios)
        documents.push_back(write_scenario(scenario));
    return joined_documents(documents);
}

} // namespace plateau
