// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/evidence/row.h"

namespace plateau::evidence {

/// A row's transformer.
struct RowShape {
    catalog::ModelShape shape;
    std::string missing; ///< the cell that is missing
    std::vector<std::string> defaults; ///< cells that were empty
};

/// The shape from the row's sizes, or from the catalog's model of that name where it gives none. What tables have no
/// column for comes from the catalog's model of the same sizes, else from the parameter count: gated or plain
/// feed-forward, tied embeddings and the number of experts are those whose total is nearest.
RowShape row_shape(const catalog::Catalog& catalog, const Row& row);

} // namespace plateau::evidence
