// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/statements.h"

#include "core/catalog/accelerator.h"
#include "core/files/node.h"
#include "core/files/reader.h"
#include "core/model/estimate.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::evidence {

namespace {

using files::Need;

TypedChanges changes(files::Reader& reader, const char* key, Need need)
{
    TypedChanges result;
    if (const files::Node* map = reader.map(key, need))
        for (std::size_t i = 0; i < map->items.size(); ++i)
            result.emplace_back(map->keys[i].text, map->items[i].text);
    return result;
}

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

} // namespace

const char* words(Basis basis)
{
    switch (basis) {
    case Basis::Reported:
        return PLATEAU_TEXT("reported");
    case Basis::Direction:
        return PLATEAU_TEXT("direction reported");
    case Basis::Expected:
        return PLATEAU_TEXT("expected by us");
    case Basis::Used:
        break;
    }
    return PLATEAU_TEXT("used in fitting");
}

Statement read_statement(const files::Node& node, const std::string& file, std::vector<Error>& problems)
{
    Statement statement;
    std::string metric;
    files::Reader reader(node, file, problems);
    reader.text("id", statement.id, Need::Required);
    reader.text("said", statement.said, Need::Required);
    reader.text("scenario", statement.scenario, Need::Required);
    const bool named = reader.text("metric", metric, Need::Required);
    statement.metric = find_metric(metric);
    if (named && !statement.metric)
        reader.refuse("metric", {PLATEAU_TEXT("%1 is not a metric"), {metric}});
    statement.at = changes(reader, "at", Need::Required);
    statement.against = changes(reader, "against", Need::Optional);
    reader.quantity("reported", units::Unit::None, statement.reported, 0, 1e30, Need::Required);
    reader.choice("known_by", statement.known_by, Need::Required);
    reader.choice("basis", statement.basis, Need::Required);
    reader.text("source", statement.source, Need::Required);
    reader.finish();
    return statement;
}

Expected<double> predicted(const catalog::Catalog& catalog, const Statement& statement)
{
    const Expected<double> at = value(catalog, statement, statement.at);
    if (!at || !statement.is_ratio())
        return at;
    const Expected<double> against = value(catalog, statement, statement.against);
    return against ? Expected<double>(*at / *against) : against;
}

std::string statement_text(const Statement& statement, double value)
{
    if (!statement.is_ratio())
        return metric_text(*statement.metric, value);
    return (value > 1 ? "+" : "") + units::format(value - 1, units::Unit::Fraction, 3);
}

std::string statements_table(const std::vector<Statement>& statements, const std::vector<Expected<double>>& predicted)
{
    std::string text = "| | | reported | Plateau | kind | known by |\n|---|---|---:|---:|---|---|\n";
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& statement = statements[i];
        const Expected<double>& model = predicted[i];
        text += "| " + statement.id + " | " + statement.said + " | " + statement_text(statement, statement.reported)
            + " | " + (model ? statement_text(statement, *model) : english(model.error().what)) + " | "
            + words(statement.basis) + " | " + plateau::name(statement.known_by) + " |\n";
    }
    return text;
}

} // namespace plateau::evidence
