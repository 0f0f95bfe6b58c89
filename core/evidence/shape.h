// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/evidence/match.h"

namespace plateau::evidence {

/// A row's transformer.
struct RowShape {
    catalog::ModelShape shape;
    std::string missing; ///< the cell that is missing
    std::vector<std::string> defaults; ///< cells that were empty
};

/// The shape from the row's sizes, or from the catalog's model of that name where it gives none. What tables have no
/// column for comes from the catalog's model of the same sizes, or of that name and layers, however many; else from the
/// parameter count: gated or plain feed-forward, tied embeddings and, without a column of experts, their
/// number are those whose total is nearest.
RowShape row_shape(const Names& names, const Row& row);

/// Model FLOP per token as a table's own words count them: attention halved by the causal mask ("causal-halved",
/// "6*L*h*s") or in full ("72-formula", "12Lhs"). Nothing where they do not say, or count recomputation in.
std::optional<double> stated_flop_per_token(const catalog::ModelShape& shape, double sequence,
                                            const std::string& convention);

/// stated_flop_per_token() behind a row's MFU, which counts no other FLOP than the model's.
std::optional<double> stated_flop_of_mfu(const catalog::ModelShape& shape, const Row& row);

/// Makes FLOP/s of a stated convention, or MFU (of the peak of the row's number format, counted as the row says, else
/// as PaLM defines it, with full attention), a measured rate, where the row has no other. What cannot be right is
/// questioned first: more than the
/// peak or less than a thousandth of it, as seconds for milliseconds would be; more memory than a device has. FLOP are
/// counted as few as they can be: attention halved by the mask, beside frozen weights two thirds.
void take_measure(const Names& names, Row& row);

} // namespace plateau::evidence
