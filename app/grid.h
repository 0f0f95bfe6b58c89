// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/question/scenario/parameter_table.h"

namespace plateau::app {

/// One `--over KEY=VALUES`.
struct GridAxis {
    const TrainingParameter* parameter = nullptr;
    std::vector<Value> values;
};

/// Every combination of the axes' values; the last axis turns fastest.
struct Grid {
    std::vector<GridAxis> axes;

    std::size_t size() const;
    std::vector<std::pair<std::string, Value>> point(std::size_t index) const;
};

Expected<Grid> read_grid(const std::vector<std::string>& over);

/// Points [first, end) of one shard.
struct ShardRange {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// "2/3" of `size` points: contiguous parts whose sizes differ by at most one. Empty text: everything.
Expected<ShardRange> read_shard(const std::string& text, std::size_t size);

} // namespace plateau::app
