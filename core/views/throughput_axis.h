// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>

#include "core/answers/explore/returns.h"
#include "core/views/scaling_figure.h"

namespace plateau::figures {

/// A point where a curve has no value.
inline constexpr double gap = std::numeric_limits<double>::quiet_NaN();

using PartsValue = std::function<double(const Parts&)>;

/// The first plot's quantity in one view.
struct ThroughputAxis : ScalingAxis {
    PartsValue value = {};
    Message unit = {};
    bool falls = false; ///< less is better: a time
    bool share = false; ///< of one: shown in per cent
};
ThroughputAxis throughput_axis(ThroughputView view, const Scenario& scenario);

} // namespace plateau::figures
