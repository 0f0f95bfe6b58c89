// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/scenario/scenario.h"

namespace plateau {

/// What follows from the optimizer and the number format unless it is told: moments, master copy, frozen weights, bytes
/// on the wire. Weights that are stored in 32 bit are their own master copy.
inline void follow_formats(Numerics& numerics, OptimizerKind optimizer, Precision precision)
{
    const OptimizerOption& option = optimizer_options[std::size_t(optimizer)];
    const bool wide = precision == Precision::Tf32;
    numerics.optimizer = optimizer;
    numerics.moment_bytes = option.moment_bytes;
    numerics.master_bytes = wide ? 0 : option.master_bytes;
    numerics.weight_wire_bytes = numerics.activation_wire_bytes = numerics.base_weight_bytes = wide ? 4 : 2;
}

} // namespace plateau
