// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "app/command.h"
#include "app/question.h"
#include "app/study.h"
#include "app/table.h"
#include "app/terminal.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

constexpr Flag table_flag{csv_flag.name, csv_flag.value, "where the whole table goes (default: standard output)"};
constexpr Flag join_flags[] = {table_flag, force_flag, quiet_flag};
constexpr std::size_t most_files = 100'000;

/// What the parts are together: stretches in the order of their points.
struct Joined {
    Study study;
    std::string header;
    std::vector<Stretch> stretches;
};

Message points(std::size_t first, std::size_t end)
{
    const Verbatim last{std::to_string(end)};
    return end == first + 1 ? Message{PLATEAU_TEXT("point %1"), {last}}
                            : Message{PLATEAU_TEXT("points %1 to %2"), {Verbatim{std::to_string(first + 1)}, last}};
}

Expected<Joined> read_parts(const std::vector<std::string>& files)
{
    Joined joined;
    std::string from;
    for (const std::string& file : files) {
        auto part = require(read_part(file));
        if (!part.study)
            continue; // more parts than points
        if (from.empty()) {
            joined.study = *part.study;
            from = file;
        } else if (*part.study != joined.study) {
            return failure({PLATEAU_TEXT("a part of another sweep than %1"), {Verbatim{from}}}, file,
                           {PLATEAU_TEXT("parts of one scenario, one grid, one version and the same presets"), {}});
        }
        if (!part.header.empty())
            joined.header = part.header;
        joined.stretches.insert(joined.stretches.end(), part.stretches.begin(), part.stretches.end());
    }
    if (from.empty())
        return failure({PLATEAU_TEXT("there is no row in these files"), {}}, files.front(), {});
    std::stable_sort(joined.stretches.begin(), joined.stretches.end(),
                     [](const Stretch& one, const Stretch& other) { return one.first < other.first; });
    return joined;
}

Expected<void> check_overlaps(const std::vector<Stretch>& stretches)
{
    for (std::size_t i = 1; i < stretches.size(); ++i) {
        const Stretch &one = stretches[i - 1], &next = stretches[i];
        if (next.first < one.end)
            return failure({PLATEAU_TEXT("%1 stands in %2 too"),
                            {points(next.first, std::min(one.end, next.end)), Verbatim{one.file}}},
                           next.file, {PLATEAU_TEXT("every point once"), {}});
    }
    return {};
}

/// Which points are missing, and which parts to run again where that can be told.
Expected<void> check_gaps(const Joined& joined)
{
    const std::vector<PointRange> missing = gaps(joined.stretches, joined.study.points);
    if (missing.empty())
        return {};
    std::vector<std::string> ranges, again;
    for (const PointRange& range : missing)
        ranges.push_back(english(points(range.first, range.end)));
    if (const auto parts = number_of_parts(joined.stretches, joined.study.points))
        for (std::size_t part = 1; part <= *parts; ++part) {
            const std::size_t first = (part - 1) * joined.study.points / *parts;
            const std::size_t end = part * joined.study.points / *parts;
            if (std::any_of(missing.begin(), missing.end(),
                            [&](const PointRange& range) { return range.first < end && first < range.end; }))
                again.push_back(fmt::format("--shard {}/{}", part, *parts));
        }
    // There may be thousands of ranges: they are one text, which is cut where it is shown.
    Error error{{PLATEAU_TEXT("of %1 points are missing: %2"),
                 {Verbatim{std::to_string(joined.study.points)}, Verbatim{plateau::joined(ranges)}}},
                "join",
                {}};
    if (!again.empty())
        error.accepted = {PLATEAU_TEXT("run again: %1"), {Verbatim{plateau::joined(again)}}};
    return tl::unexpected(std::move(error));
}

Expected<int> run_join(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("no part given"), {}}, "PART",
                       {PLATEAU_TEXT("the tables that plateau sweep --shard wrote"), {}});
    const auto joined = require(read_parts(arguments.operands));
    require(check_overlaps(joined.stretches));
    require(check_gaps(joined));
    if (joined.header.empty())
        return failure({PLATEAU_TEXT("no file has the names of the columns"), {}}, "join",
                       {PLATEAU_TEXT("the first part as it was written"), {}});
    const std::string file = arguments.last(csv_flag.name, "-");
    std::optional<files::Output> output;
    if (file != "-")
        output.emplace(opened(files::Output::open(file, replacing(arguments, is_earlier(Table::Sweep)))));
    const auto write = [&](std::string_view text) {
        if (output)
            return output->write(text);
        put(std::string(text));
        return standard_output_holds();
    };
    bool holds = write(joined.header);
    for (const Stretch& stretch : joined.stretches)
        if (const auto copied = holds ? copy(stretch, write) : Expected<void>(); !copied)
            return failed(copied.error());
    if (output)
        if (const auto written = output->commit(); !written)
            return failed(written.error());
    if (output && !arguments.has(quiet_flag.name))
        remark(fmt::format("{}: {} points of {} files", file, joined.study.points, arguments.operands.size()));
    return exit_answered;
}

} // namespace

extern const Command join_command("join", "PART...",
                                  "the parts of a sweep that was cut by --shard, checked and put together", join_flags,
                                  most_files, run_join, "merge, concatenate, collect, cat");

} // namespace plateau::app
