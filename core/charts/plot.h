// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/charts/roles.h"
#include "core/text/units/quantity.h"

/// Panels of curves, points and areas over a shared x axis.
namespace plateau::figures {

/// How the values of a series are drawn.
enum class SeriesForm {
    Line,
    Points, ///< a marker at every value; with x_low and x_high a range through it
    Bars, ///< upright, from zero to y, bar_width wide
};

struct Series {
    Message name = {};
    SeriesRole role = SeriesRole::Current;
    std::vector<double> x = {};
    std::vector<double> y = {}; ///< NaN: gap
    std::vector<double> y_low = {}; ///< Band, HiddenBand: lower edge (upper is y)
    double extrapolated_from = 0; ///< dotted beyond this x; 0: nowhere
    bool markers = true; ///< at legal values of x (powers of two)
    bool label_at_end = true; ///< direct label in the right margin
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
    Message head = {};
    Message text = {};
    bool ring = false; ///< ring round the point
    bool tick = false; ///< short stroke through the curve
    bool optional = false; ///< without its words where there is no room for them
};

/// A published ratio: from a value of our own at x_from, to what it would be at x_to if nothing were lost
/// (y_reference) and what was reported (y_to). Drawn as a ring at the last, and how far it is below the reference.
struct Bracket {
    double x_from = 0;
    double y_from = 0;
    double x_to = 0;
    double y_reference = 0;
    double y_to = 0;
    Message head = {};
    Message text = {}; ///< with its badge: "Fernandez et al., second-hand"
};

/// A word beside a line or inside a fill.
struct Label {
    double x = 0;
    double y = 0;
    Message text = {};
    SeriesRole role = SeriesRole::Reference;
    bool before = false; ///< ends left of x; else centred on it
};

/// Holds what a person wrote at a place of a plot.
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
    Message reason = {};
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

struct Axis {
    Message title = {};
    units::Unit unit = units::Unit::None;
    bool logarithmic = false;
    double minimum = 0;
    double maximum = 0; ///< has_ends() false: automatic
    Message note = {}; ///< at the far end of the axis title's row
    std::vector<Message> categories = {}; ///< words instead of numbers: at 0, 1, 2 ... from the top down
    bool with_plus = false; ///< differences: "+10"

    /// Its ends are given. What is zero or less is no end of a logarithmic axis.
    bool has_ends() const { return maximum > minimum && (!logarithmic || minimum > 0); }
};

struct Panel {
    std::string id = {}; ///< stable: "throughput"
    Message title = {}; ///< "Throughput"
    Message unit = {}; ///< "tokens/s, all GPUs"
    Axis y = {};
    double height = 1; ///< share
    std::vector<Series> series = {};
    std::vector<Note> notes = {};
    std::vector<Bracket> brackets = {};
    std::vector<Region> regions = {};
    std::vector<Label> labels = {};
    Message banner = {}; ///< strip across the top: why the picture is stale
    std::vector<Mark> marks = {}; ///< short strokes on the x axis, their words above
    std::string shows = {}; ///< which of the panel's quantities: "per_gpu"; empty: its usual one
    std::vector<Remark> remarks = {};
};

/// Without curves yet.
inline Panel titled_panel(std::string id, Message title, Message unit, Axis y = {}, double height = 1)
{
    return {
        .id = std::move(id), .title = std::move(title), .unit = std::move(unit), .y = std::move(y), .height = height};
}

struct Plot {
    Axis x;
    double marker = 0; ///< current x; 0: none
    bool marker_fits = true; ///< else nothing is possible where it stands
    SeriesRole marker_role = SeriesRole::Current; ///< the marker's dot rides on these series
    std::vector<Panel> panels;
    std::vector<Mark> top_marks = {}; ///< a second scale along the top of the first panel
    Message top_note = {}; ///< what that scale is
};

/// Curves share their x: a row per x and a column per curve. Points and upright bars have none in common: a row each.
std::string csv(const Plot& plot);
std::vector<Message> readings(const Plot& plot);
std::vector<NamedPart> named_parts(Plot& plot);
bool leave_out(Plot& plot, const IsOut& is_out);

/// Curves that say something share their x; reference lines alone do not make a table of curves.
bool has_curves(const Plot& plot);

/// A column of a table of curves. The first is x and belongs to no series.
struct CurveColumn {
    std::string name; ///< before plain_cell()
    std::size_t panel = 0;
    const Series* series = nullptr;
    bool low = false; ///< the lower edge of a band
};
std::vector<CurveColumn> curve_columns(const Plot& plot);

/// The value of a series at x, between its points on the axis' own scale; NaN in gaps and outside.
double value_at(const Series& series, double x, bool log_x, bool log_y);

} // namespace plateau::figures
