// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

namespace plateau::narrate {

/// What a reader of a number should know beside it.
struct Remark {
    Message text;
    const char* metric; ///< key of the number it stands beside
    std::string key; ///< the parameter to turn
};

/// Remarks on an estimate of this scenario, in the order of the metrics; none on an impossible plan: software that does
/// not run it, a share of the peak that would exceed it, a batch beyond the critical one, a run that failures eat or
/// never let end.
std::vector<Remark> remarks(const Scenario& scenario, const Parts& parts);

} // namespace plateau::narrate
