// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/files/text_file.h"
#include "core/question/scenario/scenario_file.h"

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

namespace {

constexpr const char* study_key = "study";
constexpr const char* point_key = "point";

/// What mark() wrote: the last two cells of a row.
struct Marks {
    Study study;
    std::size_t point = 0;
};

std::optional<std::size_t> whole(std::string_view text)
{
    std::size_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool all = read.ec == std::errc() && read.ptr == text.data() + text.size() && number > 0;
    return all ? std::optional(number) : std::nullopt;
}

std::optional<Marks> marks_of(std::string_view line)
{
    const std::size_t last = line.rfind(',');
    if (last == std::string_view::npos || last == 0)
        return std::nullopt;
    const std::size_t start = line.rfind(',', last - 1) + 1; // 0 where there is none
    const std::string_view study = line.substr(start, last - start);
    const std::size_t slash = study.find('/');
    const auto point = whole(line.substr(last + 1));
    const auto points = slash == std::string_view::npos ? std::nullopt : whole(study.substr(slash + 1));
    if (!point || !points || *point > *points)
        return std::nullopt;
    return Marks{{std::string(study.substr(0, slash)), *points}, *point};
}

bool is_header(std::string_view line) { return line.ends_with(fmt::format(",{},{}", study_key, point_key)); }

tl::unexpected<Error> broken(Message what, const std::string& file, std::size_t line)
{
    return failure(std::move(what), files::where(file, int(line)),
                   {PLATEAU_TEXT("a table that plateau sweep wrote, whole or a part"), {}});
}

} // namespace

Study study_of(const ScenarioQuestion& question, const Grid& grid)
{
    files::Fingerprint fingerprint;
    fingerprint.add(core_version());
    fingerprint.add(write_scenario(question.scenario));
    fingerprint.add(preset_hash(question.scenario));
    fingerprint.add(fmt::format("{} {}", int(question.planning.choice), int(question.planning.objective)));
    for (const GridAxis& axis : grid.axes) {
        fingerprint.add(axis.parameter->key);
        for (const Value& value : axis.values)
            fingerprint.add(json_text(to_json(value), -1) + "\n");
    }
    return {fingerprint.text(), grid.size()};
}

void mark(Json& row, const Study& study, std::size_t index)
{
    row[study_key] = fmt::format("{}/{}", study.name, study.points);
    row[point_key] = index + 1;
}

Expected<StudyPart> read_part(const std::string& file)
{
    if (const auto checked = files::check_file(file); !checked)
        return tl::unexpected(checked.error());
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return failure({PLATEAU_TEXT("the file cannot be read"), {}}, file, {});
    StudyPart part;
    std::size_t offset = 0, number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::size_t length = line.size() + 1;
        if (in.eof())
            return broken({PLATEAU_TEXT("the last line is broken off"), {}}, file, number);
        if (is_header(line)) {
            if (!part.header.empty() && part.header != line + "\n")
                return broken({PLATEAU_TEXT("a second header, of another table"), {}}, file, number);
            part.header = line + "\n";
        } else {
            const auto marks = marks_of(line);
            if (!marks)
                return broken({PLATEAU_TEXT("this row does not end with its study and its point"), {}}, file, number);
            if (part.study && *part.study != marks->study)
                return broken({PLATEAU_TEXT("this row is of study %1, those before are of %2"),
                               {Verbatim{marks->study.name}, Verbatim{part.study->name}}},
                              file, number);
            part.study = marks->study;
            auto& stretches = part.stretches;
            const std::size_t point = marks->point - 1;
            if (stretches.empty() || stretches.back().end != point
                || stretches.back().offset + stretches.back().length != offset)
                stretches.push_back({file, point, point, offset, 0});
            ++stretches.back().end;
            stretches.back().length += length;
        }
        offset += length;
    }
    return part;
}

Expected<void> copy(const Stretch& stretch, const std::function<bool(std::string_view)>& write)
{
    std::ifstream in(stretch.file, std::ios::binary);
    in.seekg(std::streamoff(stretch.offset));
    std::string piece;
    for (std::size_t left = stretch.length; left > 0; left -= piece.size()) {
        piece.resize(std::min(left, std::size_t(1) << 20));
        if (!in.read(piece.data(), std::streamsize(piece.size())))
            return failure({PLATEAU_TEXT("the file changed while it was read"), {}}, stretch.file, {});
        if (!write(piece))
            return {};
    }
    return {};
}

std::vector<PointRange> gaps(const std::vector<Stretch>& stretches, std::size_t points)
{
    std::vector<PointRange> found;
    std::size_t reached = 0;
    for (const Stretch& stretch : stretches) {
        if (stretch.first > reached)
            found.push_back({reached, stretch.first});
        reached = std::max(reached, stretch.end);
    }
    if (reached < points)
        found.push_back({reached, points});
    return found;
}

std::optional<std::size_t> number_of_parts(const std::vector<Stretch>& stretches, std::size_t points)
{
    std::set<std::size_t> starts, limits;
    for (const Stretch& stretch : stretches) {
        starts.insert(stretch.first);
        limits.insert({stretch.first, stretch.end});
    }
    const auto fewest = [&](const std::set<std::size_t>& places) -> std::optional<std::size_t> {
        for (std::size_t parts = std::max<std::size_t>(1, starts.size()); parts <= points; ++parts) {
            const auto is_limit = [&](std::size_t place) {
                const std::size_t before = (place * parts + points - 1) / points; // parts that have ended there
                return before * points / parts == place;
            };
            if (std::all_of(places.begin(), places.end(), is_limit))
                return parts;
        }
        return std::nullopt;
    };
    const auto exact = fewest(limits);
    return exact ? exact : fewest(starts); // a part that ended early ends anywhere
}

} // namespace plateau::app
