// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/clipped_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::ui {

namespace {

/// Where on the way from one value to the next the limit is crossed; 0: nowhere between.
double crossing(double one, double other, double limit, bool logarithmic)
{
    if (!std::isfinite(one) || !std::isfinite(other) || (one < limit) == (other < limit) || one == limit
        || other == limit)
        return 0;
    if (!logarithmic)
        return (limit - one) / (other - one);
    return one > 0 && other > 0 ? std::log(limit / one) / std::log(other / one) : 0;
}

double between(double one, double other, double share, bool logarithmic)
{
    return logarithmic && one > 0 && other > 0 ? one * std::pow(other / one, share) : one + share * (other - one);
}

/// With a sample of its own at each crossing of the axis' ends.
figures::Series with_crossings(const figures::Series& series, const AxisRange& y, bool logarithmic_x)
{
    const bool band = !series.y_low.empty();
    figures::Series all = series;
    all.x.clear();
    all.y.clear();
    all.y_low.clear();
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (i > 0) {
            std::vector<double> shares;
            for (const double limit : {y.from, y.to}) {
                shares.push_back(crossing(series.y[i - 1], series.y[i], limit, y.logarithmic));
                if (band)
                    shares.push_back(crossing(series.y_low[i - 1], series.y_low[i], limit, y.logarithmic));
            }
            std::sort(shares.begin(), shares.end());
            for (const double share : shares) {
                if (!(share > 0 && share < 1))
                    continue;
                all.x.push_back(between(series.x[i - 1], series.x[i], share, logarithmic_x));
                all.y.push_back(between(series.y[i - 1], series.y[i], share, y.logarithmic));
                if (band)
                    all.y_low.push_back(between(series.y_low[i - 1], series.y_low[i], share, y.logarithmic));
            }
        }
        all.x.push_back(series.x[i]);
        all.y.push_back(series.y[i]);
        if (band)
            all.y_low.push_back(series.y_low[i]);
    }
    return all;
}

} // namespace

figures::Series clipped(figures::Series series, const AxisRange& y, bool logarithmic_x)
{
    const auto outside = [&](double value) { return std::isfinite(value) && !y.holds(value); };
    if (std::none_of(series.y.begin(), series.y.end(), outside)
        && std::none_of(series.y_low.begin(), series.y_low.end(), outside))
        return series;
    series = with_crossings(series, y, logarithmic_x);
    constexpr double nearly = 1e-9; // a crossing lies on the end but for rounding
    const double slack = nearly * (y.to - y.from);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!series.y_low.empty()) {
            series.y[i] = std::clamp(series.y[i], y.from, y.to);
            series.y_low[i] = std::clamp(series.y_low[i], y.from, y.to);
        } else if (series.y[i] < y.from - slack || series.y[i] > y.to + slack)
            series.y[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return series;
}

} // namespace plateau::ui
