// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::figures {

/// From the lowest to the highest of the values an axis has to show.
struct ValueSpan {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    /// `positive`: the axis is logarithmic and has no place for others.
    void add(double value, bool positive)
    {
        if (!std::isfinite(value) || (positive && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

} // namespace plateau::figures
