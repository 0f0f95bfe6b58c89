// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plateau::evidence {

namespace {

std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && values[order[j]] == values[order[i]])
            ++j;
        for (std::size_t k = i; k < j; ++k)
            result[order[k]] = 0.5 * static_cast<double>(i + j - 1);
        i = j;
    }
    return result;
}

} // namespace

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    const std::size_t low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (at - static_cast<double>(low)) * (values[high] - values[low]);
}

std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y)
{
    const std::vector<double> a = ranks(x);
    const std::vector<double> b = ranks(y);
    const double centre = 0.5 * (static_cast<double>(a.size()) - 1);
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - centre) * (b[i] - centre);
        aa += (a[i] - centre) * (a[i] - centre);
        bb += (b[i] - centre) * (b[i] - centre);
    }
    if (!(aa > 0 && bb > 0))
        return std::nullopt;
    return ab / std::sqrt(aa * bb);
}

} // namespace plateau::evidence
