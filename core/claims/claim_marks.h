// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"
#include "core/claims/paper_claims.h"

namespace plateau::claims {

/// What claims report of single places on a picture: rings on the scaling figure for values at a GPU count, strokes on
/// the axis of the limits figure for landmarks. Ratios have a bracket of the figure's own.
void add_claim_marks(figures::Figure& figure, const std::vector<const PaperClaim*>& claims);

} // namespace plateau::claims
