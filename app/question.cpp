// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/question.h"

#include <fmt/format.h>

#include "app/settings.h"
#include "core/limits_scenario/limits_file.h"
#include "core/scenario/scenario_file.h"
#include "ui/document/question_document.h"
#include "ui/figures/export.h"

namespace plateau::app {

catalog::Catalog read_catalog(const Arguments& arguments)
{
    catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    if (!arguments.has(quiet_flag.name))
        for (const Error& problem : catalog.problems)
            fmt::print(stderr, "plateau: {}\n", english(problem));
    return catalog;
}

tl::unexpected<Error> at_flag(Error error, const std::string& flag, const std::string& text)
{
    if (error.where.empty())
        error.where = fmt::format("{} {}", flag, text);
    return tl::unexpected(std::move(error));
}

namespace {

tl::unexpected<Error> no_scenario()
{
    return failure({PLATEAU_TEXT("no scenario given"), {}}, "SCENARIO",
                   {PLATEAU_TEXT("a file or a preset's name (plateau catalog scenarios)"), {}});
}

/// A file, a preset's name, or the scenario inside a figure that plateau exported.
Expected<Scenario> open_scenario(const catalog::Catalog& catalog, const std::string& name)
{
    const QString file = QString::fromStdString(name);
    if (!ui::is_figure_file(file) || !std::filesystem::exists(name))
        return find_scenario(catalog, name);
    const auto text = ui::read_embedded_scenario(file);
    return text ? read_scenario_text(catalog, *text, name) : tl::unexpected(text.error());
}

} // namespace

Expected<Question> read_question(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return no_scenario();
    const auto planning = read_planning(arguments);
    if (!planning)
        return tl::unexpected(planning.error());
    Question question{read_catalog(arguments), {}, *planning};
    const auto scenario = open_scenario(question.catalog, arguments.operands.front());
    if (!scenario)
        return tl::unexpected(scenario.error());
    if (!arguments.has(quiet_flag.name))
        for (const Message& remark : scenario->remarks)
            fmt::print(stderr, "plateau: {}\n", english(remark));
    auto changed = apply_settings(question.catalog, training_parameters(), *scenario, arguments.all(set_flag.name));
    if (!changed)
        return tl::unexpected(changed.error());
    auto locked = with_locks(std::move(*changed), arguments);
    if (!locked)
        return tl::unexpected(locked.error());
    question.scenario = std::move(*locked);
    return question;
}

namespace {

Expected<LimitsScenario> open_limits(const catalog::Catalog& catalog, const std::string& name)
{
    const QString file = QString::fromStdString(name);
    if (!ui::is_figure_file(file) || !std::filesystem::exists(name))
        return find_limits_scenario(catalog, name);
    const auto text = ui::read_embedded_scenario(file);
    return text ? read_limits_scenario_text(catalog, *text, name) : tl::unexpected(text.error());
}

} // namespace

Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const Arguments& arguments)
{
    if (arguments.operands.empty())
        return no_scenario();
    auto scenario = open_limits(catalog, arguments.operands.front());
    if (scenario)
        scenario = apply_settings(catalog, limits_parameters(), *scenario, arguments.all(set_flag.name));
    if (scenario && !arguments.has(quiet_flag.name))
        for (const Message& remark : scenario->remarks)
            fmt::print(stderr, "plateau: {}\n", english(remark));
    return scenario;
}

Expected<std::string> asked_kind(const catalog::Catalog& catalog, const Arguments& arguments)
{
    if (arguments.operands.empty())
        return no_scenario();
    return ui::question_kind(catalog, arguments.operands.front());
}

} // namespace plateau::app
