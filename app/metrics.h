// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/estimate/estimate.h"

namespace plateau::app {

/// One scalar of an estimate, under its key in JSON and CSV.
struct Metric {
    const char* key;
    double (*value)(const Parts&);
};

/// The scalars in the order in which they are written. SI units; NaN where a plan is impossible.
std::span<const Metric> metrics();

} // namespace plateau::app
