// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QFont>
#include <QPainter>
#include <QStringList>

#include "core/charts/figure.h"
#include "core/charts/mechanism.h"
#include "core/paper/figure_page.h"
#include "ui/controls/theme.h"

namespace plateau::answers {
struct CardPoint;
}

namespace plateau::ui {

/// How a figure is put on its surface: colours, how large letters and lines are, which helpers are drawn.
struct RenderStyle {
    Theme theme;
    double text_scale = 1; ///< x the window's letter sizes and margins
    double line_scale = 1; ///< x pens and markers
    bool compact = false; ///< narrow margins, fewer labels
    bool letters = false; ///< panels are lettered a, b, c
    bool marker = true; ///< the line through the current point
    bool on_paper = false; ///< words without room go below the figure
    double least_legend = 0; ///< pixels below the axes, whether words need them or not
    figures::NamePlace names = figures::NamePlace::Curves;
    bool fast = false; ///< on screen: quick joins in long lines
    bool see_through = false; ///< nothing behind the figure

    QColor ground() const { return see_through ? QColor(Qt::transparent) : theme.canvas; }

    double text(double pixels) const { return pixels * text_scale; }
    QFont font(double pixels, int weight = 400) const { return interface_font(text(pixels), weight); }
    double width(const QString& words, double pixels, int weight = 400) const
    {
        return width_of(words, font(pixels, weight));
    }
    double pen(double pixels) const { return pixels * line_scale; }
};

// Lengths around each plot, in logical pixels before scaling.
inline constexpr double margin_left = 60;
inline constexpr double margin_right = 112;
inline constexpr double margin_right_compact = 96;
inline constexpr double margin_right_most = 200; ///< however long the labels
inline constexpr double margin_right_bare = 16; ///< without direct labels
inline constexpr double title_row = 28;
inline constexpr double extra_title_row = 16; ///< each further row of a title or its unit
inline constexpr double extra_axis_row = 15;
inline constexpr double gap_below = 12;
inline constexpr double top_scale = 18; ///< the second scale along the top
inline constexpr double axis_rows = 48;
inline constexpr double ticks_row = 22;
inline constexpr double axis_title_row = 20;
inline constexpr double banner_height = 24;

// Figures that are no plots: bars, heat maps. The window and every export draw them with these functions.

/// The words in lines no wider than `width`, broken at spaces; a longer word stays whole.
QStringList wrapped(const QString& words, const QFont& font, double width);

/// A title with its note or unit: beside it, else on lines of its own.
struct TitleLines {
    TitleLines(const QString& title, const QFont& title_font, const QString& note, const QFont& note_font, double gap,
               double width);
    int rows() const { return static_cast<int>(title.size() + (beside ? 0 : note.size())); }

    QStringList title, note;
    bool beside; ///< `gap` after the end of the title
    double widest; ///< of the lines
};

inline bool is_picture(const figures::Figure& figure) { return !figure.as<figures::Plot>(); }

void draw_picture(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style);

/// The least width and the height it needs at a width, pixels, so that all its words have room.
QSizeF picture_needs(const figures::Figure& figure, const RenderStyle& style, double width);

/// Is it as high as it is, whatever room there is?
bool has_own_height(const figures::Figure& figure);

/// How many parts of a picture can be pointed at: cells, rows, or segments of bars.
int part_count(const figures::Figure& figure);
/// How many of them stand side by side.
int parts_across(const figures::Figure& figure);
/// Where one is; and which one is at a point, -1: none.
QRectF part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part);
int part_at(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, QPointF point);
/// One sentence about it: "Tensor 8, pipeline 1: 1,072 tokens/s".
QString part_words(const figures::Figure& figure, int part);

/// Terms and metrics of an estimate that it sums up; may be none.
std::vector<std::string> part_subjects(const figures::Figure& figure, int part);

/// A title with its note over a picture: beside it, else on lines of its own.
double heading_height(const RenderStyle& style, double width, const QString& title, const QString& note);
void draw_heading(QPainter& painter, const QRectF& area, const RenderStyle& style, const QString& title,
                  const QString& note);

// What each kind of picture offers, in KIND_painter.cpp.
#define PLATEAU_PAINTER(KIND)                                                                                          \
    void draw(QPainter& painter, const QRectF& area, const figures::KIND& chart, figures::Roles earlier,               \
              const RenderStyle& style);                                                                               \
    QSizeF needs(const figures::KIND& chart, const RenderStyle& style, double width);                                  \
    int part_count(const figures::KIND& chart);                                                                        \
    int parts_across(const figures::KIND& chart);                                                                      \
    QRectF part_rect(const QRectF& area, const figures::KIND& chart, const RenderStyle& style, int part);              \
    QString part_words(const figures::KIND& chart, int part);
PLATEAU_PICTURES(PLATEAU_PAINTER)
#undef PLATEAU_PAINTER

/// Black or white, whichever stands out more.
QColor ink_on(const QColor& fill);
/// Lines from the lower left to the upper right, none beyond the box: not every vector format clips.
QVector<QLineF> hatch_lines(const QRectF& box, double step);
/// Draws hatch_lines() as thin lines.
void hatch(QPainter& painter, const QRectF& box, const QColor& colour, double pen);
/// A value as cells and bars show it, without its unit: "1,072", "52.9".
QString short_number(double value, units::Unit unit);

// Every segment of every bar is a part of the picture, bar by bar.
const figures::Segment& bar_segment(const figures::Bars& chart, int part);
const figures::Bar& bar_of_part(const figures::Bars& chart, int part);

/// Writes and draws the parts of a picture in `area`.
class PicturePen {
protected:
    PicturePen(QPainter& painter, const QRectF& area, const RenderStyle& style)
        : painter_(painter), area_(area), style_(style)
    {
    }

    /// On one line, cut where it is longer than the box.
    void write(const QRectF& box, int flags, const QString& words, double size, int weight, const QColor& ink);
    void draw_line(const QLineF& line, const QColor& ink, double width = 1);
    void fill_segment(const QRectF& box, const SegmentStyle& look);

    QPainter& painter_;
    QRectF area_;
    const RenderStyle& style_;
};

/// The largest sheet of 16 x 9 in the middle of an area.
QRectF sheet_in(const QRectF& area);

/// A moving picture as it stands at a time.
void draw_frame(QPainter& painter, const QRectF& sheet, const mechanisms::Mechanism& mechanism, double time,
                const RenderStyle& style);

/// The height on paper at which all stills stand in two columns; 0: the width is too small for that.
double all_stills_height(const mechanisms::Mechanism& mechanism, const RenderStyle& style, double width);

/// A question's curve without axes: utilization from 0 to 80 % against the size, logarithmic, on a base line; with its
/// own point, where that is given.
void draw_card_curve(QPainter& painter, const QRectF& box, const std::vector<answers::CardPoint>& curve,
                     const Theme& theme, const answers::CardPoint* own = nullptr);

} // namespace plateau::ui
