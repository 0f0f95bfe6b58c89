// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/series_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::figures {

double value_at(const Series& series, double x, bool log_x, bool log_y)
{
    const auto after = std::lower_bound(series.x.begin(), series.x.end(), x * (1 - 1e-12));
    if (after == series.x.end())
        return std::numeric_limits<double>::quiet_NaN();
    const auto index = static_cast<std::size_t>(after - series.x.begin());
    if (std::abs(series.x[index] - x) <= 1e-9 * std::abs(x))
        return series.y[index];
    if (index == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const auto place = [log_x](double value) { return log_x ? std::log(value) : value; };
    const double share
        = (place(x) - place(series.x[index - 1])) / (place(series.x[index]) - place(series.x[index - 1]));
    const double low = series.y[index - 1], high = series.y[index];
    return log_y && low > 0 && high > 0 ? low * std::pow(high / low, share) : low + share * (high - low);
}

} // namespace plateau::figures
