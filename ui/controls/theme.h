// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <QVector>

#include "core/charts/figure.h"

class QPainter;

namespace plateau::ui {

/// Registers Plateau Sans once; false when it was not built in (the system's sans-serif stands in).
bool load_fonts();
/// The interface font at a size in logical pixels. Weights: 400, 500, 600.
QFont interface_font(double pixels, int weight = 400);
/// Pixels that a line of words takes. Most words stand in the next picture too, so each is measured once.
double width_of(const QString& words, const QFont& font);

/// While it lives interface_font() is of this family, empty: the program's own, and its letters are as they were
/// designed, whatever a machine's settings do to fit them to its pixels. For figures on paper: the window never lays
/// out its own words meanwhile.
class FontFamily {
public:
    explicit FontFamily(const QString& family);
    ~FontFamily();
    FontFamily(const FontFamily&) = delete;
    FontFamily& operator=(const FontFamily&) = delete;

private:
    QString before_;
    bool on_paper_before_;
};

// Every colour, pen and letter of the window and of its figures. Colour says who (one hue per scenario), grey and
// orange say what (computing, waiting); a dash or a marker always goes with a hue.

enum class Marker { None, Disc, Diamond, Square, Triangle, Cross, Plus, TriangleDown, Ring };

/// How one series is drawn. Dashes are in pen widths, sizes in logical pixels.
struct SeriesStyle {
    QColor line;
    QColor label;
    QVector<qreal> dash;
    Marker marker = Marker::None;
    double marker_size = 5;
    double width = 2.25;
};

/// How one kind of time is filled. Hatching is drawn in `edge` over `fill`.
struct SegmentStyle {
    QColor fill;
    QColor edge; ///< invalid: no outline
    bool hatched = false;
    QColor ink; ///< number inside

    /// For an area whose canvas is not filled first: hatching over nothing.
    QBrush brush() const { return hatched ? QBrush(edge, Qt::BDiagPattern) : QBrush(fill); }
};

struct Theme {
    bool dark = false;
    double letters = 1; ///< x the usual sizes, of what a room reads: a page's answer and its figure
    QColor window, canvas, field; ///< docks; plots; typed values
    QColor text, text2, text3; ///< words; units, ticks, notes; hints
    QColor divider, outline, grid, tint; ///< lines between; controls and axes; grid; beyond the evidence
    QColor accent, on_accent;
    QColor selected, hover, groove;
    QColor error, error_fill, warning, warning_fill, good;
    QColor stale; ///< curves that no longer answer the question

    SeriesStyle series(figures::SeriesRole role) const;
    SegmentStyle segment(figures::SegmentKind kind) const;
    /// The colour of a cell of a heat map: 0 is pale and 1 strong; on a dark canvas the other way round.
    QColor heat(double share) const;
};

Theme light_theme();
Theme dark_theme();
/// Black on white, for a bright room and a pale beamer.
Theme projector_theme();
/// White on black, nothing grey that says something.
Theme contrast_theme();
/// Light on white: what exports use unless asked otherwise.
Theme print_theme();

QPalette palette(const Theme& theme);

/// The colour with this opacity; 0: nothing of it is seen.
QColor with_alpha(QColor colour, double alpha);
/// A mixture of two colours with `share` of the other one.
QColor mixed(const QColor& one, const QColor& other, double share);

/// Relative luminance contrast of two opaque colours, 1 to 21 (WCAG 2.1).
double contrast(const QColor& a, const QColor& b);

/// The marker of a series as legends and lists show it, filled with `colour`.
void draw_marker(QPainter& painter, Marker marker, QPointF centre, const QColor& colour, double half = 3.5);
/// A stretch of a series' line with its marker in the middle.
void draw_line_sample(QPainter& painter, const QLineF& line, const SeriesStyle& look, const QColor& colour);
/// The frame inside a box that has the keyboard; pen and brush stay.
void draw_focus_frame(QPainter& painter, const QRectF& box, const QColor& accent);

} // namespace plateau::ui
