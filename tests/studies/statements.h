// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/answers/answers.h"
#include "core/evidence/claims.h"

namespace plateau::evidence {

/// What papers say in numbers and what is predicted of it as a Markdown table. A prediction fails for an unknown
/// scenario, a change that it does not take and an impossible plan, and then says why.
std::string statements_table(const std::shared_ptr<answers::Answers>& answers,
                             const std::vector<Statement>& statements);

} // namespace plateau::evidence
