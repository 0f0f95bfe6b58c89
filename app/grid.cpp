// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/grid.h"

#include <charconv>

namespace plateau::app {

namespace {

constexpr const char* over_flag = "--over";
constexpr const char* shard_flag = "--shard";
constexpr std::size_t most_points = 10'000'000;

bool read_whole(std::string_view text, std::size_t& number)
{
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

} // namespace

std::size_t Grid::size() const
{
    std::size_t points = 1;
    for (const GridAxis& axis : axes)
        points *= axis.values.size();
    return points;
}

std::vector<std::pair<std::string, Value>> Grid::point(std::size_t index) const
{
    std::vector<std::pair<std::string, Value>> changes(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        changes[i] = {axes[i].parameter->key, axes[i].values[index % axes[i].values.size()]};
        index /= axes[i].values.size();
    }
    return changes;
}

Expected<void> Grid::add(GridAxis axis, std::size_t most)
{
    for (const GridAxis& earlier : axes)
        if (earlier.parameter == axis.parameter)
            return failure({PLATEAU_TEXT("%1 is swept twice"), {Verbatim{axis.parameter->key}}}, over_flag);
    axes.push_back(std::move(axis));
    if (size() > most)
        return failure({PLATEAU_TEXT("the grid has more than %1 points"), {Verbatim{std::to_string(most)}}}, over_flag,
                       {PLATEAU_TEXT("fewer values, or several sweeps"), {}});
    return {};
}

Expected<Grid> read_grid(const std::vector<std::string>& over)
{
    if (over.empty())
        return failure({PLATEAU_TEXT("says over what to sweep"), {}}, over_flag,
                       {PLATEAU_TEXT("KEY=VALUES, such as gpus=8..2048 or tp=1,2,4"), {}});
    Grid grid;
    for (const std::string& text : over) {
        auto axis = read_axis<Scenario>(text);
        const auto added = axis ? grid.add(std::move(*axis), most_points) : tl::unexpected(axis.error());
        if (!added)
            return tl::unexpected(added.error());
    }
    return grid;
}

Expected<ShardRange> read_shard(const std::string& text, std::size_t size)
{
    if (text.empty())
        return ShardRange{0, size};
    const std::size_t slash = text.find('/');
    std::size_t part = 0;
    std::size_t parts = 0;
    if (slash == std::string::npos || !read_whole(std::string_view(text).substr(0, slash), part)
        || !read_whole(std::string_view(text).substr(slash + 1), parts) || part < 1 || part > parts
        || parts > most_points)
        return failure({PLATEAU_TEXT("“%1” is no part of a sweep"), {Verbatim{text}}}, shard_flag,
                       {PLATEAU_TEXT("K/N with K from 1 to N, such as 2/3"), {}});
    return ShardRange{(part - 1) * size / parts, part * size / parts};
}

} // namespace plateau::app
