// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/estimate/estimate.h"

/// The scalars of an estimate, each described once. JSON, CSV, sweeps and filters have all of them; read-outs, tables
/// and maps have those whose row says so. Adding a metric is adding a row in metrics.cpp.
namespace plateau {

enum class Better { Higher, Lower, Neither };

/// What belongs together in a read-out, in this order.
enum class MetricGroup { Rate, StepTime, Memory, Power, Run };

/// Where a metric is shown to people.
enum MetricPlace : unsigned {
    on_readout = 1, ///< the window's read-out, and the terminal's
    on_report = 2, ///< the terminal's read-out
    on_report_table = 4, ///< the terminal's tables of estimates
    on_plans_table = 8, ///< the window's table of plans
    on_comparison = 16, ///< a plan beside the current one
    on_map = 32, ///< what a map of plans can show
};

struct Metric {
    const char* key; ///< in JSON and CSV: "step_time_s"
    const char* word; ///< as a filter also knows it: "step"; empty where it has the key alone
    const char* label; ///< says all: "Tokens/s per GPU in use"
    const char* short_label; ///< beside its unit: "Per GPU in use"
    const char* unit_words; ///< after a number in display units: "tokens/s", "% of step", "GB"
    units::Unit unit; ///< of `value` times `si`
    double si; ///< SI units in one of the key's: 86,400 where it counts days
    int digits; ///< significant ones
    int decimals; ///< in tables, in display units; -1: as `digits` says
    Better better;
    MetricGroup group;
    unsigned places; ///< MetricPlace
    const char* definition; ///< in one sentence
    double (*value)(const Parts&); ///< NaN where it is not known; only of plans that are possible
    bool (*says_something)(const Parts&) = nullptr; ///< when a read-out has it; null: always
};

/// In the order of JSON and CSV.
std::span<const Metric> metrics();
/// Null for a key that is none.
const Metric* find_metric(std::string_view key);
/// Of a key that is one.
const Metric& metric(std::string_view key);

/// Those of any of these places, group by group.
std::vector<const Metric*> metrics_at(unsigned places);
bool says_something(const Metric& metric, const Parts& parts);
/// Display units in one of the key's: 100 for shares, 1e-9 for bytes, else 1.
double display_factor(const Metric& metric);
/// Either label with the unit where a number alone does not show it: "MFU, %", "Memory, GB".
Message metric_title(const Metric& metric, const char* label);
/// "3,559", "45.2 %", "60 GB", "12.4 days": the number with the unit and prefix that keep it short.
std::string metric_text(const Metric& metric, double value);
/// A value as people type it: in the unit it is shown in or the key's own; a share also as a bare percentage, so that
/// 45, 0.45 and 45 % are one. Errors as units::parse().
Expected<double> parse_metric(const Metric& metric, const std::string& text);

} // namespace plateau
