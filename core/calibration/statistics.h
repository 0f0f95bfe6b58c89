// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace plateau::evidence {

/// The mean of at least one value.
double mean(const std::vector<double>& values);
/// The value below which a share q of them lies; linear interpolation between order statistics.
double quantile(std::vector<double> values, double q);
/// Spearman's rank correlation, ties at their mean rank; nothing when either side is constant.
std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

} // namespace plateau::evidence
