// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/formula/number.h"
#include "core/model/estimate.h"

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
    everywhere = ~0U, ///< those shown nowhere left out
};

/// What of that a measured run tells, which has seconds and GPUs.
enum class Measured {
    No, ///< watts were not measured, nor losses, nor failures
    PerGpu, ///< as it is
    AllGpus, ///< times the GPUs
    AtCurve, ///< in proportion to what the curve says there
};

/// A quantity that the first plot of a scaling figure can show, and how.
struct ScalingAxis {
    const char* metric = ""; ///< its key; empty: how long a loss takes, which depends on the question
    const char* name = ""; ///< in files: "per_gpu"; its figure is "scaling-per-gpu"
    const char* title = ""; ///< of the view, in the list of all: "The same, with the throughput of one GPU"
    const char* label = ""; ///< on its button and in the menu: "Per GPU"
    const char* help = "";
    const char* unit = ""; ///< under the plot's title; empty: the metric's label
    bool logarithmic = false;
    bool banded = false; ///< the range of the constants is drawn
    Measured measured = Measured::No;
    const char* added = ""; ///< what each doubling adds of `divisor`: "added GPUs"
    double (*divisor)(const Parts&) = nullptr; ///< of throughput; null: what a doubling adds is not drawn
    const char* no_divisor = ""; ///< written across a plot where that is nothing: "Free of charge: ..."

    bool is_to_loss() const { return !*metric; }
};
/// In the order in which they are offered; the first is the usual one.
std::span<const ScalingAxis> scaling_axes();
/// By its name; the usual one where none is called that.
const ScalingAxis& scaling_axis(std::string_view name);

/// What stands after a number in display units.
struct UnitWords {
    const char* usual; ///< "tokens/s", "% of step", "GB"
    const char* narrow; ///< where there is little room: "tok/s", "%"

    constexpr UnitWords(const char* usual_words, const char* narrow_words)
        : usual(usual_words), narrow(narrow_words) { }
    constexpr UnitWords(const char* words) : UnitWords(words, words) { }
};

/// What a metric is counted in, and how exactly it is shown.
struct MetricUnit {
    UnitWords words;
    units::Unit unit; ///< of the value times `si`
    int digits = 3; ///< significant ones
    int decimals = -1; ///< in tables, in display units; -1: as `digits` says
    double si = 1; ///< SI units in one of the key's: 86,400 where it counts days
};

/// A function of an answer, written once for every number type: of numbers the value, of numbers that write down how
/// they were computed the formula.
class MetricValue {
public:
    template<class Function>
    constexpr MetricValue(Function)
        : number_([](const Parts& parts) -> double { return Function{}(parts); }),
          traced_([](const PartsOf<formula::Traced>& parts) -> formula::Traced { return Function{}(parts); })
    {
    }

    double operator()(const Parts& parts) const { return number_(parts); }
    formula::Traced operator()(const PartsOf<formula::Traced>& parts) const { return traced_(parts); }

private:
    double (*number_)(const Parts&);
    formula::Traced (*traced_)(const PartsOf<formula::Traced>&);
};

struct Metric {
    const char* key; ///< in JSON and CSV: "step_time_s"
    const char* word = ""; ///< as a filter also knows it: "step"; empty where it has the key alone
    const char* label; ///< says all: "Tokens/s per GPU in use"
    const char* short_label = label; ///< beside its unit: "Per GPU in use"
    MetricUnit shown_in;
    Better better;
    MetricGroup group;
    unsigned places = 0; ///< MetricPlace
    const char* definition; ///< in one sentence
    MetricValue value; ///< NaN where it is not known; only of plans that are possible
    bool (*says_something)(const Parts&) = nullptr; ///< when a read-out has it; null: always
    const char* column = ""; ///< heading of a narrow column where label and unit are too long: "Tok/s/GPU"
    double (*most)(const Parts&) = nullptr; ///< what the value may be at most; null: no limit
};

/// In the order of JSON and CSV.
std::span<const Metric> metrics();
/// Null for a key that is none.
const Metric* find_metric(std::string_view key);
/// The metric of a key, which must be one.
const Metric& metric(std::string_view key);

/// Those of any of these places, group by group.
std::vector<const Metric*> metrics_at(unsigned places);
bool says_something(const Metric& metric, const Parts& parts);
/// Display units in one of the key's: 100 for shares, 1e-9 for bytes, else 1.
double display_factor(const Metric& metric);
/// Either label with the unit where a number alone does not show it: "MFU, %", "Memory, GB".
Message metric_title(const Metric& metric, const char* label);
/// Heading of a narrow column, unit included: "MFU, %", "Tok/s/GPU".
Message metric_heading(const Metric& metric);
/// What a count is divided by so that it stays short: 1,249,000 is 1.249 M.
struct MetricScale {
    double divisor = 1;
    const char* prefix = "";
};
MetricScale metric_scale(const Metric& metric, double value);
/// As tables and read-outs show it, in display units: "45.8", "9,842", "1.26".
Quantity metric_number(const Metric& metric, double value, const MetricScale& scale = {});
/// What stands after it: "M tokens/s", "% of step", "GB of 80"; where there is little room "tok/s", "%".
Message metric_unit(const Metric& metric, const Parts& parts, bool narrow = false, const MetricScale& scale = {});
/// "3,559", "45.2 %", "60 GB", "12.4 days": the number with the unit and prefix that keep it short.
Quantity metric_text(const Metric& metric, double value);
/// A value as people type it: in the unit it is shown in or the key's own; a share also as a bare percentage, so that
/// 45, 0.45 and 45 % are one. Errors as units::parse().
Expected<double> parse_metric(const Metric& metric, const std::string& text);

} // namespace plateau
