// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/answers/answers.h"
#include "core/evidence/claims.h"

namespace plateau::evidence {

/// "-37.2 %", "40.8 %": a value or ratio of a statement as its table has it.
inline std::string statement_text(const Statement& statement, double value)
{
    if (!statement.is_ratio())
        return english(metric_text(*statement.metric, value));
    return (value > 1 ? "+" : "") + units::format(value - 1, units::Unit::Fraction, 3);
}

/// What papers say in numbers and what is predicted of it as a Markdown table. A prediction fails for an unknown
/// scenario, a change that it does not take and an impossible plan, and then says why.
std::string statements_table(const std::shared_ptr<answers::Answers>& answers,
                             const std::vector<Statement>& statements);

} // namespace plateau::evidence
