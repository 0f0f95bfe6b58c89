// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/model/timeline.h"

namespace plateau {

namespace {

using Json = nlohmann::ordered_json;

/// Whole nanoseconds, so that what meets in seconds meets in the file.
double microseconds(double seconds) { return std::round(seconds * 1e9) / 1e3; }

Json slice(const std::string& name, const char* category, double begin, double end, std::size_t stage)
{
    const double from = microseconds(begin);
    return {{"name", name}, {"cat", category}, {"ph", "X"}, {"ts", from}, {"dur", microseconds(end) - from},
            {"pid", 0},     {"tid", stage}};
}

const char* category(Part part)
{
    switch (kind(part)) {
    case PartKind::Compute:
        return "compute";
    case PartKind::Communication:
        return "communication";
    case PartKind::Idle:
        return "idle";
    default:
        return "overhead";
    }
}

std::string pass_name(const Interval& interval)
{
    const char* kind = interval.weight ? "Weight gradients" : interval.backward ? "Backward" : "Forward";
    return fmt::format("{} {}", kind, interval.micro_batch + 1);
}

bool same_pass(const Interval& left, const Interval& right)
{
    return left.micro_batch == right.micro_batch && left.chunk == right.chunk && left.backward == right.backward
        && left.weight == right.weight;
}

void add_stage(Json& events, const std::vector<Interval>& intervals, std::size_t stage)
{
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"tid", stage},
                      {"args", {{"name", fmt::format("Stage {}", stage + 1)}}}});
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& interval = intervals[i];
        const bool starts_pass = interval.micro_batch >= 0 && (i == 0 || !same_pass(interval, intervals[i - 1]));
        if (starts_pass) {
            std::size_t end = i;
            while (end + 1 < intervals.size() && same_pass(intervals[end + 1], interval))
                ++end;
            Json pass = slice(pass_name(interval), interval.backward ? "backward" : "forward", interval.begin,
                              intervals[end].end, stage);
            pass["args"] = {{"micro_batch", interval.micro_batch + 1}, {"chunk", interval.chunk + 1}};
            events.push_back(std::move(pass));
        }
        if (interval.part != Part::Count)
            events.push_back(slice(label(interval.part), category(interval.part), interval.begin, interval.end, stage));
    }
}

} // namespace

bool is_chrome_trace(const std::string& text) { return text.starts_with(R"({"displayTimeUnit":"ms","otherData":)"); }

std::string chrome_trace(const Timeline& timeline, const std::string& title,
                         const std::vector<CollectiveUse>& collectives)
{
    Json document;
    document["displayTimeUnit"] = "ms";
    document["otherData"]
        = {{"title", title}, {"step_seconds", timeline.seconds}, {"played_seconds", timeline.played_seconds}};
    for (const CollectiveUse& use : collectives)
        document["otherData"]["collectives"].push_back(collective_words(use));
    Json& events = document["traceEvents"] = Json::array();
    events.push_back(
        {{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", title.empty() ? "Step" : title}}}});
    for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage)
        add_stage(events, timeline.stages[stage], stage);
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace plateau
