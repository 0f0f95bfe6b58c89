// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/charts/roles.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

/// A change, or where a total stands; NaN: there is none.
struct WaterfallValue {
    double value = std::numeric_limits<double>::quiet_NaN();
    Message words = {}; ///< in place of the value with its unit, or the reason why there is none
};

struct WaterfallStep {
    Message name;
    WaterfallValue own;
    WaterfallValue pinned = {};
    bool total = false; ///< stands on zero: start, end or a sum between; else it begins where the step before ended
    std::optional<SegmentKind> kind = {}; ///< what it is filled as; none: in the hue of the question it belongs to
    std::vector<std::string> subjects = {}; ///< terms and metrics of the estimate whose formulas make it up
};

/// From a start down or up to an end, a row for each step; thin below each bar the same of a pinned question.
struct Waterfall {
    Message title; ///< "From the peak to what is reached"
    Message note; ///< "TFLOP/s per GPU"
    std::vector<WaterfallStep> steps;
    units::Unit unit = units::Unit::None;
    Message own_name = {};
    Message pinned_name = {}; ///< empty: nothing is pinned
    SeriesRole own_role = SeriesRole::Current, pinned_role = SeriesRole::PinA;

    bool has_pinned() const { return !pinned_name.empty(); }
};

/// From where to where a step's bar goes; NaN: it has none.
struct WaterfallSpan {
    double from = 0, to = 0;
};
std::vector<WaterfallSpan> waterfall_spans(const Waterfall& chart, bool pinned);

/// A row per step and question.
std::string csv(const Waterfall& chart);
/// Where it starts and ends, and the largest step.
std::vector<Message> readings(const Waterfall& chart);
/// The current and the pinned question.
std::vector<NamedPart> named_parts(Waterfall& chart);
bool leave_out(Waterfall& chart, const IsOut& is_out);

} // namespace plateau::figures
