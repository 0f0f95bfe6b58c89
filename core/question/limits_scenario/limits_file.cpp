// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_file.h"

#include "core/files/node.h"
#include "core/question/scenario/scenario_file.h"
#include "core/question/scenario/scenario_file_impl.h"

namespace plateau {

namespace fs = std::filesystem;
using files::Node;

namespace {

constexpr const char* kind_name = "limits";

Expected<LimitsScenario> read_document(const catalog::Catalog& catalog, const Expected<files::Document>& document,
                                       UnknownKeys unknown)
{
    if (!document)
        return tl::make_unexpected(document.error());
    const Node* kind = document->root.find("kind");
    if (!kind || kind->text != kind_name)
        return failure({PLATEAU_TEXT("this is not a question about the limits of scaling"), {}},
                       files::where(document->file, kind ? kind->line : 1, kind ? kind->column : 1),
                       {PLATEAU_TEXT("kind: limits as the first key"), {}});
    const auto choices
        = scenario_file::ChoicesReader<LimitsScenario>(*document, kind_name, limits_parameters(), unknown).read();
    if (!choices)
        return choices;
    return scenario_file::resolved(catalog, *choices, *document,
                                   {PLATEAU_TEXT("The hardware's file has changed since this scenario was saved; its "
                                                 "numbers may differ."),
                                    {}});
}

} // namespace

Expected<LimitsScenario> read_limits_scenario(const catalog::Catalog& catalog, const fs::path& file,
                                              UnknownKeys unknown)
{
    return read_document(catalog, files::read_yaml(file), unknown);
}

Expected<LimitsScenario> read_limits_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                                   const std::string& where, UnknownKeys unknown)
{
    return read_document(catalog, files::parse_yaml(text, where), unknown);
}

Expected<LimitsScenario> find_limits_scenario(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    const auto file = find_scenario_file(catalog, name_or_file);
    if (!file)
        return tl::make_unexpected(file.error());
    return read_limits_scenario(catalog, *file);
}

std::string write_scenario(const LimitsScenario& scenario)
{
    return scenario_file::written(scenario, kind_name, limits_parameters());
}

std::string preset_hash(const LimitsScenario& scenario)
{
    return scenario_file::fingerprint({scenario.accelerator.file});
}

} // namespace plateau
