// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studies/statements.h"

#include "core/model/estimate.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::evidence {

namespace {

Expected<double> value(const catalog::Catalog& catalog, const Statement& statement, const TypedChanges& changes)
{
    Expected<Scenario> scenario = find_scenario(catalog, statement.scenario);
    for (const auto& [key, text] : changes) {
        if (scenario)
            scenario = with(catalog, *scenario, key, text);
    }
    if (!scenario)
        return tl::unexpected(scenario.error());
    const Estimate answer = estimate(*scenario);
    if (!answer.parts.possible())
        return failure(answer.reason, statement.id);
    return statement.metric->value(answer.parts);
}

Expected<double> predicted(const catalog::Catalog& catalog, const Statement& statement)
{
    const Expected<double> at = value(catalog, statement, statement.at);
    if (!at || !statement.is_ratio())
        return at;
    const Expected<double> against = value(catalog, statement, statement.against);
    return against ? Expected<double>(*at / *against) : against;
}

} // namespace

std::string statements_table(const catalog::Catalog& catalog, const std::vector<Statement>& statements)
{
    std::string text = "| | | reported | Plateau | kind | known by |\n|---|---|---:|---:|---|---|\n";
    for (const Statement& statement : statements) {
        const Expected<double> model = predicted(catalog, statement);
        text += "| " + statement.id + " | " + statement.said + " | " + statement_text(statement, statement.reported)
            + " | " + (model ? statement_text(statement, *model) : english(model.error().what)) + " | "
            + words(statement.basis) + " | " + plateau::name(statement.known_by) + " |\n";
    }
    return text;
}

} // namespace plateau::evidence
