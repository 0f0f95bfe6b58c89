// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/messages/message.h"
#include "core/units/quantity.h"

/// What is drawn, as a plain value: panels of series over a shared x axis, bars, a heat map or swings. The window's
/// plots, PNG, SVG, PDF and CSV are all made from one Figure by one renderer.
namespace plateau::figures {

/// Who a series belongs to; the theme maps it to hue, dash and marker.
enum class SeriesRole {
    Current,
    PinA,
    PinB,
    PinC,
    PinD,
    PinE,
    PinF,
    Reference, ///< ideal, ceiling: thin grey
    Thin, ///< a companion of the current curve: thin, same hue
    OtherPlan, ///< the current question answered with another plan: a hue of its own, no markers
    Band, ///< between y_low and y: how sure the curve is
    HiddenBand, ///< between y_low and y: what the curve hides
    GroupA, ///< points of one group among others, the first four with hue and marker of their own
    GroupB,
    GroupC,
    GroupD,
    GroupRest, ///< all further groups: small grey dots; also neutral bars
    Published, ///< measured points over curves: unfilled rings
};

/// How the values of a series are drawn.
enum class SeriesForm {
    Line,
    Points, ///< a marker at every value; with x_low and x_high a range through it
    Bars, ///< upright, from zero to y, bar_width wide
};

/// The hue of one of several questions laid over each other: 0 is the current one, then the pins in turn.
inline SeriesRole role_of_slot(int slot)
{
    constexpr int pins = int(SeriesRole::PinF) - int(SeriesRole::Current);
    return slot <= 0 ? SeriesRole::Current : SeriesRole(int(SeriesRole::PinA) + (slot - 1) % pins);
}

inline bool is_pin(SeriesRole role) { return role >= SeriesRole::PinA && role <= SeriesRole::PinF; }

enum class SegmentKind;

struct Series {
    Message name;
    SeriesRole role = SeriesRole::Current;
    std::vector<double> x;
    std::vector<double> y; ///< NaN: gap
    std::vector<double> y_low; ///< Band, HiddenBand: lower edge (upper is y)
    double extrapolated_from = 0; ///< dotted beyond this x; 0: nowhere
    bool markers = true; ///< at legal values of x (powers of two)
    bool label_at_end = true; ///< direct label in the right margin
    bool stale = false; ///< greyed: the last picture that was possible
    SeriesForm form = SeriesForm::Line;
    std::vector<std::string> names = {}; ///< Points: what each one is; the pointer can reach those that have a name
    std::vector<double> x_low = {}, x_high = {}; ///< Points: a range in x
    double bar_width = 0; ///< Bars: in units of x
    bool every_value = false; ///< markers at every value of x, whatever it is
    std::optional<SegmentKind> area = {}; ///< between y_low and y: filled as this kind is in bars
    double own_x = 0; ///< where the question that the curve belongs to stands; 0: at the marker or nowhere
    Message beside = {}; ///< words next to the curve, wherever it stands apart; may be empty
};

/// A published or derived landmark: a leader line with a head and a line of text.
struct Note {
    double x = 0;
    double y = 0;
    Message head;
    Message text;
    bool ring = false; ///< ring round the point
    bool tick = false; ///< short stroke through the curve
    bool optional = false; ///< without its words where there is no room for them
};

/// A published ratio: from a value of our own at x_from, to what it would be at x_to if nothing were lost
/// (y_reference) and what was reported (y_to). Drawn as a bracket between the last two; not a measured point.
struct Bracket {
    double x_from = 0;
    double y_from = 0;
    double x_to = 0;
    double y_reference = 0;
    double y_to = 0;
    Message head;
    Message text; ///< with its badge: "Fernandez et al., second-hand"
};

/// A word beside a line or inside a fill.
struct Label {
    double x = 0;
    double y = 0;
    Message text;
    SeriesRole role = SeriesRole::Reference;
    bool before = false; ///< ends left of x; else centred on it
};

/// What a person wrote at a place of a plot.
struct Remark {
    double x = 0;
    double y = 0;
    std::string text;
    int number = 0; ///< of its entry in the scenario

    bool operator==(const Remark&) const = default;
};

/// A range of x that is tinted or hatched, with the reason.
struct Region {
    double from = 0;
    double to = 0;
    bool hatched = false;
    Message reason;
    bool at_top = false; ///< the reason stands at the top edge, not in the middle
    bool strong = false; ///< a darker tint
    bool waits = false; ///< tinted like waiting
    Message hint = {}; ///< under the pointer
};

/// A place on the x axis with a word: a known run, a year.
struct Mark {
    double x = 0;
    Message text;
};

/// What a piece of a bar is: grey computes, orange waits, hatched on canvas is idle.
enum class SegmentKind {
    MatrixMultiply,
    Attention,
    OtherKernels,
    Optimizer,
    Recompute,
    AllGather,
    ReduceScatter,
    OtherTraffic,
    Idle,
};
inline bool is_waiting(SegmentKind kind) { return kind >= SegmentKind::AllGather; }

struct Segment {
    Message name;
    SegmentKind kind = SegmentKind::MatrixMultiply;
    double value = 0;
    std::vector<std::string> terms = {}; ///< of the estimate that it sums up
};

/// A bar of segments, left to right; bars of one figure share their scale.
struct Bar {
    Message name;
    SeriesRole role = SeriesRole::Current;
    std::vector<Segment> segments;
    bool stale = false;
};

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
    int current = -1; ///< dashed frame
    int selected = -1; ///< framed in the accent's colour
    bool stale = false;
    struct Pin {
        int cell = 0;
        std::string letter;
        SeriesRole role = SeriesRole::PinA;
    };
    std::vector<Pin> pins = {}; ///< a letter in the corner of a cell each
};

/// A change to either side of where one stands.
struct Swing {
    Message name;
    double less = 0; ///< NaN: not possible
    double more = 0;
    Message less_reason, more_reason; ///< where not possible
    std::string key; ///< the parameter it belongs to; may be empty
};

/// Bars to the left and right of zero, in the order given.
struct SwingChart {
    Message title; ///< "What would help"
    Message note; ///< "change in tokens/s for × 2 and ÷ 2"
    Message less_name, more_name; ///< "÷ 2", "× 2"
    Message axis_title;
    std::vector<Swing> swings;
    bool stale = false;
};

struct Axis {
    Message title;
    units::Unit unit = units::Unit::None;
    bool logarithmic = false;
    double minimum = 0;
    double maximum = 0; ///< equal to minimum: automatic
    Message note; ///< at the far end of the axis title's row
    std::vector<Message> categories = {}; ///< words instead of numbers: at 0, 1, 2 ... from the top down
    bool with_plus = false; ///< differences: "+10"
};

struct Panel {
    std::string id; ///< stable: "throughput"
    Message title; ///< "Throughput"
    Message unit; ///< "tokens/s, all GPUs"
    Axis y;
    double height = 1; ///< share
    std::vector<Series> series;
    std::vector<Note> notes;
    std::vector<Bracket> brackets;
    std::vector<Region> regions;
    std::vector<Label> labels;
    Message banner; ///< strip across the top: why the picture is stale
    std::vector<Mark> marks = {}; ///< short strokes on the x axis, their words above
    std::string shows = {}; ///< which of the panel's quantities: "per_gpu"; empty: its usual one
    std::vector<Remark> remarks = {};
};

struct Figure {
    std::string id; ///< "scaling"
    Message title; ///< the page's question
    Message sentence; ///< one generated sentence, also the accessible summary
    Axis x;
    double marker = 0; ///< current x; 0: none
    bool marker_stale = false; ///< the marker stands where nothing is possible
    std::vector<Panel> panels;
    std::vector<Bar> bars; ///< a figure of bars has no panels
    units::Unit bar_unit = units::Unit::Seconds;
    double bar_limit = 0; ///< a line across the bars; 0: none
    Message bar_limit_name = {};
    Message plain_head = {}, waiting_head = {}; ///< over the two halves of the legend; empty: computing, waiting
    std::optional<HeatMap> heat_map; ///< a figure of its own, without panels
    std::optional<SwingChart> swings; ///< likewise
    std::string scenario; ///< YAML of the scenario it was made from, carried into exports
    SeriesRole marker_role = SeriesRole::Current; ///< the marker's dot rides on these series
    std::vector<Mark> top_marks = {}; ///< a second scale along the top of the first panel
    Message top_note = {}; ///< what that scale is
};

} // namespace plateau::figures
