// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/statements.h"

namespace plateau::evidence {

/// What the model says. Errors: an unknown scenario, a change it does not take, an impossible plan.
Expected<double> predicted(const catalog::Catalog& catalog, const Statement& statement);

/// The statements and what is predicted of each as a Markdown table; a prediction that fails says why.
std::string statements_table(const std::vector<Statement>& statements, const std::vector<Expected<double>>& predicted);

} // namespace plateau::evidence
