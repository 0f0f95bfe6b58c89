// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/predict.h"

namespace plateau::evidence {

/// A published run as a scenario of one's own: names and overrides that resolve, against this catalog, to what the
/// run was posed as.
struct Reopened {
    Scenario scenario;
    double step_seconds = 0; ///< of the reopened scenario
    bool exact = false; ///< the same prediction as the posed run's to 0.1 %; a scenario cannot hold everything a table
                        ///< says of an accelerator (a lower power limit, another memory size)
};

/// Hardware and stack by name, the catalog's model of these sizes or the one most like it with its sizes changed, and
/// every other parameter that differs from what these imply. Title and notes say where the run comes from.
Expected<Reopened> reopen(const catalog::Catalog& catalog, const Case& run, const Row& row, Workspace& workspace);

} // namespace plateau::evidence
