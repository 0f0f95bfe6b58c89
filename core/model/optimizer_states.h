// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/prepared.h"

/// What an optimizer holds and computes of whole matrices, as means over what is trained.
namespace plateau {

/// Bytes per trained parameter that an optimizer holds beside Numerics::moment_bytes. With r the rank of projections,
/// of each matrix m x n:
///     line_bytes (m + n) + projected_bytes r max(m, n) + projection_bytes r min(m, n)
/// and of embedding and head table_bytes per parameter. Adafactor, 1804.04235; GaLore, 2403.03507 and
/// jiaweizzhao/GaLore 1317b5f7, galore_projector.py.
double matrix_state_bytes(const Prepared& prepared, const Numerics& numerics);

/// FLOP per trained parameter of an update's matrix products. Muon: an iteration is X <- a X + (b A + c A^2) X with
/// A = X X^T of every m x n matrix of a layer, m <= n: 4 m^2 n + 2 m^3 FLOP (Newton-Schulz, 2502.16982). GaLore: to the
/// rank and back, 4 r m n.
double matrix_update_flop(const Prepared& prepared, const Numerics& numerics);

} // namespace plateau
