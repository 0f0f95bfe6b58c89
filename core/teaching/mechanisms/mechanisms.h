// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/charts/mechanism.h"
#include "core/model/estimate.h"
#include "core/text/messages/error.h"

/// The moving pictures there are, each drawn from the estimate of a step.
namespace plateau::mechanisms {

/// A layer's weights go round a ring of GPUs while the layer before is computed; beside it an all-reduce of as many
/// bytes the library's other way. What the computation does not hide is exposed.
Expected<Mechanism> ring(const Prepared& prepared, const Estimate& estimate);

/// Weights, gradients and optimizer states of a rank under each way of sharing them.
Expected<Mechanism> holdings(const Prepared& prepared, const Estimate& estimate);
/// The products of a block of a layer, divided, and what is exchanged around them, with sequence parallelism and
/// without.
Expected<Mechanism> tensor(const Prepared& prepared, const Estimate& estimate);
/// The passes of a step in the order of its schedule.
Expected<Mechanism> pipeline(const Prepared& prepared, const Estimate& estimate);
/// Tokens of a scale-up domain go to the experts of all domains and back.
Expected<Mechanism> experts(const Prepared& prepared, const Estimate& estimate);

struct Entry {
    const char* name; ///< "ring"
    const char* title;
    const char* short_title;
    Expected<Mechanism> (*make)(const Prepared&, const Estimate&);
};
std::span<const Entry> all();

} // namespace plateau::mechanisms
