// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study.h"

#include <charconv>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/files/text_file.h"

namespace plateau::app {

namespace {

constexpr const char* over_flag = "--over";
constexpr const char* shard_flag = "--shard";
constexpr std::size_t most_points = 10'000'000;
constexpr const char* study_key = "study";
constexpr const char* point_key = "point";
constexpr const char* check_key = "check";

/// What mark() and checked() wrote: the last cells of a row.
struct Marks {
    Study study;
    std::size_t point = 0;
    bool is_changed = false; ///< the row is not what was checked
};

/// Of a whole number from 1 up.
std::optional<std::size_t> whole(std::string_view text)
{
    std::size_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool all = read.ec == std::errc() && read.ptr == text.data() + text.size() && number > 0;
    return all ? std::optional(number) : std::nullopt;
}

std::string check_of(std::string_view line)
{
    files::Fingerprint fingerprint;
    fingerprint.add(line);
    return fingerprint.text();
}

std::optional<Marks> marks_of(std::string_view line)
{
    const auto last_cell = [&line] {
        const std::size_t comma = line.rfind(',');
        const std::string_view cell = line.substr(comma + 1); // all of it where there is none
        line = line.substr(0, comma == std::string_view::npos ? 0 : comma);
        return cell;
    };
    Marks marks;
    std::string_view point = last_cell();
    const std::string_view before = line;
    std::string_view study = last_cell();
    if (study.find('/') == std::string_view::npos) {
        marks.is_changed = check_of(before) != point;
        marks.study.is_checked = true;
        point = std::exchange(study, last_cell());
    }
    const std::size_t slash = study.find('/');
    const auto number = whole(point);
    const auto points = slash == std::string_view::npos ? std::nullopt : whole(study.substr(slash + 1));
    if (!number || !points || *number > *points)
        return std::nullopt;
    marks.point = *number;
    marks.study = {std::string(study.substr(0, slash)), *points, marks.study.is_checked};
    return marks;
}

bool is_header(std::string_view line)
{
    const std::string marks = fmt::format(",{},{}", study_key, point_key);
    return line.ends_with(marks) || line.ends_with(marks + ',' + check_key);
}

tl::unexpected<Error> broken(Message what, const std::string& file, std::size_t line)
{
    return failure(std::move(what), files::where(file, int(line)),
                   {PLATEAU_TEXT("a table that plateau sweep wrote, whole or a part"), {}});
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

Expected<PointRange> read_shard(const std::string& text, std::size_t size)
{
    if (text.empty())
        return PointRange{0, size};
    const std::size_t slash = std::min(text.find('/'), text.size() - 1);
    const auto part = whole(std::string_view(text).substr(0, slash)),
               parts = whole(std::string_view(text).substr(slash + 1));
    if (!part || !parts || *part > *parts || *parts > most_points)
        return failure({PLATEAU_TEXT("“%1” is no part of a sweep"), {Verbatim{text}}}, shard_flag,
                       {PLATEAU_TEXT("K/N with K from 1 to N, such as 2/3"), {}});
    return PointRange{(*part - 1) * size / *parts, *part * size / *parts};
}

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
    return {fingerprint.text(), grid.size(), true};
}

void mark(Json& row, const Study& study, std::size_t index)
{
    row[study_key] = fmt::format("{}/{}", study.name, study.points);
    row[point_key] = index + 1;
}

std::string checked(const Json& row, std::string line, bool is_header)
{
    if (row.contains(study_key))
        line.insert(line.size() - 1, ',' + (is_header ? check_key : check_of({line.data(), line.size() - 1})));
    return line;
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
        if (line.ends_with('\r'))
            line.pop_back();
        if (is_header(line)) {
            if (!part.header.empty() && part.header != line + "\n")
                return broken({PLATEAU_TEXT("a second header, of another table"), {}}, file, number);
            part.header = line + "\n";
        } else {
            const auto marks = marks_of(line);
            if (!marks)
                return broken({PLATEAU_TEXT("this row does not end with its study and its point"), {}}, file, number);
            if (marks->is_changed)
                return broken({PLATEAU_TEXT("this row was changed after it was written"), {}}, file, number);
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
