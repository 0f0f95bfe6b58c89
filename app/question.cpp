// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/question.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/settings.h"
#include "app/terminal.h"
#include "core/figures/question_file.h"
#include "core/files/text_file.h"
#include "core/messages/foreign.h"
#include "core/narrate/since_saved.h"

namespace plateau::app {

catalog::Catalog read_catalog(const Arguments& arguments)
{
    catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    if (!arguments.has(quiet_flag.name))
        for (const Error& problem : catalog.problems)
            complain(problem);
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

/// On what was opened, and what settings made of it.
template<class S>
void remark_on(const catalog::Catalog& catalog, const Arguments& arguments, const std::string& name, const S& opened,
               const S& changed)
{
    if (arguments.has(quiet_flag.name))
        return;
    const auto file = find_scenario_file(catalog, name);
    const auto held = file ? files::read_text(*file) : tl::unexpected(Error{});
    std::vector<std::string> said;
    const auto say_once = [&said](const Message& remark) {
        std::string words = english(foreign_error({remark, {}, {}}));
        if (std::find(said.begin(), said.end(), words) != said.end())
            return;
        app::remark(words);
        said.push_back(std::move(words));
    };
    for (const Message& remark : narrate::opening_remarks(opened, held ? *held : std::string()))
        say_once(remark);
    if (&changed != &opened)
        for (const Message& remark : changed.remarks)
            say_once(remark);
}

} // namespace

evidence::KnownSteps known_steps(const catalog::Catalog& catalog, const std::string& accelerator)
{
    auto runs
        = accelerator.empty() ? evidence::read_evidence(catalog) : evidence::read_evidence_on(accelerator, catalog);
    return {std::make_shared<const evidence::Evidence>(std::move(runs)), evidence::read_claims(catalog.folders).reach};
}

Expected<ScenarioQuestion> read_question(const Arguments& arguments)
{
    auto all = read_questions(arguments, {});
    if (!all)
        return tl::unexpected(all.error());
    return ScenarioQuestion{std::move(all->catalog), std::move(all->scenarios.front()), all->planning};
}

Expected<ScenarioQuestions> read_questions(const Arguments& arguments, const std::vector<std::string>& others)
{
    if (arguments.operands.empty())
        return no_scenario();
    const auto planning = read_planning(arguments);
    if (!planning)
        return tl::unexpected(planning.error());
    ScenarioQuestions questions{read_catalog(arguments), {}, *planning};
    std::vector<std::string> files{arguments.operands.front()};
    files.insert(files.end(), others.begin(), others.end());
    for (const std::string& file : files) {
        const auto scenarios = figures::read_questions(questions.catalog, file);
        if (!scenarios)
            return tl::unexpected(scenarios.error());
        for (const Scenario& scenario : *scenarios) {
            remark_on(questions.catalog, arguments, file, scenario, scenario);
            auto changed
                = apply_settings(questions.catalog, training_parameters(), scenario, arguments.all(set_flag.name));
            auto locked = changed ? with_locks(std::move(*changed), arguments) : std::move(changed);
            if (!locked)
                return tl::unexpected(locked.error());
            questions.scenarios.push_back(std::move(*locked));
        }
    }
    return questions;
}

Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const Arguments& arguments)
{
    auto all = read_limits_questions(catalog, arguments, {});
    return all ? Expected<LimitsScenario>(std::move(all->front())) : tl::unexpected(all.error());
}

Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog, const Arguments& arguments,
                                                            const std::vector<std::string>& others)
{
    if (arguments.operands.empty())
        return no_scenario();
    std::vector<std::string> files{arguments.operands.front()};
    files.insert(files.end(), others.begin(), others.end());
    std::vector<LimitsScenario> scenarios;
    for (const std::string& file : files) {
        auto read = figures::read_limits_questions(catalog, file);
        if (!read)
            return tl::unexpected(read.error());
        for (const LimitsScenario& scenario : *read) {
            auto changed = apply_settings(catalog, limits_parameters(), scenario, arguments.all(set_flag.name));
            if (!changed)
                return tl::unexpected(changed.error());
            remark_on(catalog, arguments, file, scenario, *changed);
            scenarios.push_back(std::move(*changed));
        }
    }
    return scenarios;
}

Expected<std::string> asked_kind(const catalog::Catalog& catalog, const Arguments& arguments)
{
    if (arguments.operands.empty())
        return no_scenario();
    return figures::question_kind(catalog, arguments.operands.front());
}

} // namespace plateau::app
