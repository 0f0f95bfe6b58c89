// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/since_saved.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/estimate/metrics.h"
#include "core/search/best_plan.h"

namespace plateau::narrate {

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

std::string signed_percent(double change)
{
    const double share = 100 * change;
    return fmt::format("{}{:.{}f} %", share < 0 ? "−" : "+", std::abs(share), std::abs(share) < 10 ? 1 : 0);
}

/// "Step time +3.1 %, MFU −3.0 %"
std::string changes(const SavedRecord& then, const SavedRecord& now, double tolerance)
{
    std::string words;
    for (const char* key : headlines) {
        const double from = number_of(then, key), to = number_of(now, key);
        const Metric* metric = metric_of(key);
        if (!metric || !(std::abs(from) > 0) || !std::isfinite(to) || !(std::abs(to / from - 1) > tolerance))
            continue;
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", metric->short_label, signed_percent(to / from - 1));
    }
    const bool ran = std::isfinite(number_of(then, headlines[0])), runs = std::isfinite(number_of(now, headlines[0]));
    if (words.empty() && ran && !runs)
        return "the plan was possible and is not any more";
    return words;
}

} // namespace

SavedRecord record(const Scenario& scenario)
{
    SavedRecord result{{version_key, core_version()}};
    const auto prepared = prepare(scenario);
    if (!prepared)
        return result;
    search::PlanSearch search;
    const Parts parts
        = search::best_plan(search, *prepared, search::open_keys(scenario, search::PlanChoice::Given), {});
    if (!parts.possible())
        return result;
    for (const char* key : headlines)
        if (const Metric* metric = metric_of(key); metric && std::isfinite(metric->value(parts)))
            result.emplace_back(key, fmt::format("{:.6g}", metric->value(parts)));
    return result;
}

SavedRecord record(const LimitsScenario&) { return {{version_key, core_version()}}; }

Message since_saved(const SavedRecord& then, const SavedRecord& now, bool presets_differ, double tolerance)
{
    const std::string words = changes(then, now, tolerance);
    if (words.empty())
        return {};
    const std::string version = text_of(then, version_key), current = text_of(now, version_key);
    if (!version.empty() && version != current)
        return {presets_differ ? PLATEAU_TEXT("Since this was saved by version %2 with other presets: %1.")
                               : PLATEAU_TEXT("Since this was saved by version %2: %1."),
                {words, version}};
    return {presets_differ ? PLATEAU_TEXT("Since this was saved with other presets: %1.")
                           : PLATEAU_TEXT("Since this was saved: %1."),
            {words}};
}

} // namespace plateau::narrate
