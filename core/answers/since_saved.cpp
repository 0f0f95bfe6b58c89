// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/since_saved.h"

#include <fmt/format.h>

#include "core/answers/limits.h"
#include "core/answers/step.h"

namespace plateau::answers {

namespace {

constexpr const char* version_key = "version";
constexpr const char* headlines[]
    = {"step_time_s", "tokens_per_s", "mfu", "memory_bytes_per_gpu", "usd_per_million_tokens"};

const Metric* metric_of(const std::string& key)
{
    for (const Metric& metric : metrics())
        if (metric.key == key)
            return &metric;
    return nullptr;
}

/// What a file records of the run at the marker of a limits scenario.
struct MarkerHeadline {
    const char* key;
    const char* label;
    double (*value)(const limits::Point& point);
};
constexpr MarkerHeadline marker_headlines[] = {
    {"marker_flop", PLATEAU_TEXT("Compute at the marker"),
     [](const limits::Point& p) { return p.model.training_flop; }},
    {"marker_utilization", PLATEAU_TEXT("Utilization"), [](const limits::Point& p) { return p.utilization; }},
    {"marker_gpus", "GPUs", [](const limits::Point& p) { return p.devices; }},
    {"marker_run_s", PLATEAU_TEXT("Run time"), [](const limits::Point& p) { return p.run_seconds; }},
    {"marker_usd", PLATEAU_TEXT("Cost"), [](const limits::Point& p) { return p.usd; }},
};

/// Every figure that a record may hold, and what it is called.
std::vector<std::pair<std::string, std::string>> labels()
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const char* key : headlines)
        if (const Metric* metric = metric_of(key))
            all.emplace_back(key, metric->short_label);
    for (const MarkerHeadline& headline : marker_headlines)
        all.emplace_back(headline.key, headline.label);
    return all;
}

std::string text_of(const SavedRecord& record, const std::string& key)
{
    const auto found
        = std::find_if(record.begin(), record.end(), [&](const auto& entry) { return entry.first == key; });
    return found == record.end() ? std::string() : found->second;
}

double number_of(const SavedRecord& record, const std::string& key)
{
    const auto number = units::parse(text_of(record, key), units::Unit::None);
    return number ? *number : std::nan("");
}

Message signed_percent(double change)
{
    const double share = std::abs(100 * change);
    return {change < 0 ? "−%1 %" : "+%1 %",
            {Quantity{share, units::Unit::None, share < 10 ? 1 : 0, Quantity::Style::Fixed}}};
}

/// "Step time +3.1 %, MFU −3.0 %"
Message changes(const SavedRecord& then, const SavedRecord& now, double tolerance)
{
    std::vector<Argument> words;
    for (const auto& [key, label] : labels()) {
        const double from = number_of(then, key), to = number_of(now, key);
        if (!(std::abs(from) > 0) || !std::isfinite(to) || !(std::abs(to / from - 1) > tolerance))
            continue;
        words.push_back(Message{"%1 %2", {Word{label}, signed_percent(to / from - 1)}});
    }
    const auto lost
        = [&](const char* key) { return std::isfinite(number_of(then, key)) && !std::isfinite(number_of(now, key)); };
    if (words.empty() && lost(headlines[0]))
        return {PLATEAU_TEXT("the plan was possible and no longer is"), {}};
    if (words.empty() && lost(marker_headlines[0].key))
        return {PLATEAU_TEXT("a cluster could finish in time and none can any more"), {}};
    return words.empty() ? Message{} : listed(words);
}

} // namespace

SavedRecord record(Answers& answers, const Scenario& scenario)
{
    SavedRecord result{{version_key, core_version()}};
    const auto step = answers.get<StepParts>(
        {std::make_shared<const Scenario>(scenario), search::PlanChoice::Given, search::Objective::Throughput});
    const Parts& parts = *step;
    if (!parts.possible())
        return result;
    for (const char* key : headlines)
        if (const Metric* metric = metric_of(key); metric && std::isfinite(metric->value(parts)))
            result.emplace_back(key, fmt::format("{:.6g}", metric->value(parts)));
    return result;
}

SavedRecord record(Answers& answers, const LimitsScenario& scenario)
{
    SavedRecord result{{version_key, core_version()}};
    const auto run = answers.get<LimitsPoint>({scenario.question, scenario.marker_flop});
    const limits::Point& point = *run;
    if (!point.feasible)
        return result;
    for (const MarkerHeadline& headline : marker_headlines)
        if (const double value = headline.value(point); std::isfinite(value) && value > 0)
            result.emplace_back(headline.key, fmt::format("{:.6g}", value));
    return result;
}

Message since_saved(const SavedRecord& then, const SavedRecord& now, bool presets_differ, double tolerance)
{
    const Message words = changes(then, now, tolerance);
    if (words.empty())
        return {};
    const std::string version = text_of(then, version_key), current = text_of(now, version_key);
    if (!version.empty() && version != current)
        return {presets_differ ? PLATEAU_TEXT("Since this was saved by version %2 with other presets: %1.")
                               : PLATEAU_TEXT("Since this was saved by version %2: %1."),
                {words, Verbatim{version}}};
    return {presets_differ ? PLATEAU_TEXT("Since this was saved with other presets: %1.")
                           : PLATEAU_TEXT("Since this was saved: %1."),
            {words}};
}

namespace {

template<class S>
std::vector<Message> remarks_on(Answers& answers, const S& opened, const std::string& held)
{
    std::vector<Message> remarks = opened.remarks;
    const SavedRecord then = saved_record(held);
    if (then.size() < 2) // no results
        return remarks;
    const bool presets_differ = !opened.presets.empty() && opened.presets != preset_hash(opened);
    if (presets_differ && !remarks.empty())
        remarks.pop_back();
    if (const Message since = since_saved(then, record(answers, opened), presets_differ); !since.empty())
        remarks.insert(remarks.begin(), since);
    return remarks;
}

} // namespace

std::vector<Message> opening_remarks(Answers& answers, const Scenario& opened, const std::string& held)
{
    return remarks_on(answers, opened, held);
}

std::vector<Message> opening_remarks(Answers& answers, const LimitsScenario& opened, const std::string& held)
{
    return remarks_on(answers, opened, held);
}

} // namespace plateau::answers
