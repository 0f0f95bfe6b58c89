// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/cross_validation.h"

namespace plateau::evidence {

/// What each constant of a stack becomes where any one source is left out: lowest and highest, by key.
using Intervals = std::map<std::string, std::pair<double, double>>;

inline std::map<std::string, Intervals> leave_out_intervals(const catalog::Catalog& catalog, const Sample& sample)
{
    std::map<std::string, Intervals> result;
    without_each(
        catalog, sample, LeftOut::Source, [&](const std::vector<std::size_t>&, const Sample&, const PooledFit& fitted) {
            for (const catalog::Stack& stack : catalog.stacks)
                for (const PooledConstant& one : constants_of(fitted, stack)) {
                    auto& [low, high] = result[stack.id].try_emplace(one.key, one.value, one.value).first->second;
                    low = std::min(low, one.value);
                    high = std::max(high, one.value);
                }
        });
    return result;
}

} // namespace plateau::evidence
