// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evidence/row.h"
#include "core/question/scenario/scenario.h"

namespace plateau::evidence {

/// A table to fill in with measured runs of one's own, in the columns that read_rows() reads: the scenario's whole
/// configuration in a row, the measured cells empty; with a batch per GPU also a row for a cluster of one scale-up
/// domain, because two sizes tell the network from the kernels. A row read back poses as the scenario. The model's
/// sizes stand in it only where the scenario changed the catalog's.
std::string own_table(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau::evidence
