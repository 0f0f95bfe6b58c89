// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/statements.h"

#include "core/catalog/accelerator.h"
#include "core/files/node.h"
#include "core/files/reader.h"

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
        reader.refuse("metric", {PLATEAU_TEXT("%1 is not a metric"), {Verbatim{metric}}});
    statement.at = changes(reader, "at", Need::Required);
    statement.against = changes(reader, "against", Need::Optional);
    reader.quantity("reported", units::Unit::None, statement.reported, 0, 1e30, Need::Required);
    reader.choice("known_by", statement.known_by, Need::Required);
    reader.choice("basis", statement.basis, Need::Required);
    reader.text("source", statement.source, Need::Required);
    reader.finish();
    return statement;
}

std::string statement_text(const Statement& statement, double value)
{
    if (!statement.is_ratio())
        return english(metric_text(*statement.metric, value));
    return (value > 1 ? "+" : "") + units::format(value - 1, units::Unit::Fraction, 3);
}

} // namespace plateau::evidence
