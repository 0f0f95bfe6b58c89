// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/units/quantity.h"
#include "core/views/figures/named_part.h"
#include "core/views/figures/script.h"
#include "core/views/figures/segment_kind.h"

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
    units::Unit unit = units::Unit::Seconds;
    double limit = 0; ///< a line across the bars; 0: none
    Message limit_name = {};
    Message plain_head = {}, waiting_head = {}; ///< over the two halves of the legend; empty: computing, waiting
};

/// A row per segment.
std::string csv(const Bars& bars);
/// How long each bar is, and its largest parts.
std::vector<Message> readings(const Bars& bars);
std::vector<NamedPart> named_parts(Bars& bars);
bool leave_out(Bars& bars, const IsOut& is_out);

/// Draws it in a script, of arguments that are made for all charts: resources/scripts/matplotlib.py.
inline std::string python_call(const Bars&, const std::string& arguments) { return "bars(" + arguments + ")"; }
/// The same with pgfplots, as an axis of a group.
std::string tex_axis(const Bars& bars, const TableRows& rows, const TexColours& colours);

} // namespace plateau::figures
