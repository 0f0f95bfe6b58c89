// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studies/statements.h"

#include "core/claims/paper_claims.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::evidence {

namespace {

Expected<double> value(const std::shared_ptr<answers::Answers>& answers, const Statement& statement,
                       const TypedChanges& changes)
{
    const catalog::Catalog& catalog = answers->data()->catalog();
    Expected<Scenario> scenario = find_scenario(catalog, statement.scenario);
    for (const auto& [key, text] : changes) {
        if (scenario)
            scenario = with(catalog, *scenario, key, text);
    }
    if (!scenario)
        return tl::unexpected(scenario.error());
    const auto parts = claims::Numbers(answers).parts(*scenario, {});
    return parts ? Expected<double>(statement.metric->value(*parts)) : tl::unexpected(parts.error());
}

Expected<double> predicted(const std::shared_ptr<answers::Answers>& answers, const Statement& statement)
{
    const Expected<double> at = value(answers, statement, statement.at);
    if (!at || !statement.is_ratio())
        return at;
    const Expected<double> against = value(answers, statement, statement.against);
    return against ? Expected<double>(*at / *against) : against;
}

} // namespace

std::string statements_table(const std::shared_ptr<answers::Answers>& answers, const std::vector<Statement>& statements)
{
    std::string text = "| | | reported | Plateau | kind | known by |\n|---|---|---:|---:|---|---|\n";
    for (const Statement& statement : statements) {
        const Expected<double> model = predicted(answers, statement);
        text += "| " + statement.id + " | " + statement.said + " | " + statement_text(statement, statement.reported)
            + " | " + (model ? statement_text(statement, *model) : english(model.error().what)) + " | "
            + words(statement.basis) + " | " + plateau::name(statement.known_by) + " |\n";
    }
    return text;
}

} // namespace plateau::evidence
