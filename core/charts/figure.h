// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/charts/mechanism.h"
#include "core/charts/plot.h"
#include "core/charts/roles.h"
#include "core/text/messages/error.h"
#include "core/text/units/quantity.h"

/// What is drawn, as a plain value. The window's plots, PNG, SVG, PDF, CSV and scripts are all made from one Figure.
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

/// A change, or where a total stands; NaN: there is none.
struct WaterfallValue {
    double value = std::numeric_limits<double>::quiet_NaN();
    Message words = {}; ///< in place of the value with its unit, or the reason why there is none
    std::pair<double, double> range = {}; ///< least and greatest under explanations that fit alike

    /// One that is too narrow is not shown.
    bool is_range() const { return std::isfinite(value) && range.second - range.first > 0.005; }
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
    bool has_ranges() const
    {
        return std::any_of(steps.begin(), steps.end(),
                           [](const auto& each) { return each.own.is_range() || each.pinned.is_range(); });
    }
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

/// One pair of choices: its value, or why there is none.
struct HeatCell {
    double value = std::numeric_limits<double>::quiet_NaN();
    Message reason; ///< in the cell: "125 GB"
    Message hint; ///< under the pointer
};

/// Two choices against each other: hue for the value, hatching where there is none.
struct HeatMap {
    Message title; ///< "Tokens/s per GPU"
    Message note; ///< "best of the other parameters"
    Message column_title, row_title;
    std::vector<Message> columns; ///< from the left
    std::vector<Message> rows; ///< from the top
    std::vector<HeatCell> cells; ///< row by row
    units::Unit unit = units::Unit::None;
    int best = -1; ///< framed
    int current = -1; ///< dashed frame: the choices of the current plan, whatever is best there
    double current_value = std::numeric_limits<double>::quiet_NaN(); ///< of that plan itself
    int selected = -1; ///< framed in the accent's colour
    struct Pin {
        int cell = 0;
        std::string letter;
        SeriesRole role = SeriesRole::PinA;
    };
    std::vector<Pin> pins = {}; ///< a letter in the corner of a cell each
};

/// A row per pair of choices.
std::string csv(const HeatMap& map);
/// Where the best cell is.
std::vector<Message> readings(const HeatMap& map);
inline std::vector<NamedPart> named_parts(HeatMap&) { return {}; }
inline bool leave_out(HeatMap&, const IsOut&) { return true; }

/// The kinds of chart beside plots. A kind is a value in KIND.h, with its functions beside it (csv(), readings(),
/// named_parts(), leave_out()), and its painter in ui/figures/KIND_painter.cpp. What is told apart by kind is a
/// std::visit that calls them: where one lacks, it does not compile.
#define PLATEAU_PICTURES(KIND) KIND(Bars) KIND(HeatMap) KIND(Mechanism) KIND(Waterfall)

#define PLATEAU_ALSO(KIND) , KIND
using Chart = std::variant<Plot PLATEAU_PICTURES(PLATEAU_ALSO)>;
#undef PLATEAU_ALSO

struct Figure {
    std::string id = {}; ///< "scaling"
    Message title = {}; ///< the page's question
    Message sentence = {}; ///< generated, also the accessible summary
    Chart chart = {};
    Roles earlier = {}; ///< whose parts answer an earlier question: they are grey
    std::string scenario = {}; ///< YAML of the scenario it was made from, carried into exports
    Message seen = {}; ///< what to see in it, in one sentence; empty: the sentence
    std::vector<std::string> sources = {}; ///< of what others published and is drawn in it
    bool general = false; ///< the same whatever is asked
    std::string main_panel = {}; ///< of a plot: what paper shows of it unless more is asked for; empty: all panels

    /// Null: the chart is of another kind.
    template<class Kind>
    Kind* as()
    {
        return std::get_if<Kind>(&chart);
    }
    template<class Kind>
    const Kind* as() const
    {
        return std::get_if<Kind>(&chart);
    }

    /// Where it is known to be one.
    Plot& plot() & { return std::get<Plot>(chart); }
    const Plot& plot() const& { return std::get<Plot>(chart); }
    Plot plot() && { return std::get<Plot>(std::move(chart)); }

    /// Those of a plot; a chart of another kind has none.
    std::span<Panel> panels() & { return as<Plot>() ? std::span<Panel>(plot().panels) : std::span<Panel>(); }
    std::span<const Panel> panels() const&
    {
        return as<Plot>() ? std::span<const Panel>(plot().panels) : std::span<const Panel>();
    }
    std::span<const Panel> panels() const&& = delete;
};

/// What `call` answers for a chart of another kind, `none` for a plot: that is drawn by panels, in a way of its own.
template<class Answer, class Call>
Answer of_picture(const Figure& figure, Answer none, Call call)
{
    return std::visit(
        [&](const auto& chart) -> Answer {
            if constexpr (std::is_same_v<decltype(chart), const Plot&>)
                return none;
            else
                return call(chart);
        },
        figure.chart);
}

/// Plot by plot where each curve stands at the marker and at its ends; of bars the largest parts; of a map the best
/// cell.
std::vector<Message> readings(const Figure& figure);
/// The figure's own sentence, then its readings.
std::vector<Message> summary(const Figure& figure);

/// Only the panels with these ids, in the order of the ids; the names of those there are when one is missing.
Expected<void> keep_panels(Figure& figure, const std::vector<std::string>& ids);

/// Leaves out what paper does not show unless it is asked for.
void keep_main_panel(Figure& figure);

std::vector<NamedPart> named_parts(Figure& figure);
/// Their names, each once.
std::vector<Message> series_names(Figure figure);
/// Takes away what is called so; the error names what there is when one is missing or nothing would be left.
Expected<void> leave_out(Figure& figure, const std::vector<std::string>& left_out);

/// Its table: one row per x, one column per curve; bars and heat maps a row each (page_csv() says it in full).
std::string figure_values(const Figure& figure);

} // namespace plateau::figures
