// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/json.h"
#include "app/question.h"

/// A sweep, whole or cut into parts: each row says which sweep it belongs to and which of its points it is, so that a
/// table can be checked and put together without knowing how it was cut.
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
Expected<GridAxis> read_axis(const std::string& text, const char* flag = "--over")
{
    const auto assignment = split_assignment(flag, text);
    if (!assignment)
        return tl::unexpected(assignment.error());
    const auto parameter = parameters<S>().require(assignment->first);
    auto values = parameter ? parse_values(**parameter, assignment->second) : tl::unexpected(parameter.error());
    if (!values)
        return at_flag(values.error(), flag, text);
    return GridAxis{*parameter, std::move(*values)};
}

Expected<Grid> read_grid(const std::vector<std::string>& over);

/// Points [first, end): of one shard, or missing.
struct PointRange {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// "2/3" of `size` points: contiguous parts whose sizes differ by at most one. Empty text: everything.
Expected<PointRange> read_shard(const std::string& text, std::size_t size);

struct Study {
    std::string name; ///< fingerprint of the question, its presets, the grid and the version
    std::size_t points = 0;
    bool is_checked = false; ///< rows end with a check of their own; earlier tables have none

    bool operator==(const Study&) const = default;
};
Study study_of(const ScenarioQuestion& question, const Grid& grid);

/// Adds the last two cells of a row: `study`, "NAME/POINTS", and `point`, from 1.
void mark(Json& row, const Study& study, std::size_t index);

/// A line of CSV, of a sweep's row with a further cell `check`: a fingerprint of what stands before it.
std::string checked(const Json& row, std::string line, bool is_header);

/// Rows of a file whose points follow one another.
struct Stretch {
    std::string file;
    std::size_t first = 0; ///< index of the first point, from 0
    std::size_t end = 0;
    std::size_t offset = 0; ///< in the file, bytes
    std::size_t length = 0;
};

/// The table of a sweep or of a part of it.
struct StudyPart {
    std::string header; ///< with its line break; empty: none
    std::optional<Study> study; ///< none: no row
    std::vector<Stretch> stretches;
};
/// Refuses what is no such table, what is of several sweeps, a row that was changed, and a line that is broken off.
Expected<StudyPart> read_part(const std::string& file);

/// The bytes of a stretch, piece by piece, until `write` says false.
Expected<void> copy(const Stretch& stretch, const std::function<bool(std::string_view)>& write);

/// The points that no stretch holds. `stretches` in the order of their points.
std::vector<PointRange> gaps(const std::vector<Stretch>& stretches, std::size_t points);

/// The fewest parts of which these can be some, as where they begin and end tells; nothing where no number fits.
std::optional<std::size_t> number_of_parts(const std::vector<Stretch>& stretches, std::size_t points);

} // namespace plateau::app
