// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/roles.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

struct Segment {
    Message name;
    SegmentKind kind = SegmentKind::MatrixMultiply;
    double value = 0;
    std::vector<std::string> terms = {}; ///< of the estimate that it sums up
};

/// A bar of segments, left to right; bars of one figure share their scale.
struct Bar {
    Message name = {};
    SeriesRole role = SeriesRole::Current;
    std::vector<Segment> segments = {};
    bool fits = true; ///< else it is grey: this cannot be run
};

struct Bars {
    std::vector<Bar> bars;
    Message title = {}, note = {}; ///< above them; may be empty
    units::Unit unit = units::Unit::Seconds;
    double limit = 0; ///< a line across the bars; 0: none
    Message limit_name = {}; ///< with its number
    Message plain_head = {}, waiting_head = {}; ///< over the two halves of the legend; empty: computing, waiting
};

/// A row per segment.
std::string csv(const Bars& bars);
/// How long each bar is, and its largest parts.
std::vector<Message> readings(const Bars& bars);
std::vector<NamedPart> named_parts(Bars& bars);
bool leave_out(Bars& bars, const IsOut& is_out);

} // namespace plateau::figures
