// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/settings.h"

namespace plateau::app {

/// One `--over KEY=VALUES`.
struct GridAxis {
    const ParameterDescription* parameter = nullptr;
    std::vector<Value> values;
};

/// Every combination of the axes' values; the last axis turns fastest.
struct Grid {
    std::vector<GridAxis> axes;

    std::size_t size() const;
    std::vector<std::pair<std::string, Value>> point(std::size_t index) const;
    /// Refused where the parameter is swept already, or the grid would have more than `most` points.
    Expected<void> add(GridAxis axis, std::size_t most);
};

/// Reads the axis of a parameter of such scenarios.
template<class S>
Expected<GridAxis> read_axis(const std::string& text)
{
    const auto assignment = split_assignment("--over", text);
    if (!assignment)
        return tl::unexpected(assignment.error());
    const auto parameter = parameters<S>().require(assignment->first);
    auto values = parameter ? parse_values(**parameter, assignment->second) : tl::unexpected(parameter.error());
    if (!values)
        return at_flag(values.error(), "--over", text);
    return GridAxis{*parameter, std::move(*values)};
}

Expected<Grid> read_grid(const std::vector<std::string>& over);

/// Points [first, end) of one shard.
struct ShardRange {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// "2/3" of `size` points: contiguous parts whose sizes differ by at most one. Empty text: everything.
Expected<ShardRange> read_shard(const std::string& text, std::size_t size);

} // namespace plateau::app
