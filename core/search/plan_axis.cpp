// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_axis.h"

#include <algorithm>
#include <cmath>

#include "core/model/prepared.h"

namespace plateau::search {

std::span<const PlanAxis> plan_axes()
{
    static const std::vector<PlanAxis> axes = [] {
        std::vector<PlanAxis> list;
        for (const PlanDimension* dimension : plan_table::in_tables)
            if (dimension->searched)
                list.push_back({dimension});
        return list;
    }();
    return axes;
}

const PlanAxis* find_plan_axis(std::string_view key)
{
    const auto axes = plan_axes();
    const auto found = std::find_if(axes.begin(), axes.end(), [&](const PlanAxis& axis) { return axis.key() == key; });
    return found == axes.end() ? nullptr : &*found;
}

std::vector<int> axis_values(const PlanAxis& axis, const Prepared& prepared, const std::vector<int>& also, int most)
{
    std::vector<int> result;
    if (axis.has_words()) {
        for (int value = 0; value < axis.values(); ++value)
            result.push_back(value);
        return result;
    }
    for (const int value : also) {
        if (value > 0 && std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    const double end = axis.dimension->largest(reach_of(prepared));
    const bool from_above = axis.dimension->from_above;
    const int last = std::max(0, int(std::floor(std::log2(std::max(1.0, end)))));
    for (int step = 0; step <= last && int(result.size()) < most; ++step) {
        const int value = 1 << (from_above ? last - step : step);
        if (std::find(result.begin(), result.end(), value) == result.end())
            result.push_back(value);
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace plateau::search
