// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <QLineF>
#include <QPainter>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <qcustomplot.h>

#include "core/charts/figure.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

/// Where in a plot nothing is drawn yet: a coarse grid of cells with prefix sums, so that every place for a block of
/// text can be tried. A cell counts as taken when a stroke touches it.
class FreeSpace {
public:
    explicit FreeSpace(const QRectF& area, double cell = 6);

    /// A stroke `width` wide.
    void occupy(const QPolygonF& curve, double width = 1);
    /// `weight` up to 3: a line that leaders may cross; from 4 on: words.
    void occupy(const QRectF& block, int weight = 4);
    /// The nearest place where nothing is, at most `reach` away and with a leader that crosses no words; none: nullopt.
    std::optional<QRectF> place_free(QPointF anchor, QSizeF size, double clearance, double reach);
    /// The place for a curve's name: next to it, `gap` away, where it is furthest from everything else.
    QRectF beside(const QPolygonF& curve, QSizeF size, double gap);
    /// Whether nothing is drawn there, and it lies inside.
    bool is_free(const QRectF& block);
    /// Whether a leader crosses no block of text; it may cross curves.
    bool is_free(const QLineF& leader) const;

private:
    void sum_up();
    std::size_t index(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }
    int& cell(int column, int row) { return cells_[index(column, row)]; }
    int covered(const QRectF& block) const;

    QRectF area_;
    double size_;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<int> cells_;
    std::vector<int> sums_; ///< (columns + 1) x (rows + 1)
};

/// From a point to the nearest edge of its words.
QLineF leader_to(const QRectF& words, QPointF anchor);

/// Where labels of the given heights go so that they do not touch: as close as possible to `wanted` (any order),
/// at least `distance` apart, inside [low, high]. Returns centres in the order given.
std::vector<double> push_apart(const std::vector<double>& wanted, double distance, double low, double high);

// What stands below a figure on paper: a legend of what has no words of its own, then footnotes for the words that
// had no room.

/// How something is drawn, small.
struct Sample {
    figures::SeriesRole role = figures::SeriesRole::Current;
    figures::SeriesForm form = figures::SeriesForm::Line;
    std::optional<figures::SegmentKind> area = {};
    bool band = false; ///< filled between two edges
    bool hatched = false; ///< where nothing is possible
    bool operator==(const Sample&) const = default;
};
Sample sample_of(const figures::Series& series);

struct LegendEntry {
    QString words;
    std::optional<Sample> sample = {}; ///< none: a footnote
    QString number = {}; ///< of a footnote; empty: nothing in the plot points to it
    std::vector<int> panels = {}; ///< that it belongs to, ascending
    bool operator==(const LegendEntry&) const = default;
};

class Legend {
public:
    /// Entries with the same words and sample become one.
    void add(const LegendEntry& entry);
    bool empty() const { return entries_.empty(); }
    /// An entry with the same words and sample.
    bool has(const LegendEntry& entry) const;
    const std::vector<LegendEntry>& entries() const { return entries_; }
    /// Pixels below the axis rows of a figure with so many panels.
    double height(double width, const RenderStyle& style, int panels) const;
    void draw(QPainter& painter, const QRectF& area, const RenderStyle& style, int panels) const;
    bool operator==(const Legend&) const = default;

private:
    std::vector<LegendEntry> legend() const;
    double lay(QPainter* painter, const QRectF& area, const RenderStyle& style, int panels) const;

    std::vector<LegendEntry> entries_;
};

// Where the words of a panel stand: its titles and axis rows, and labels in the plot. Each label has places it may
// stand at; it takes the first one where nothing is. One that finds none goes below the figure on paper, beside the
// panel's title on the screen.

/// Labels that may go below the figure, by kind and index among their kind.
enum class LabelKind { End, Beside, Note, Bracket, Reason, Label, Marks, TopNote };
using WithoutRoom = std::set<std::pair<LabelKind, std::size_t>>;

/// A panel whose labels are wanted, and what is known of them already.
struct LabelledPanel {
    const figures::Panel* panel = nullptr;
    const figures::Figure* figure = nullptr;
    const RenderStyle* style = nullptr;
    const QCPAxisRect* rect = nullptr;
    double right_edge = 0; ///< of the figure
    int index = 0;
    bool last = false;
    int first_number = 1; ///< of its footnotes
    WithoutRoom without_room = {};
};

struct PlacedText {
    QRectF box;
    QString words;
    Qt::Alignment side;
    double size = 11; ///< pixels, before scaling
    int weight = 400;
    QColor ink;
    bool backed = false; ///< on a strip of canvas
};

struct PlacedStroke {
    QPolygonF line;
    QColor ink;
    double width = 1;
    bool square = false; ///< flat ends, sharp corners
};

struct PlacedSwatch {
    QRectF box;
    QBrush fill;
};

/// What is drawn for the labels of a panel.
struct PanelLabels {
    std::vector<PlacedStroke> strokes;
    std::vector<PlacedText> texts;
    std::vector<PlacedSwatch> swatches;
    std::vector<QPointF> rings;
    std::vector<LegendEntry> below; ///< for the legend below the figure
    int numbers = 0; ///< of footnotes with a number
    WithoutRoom without_room; ///< those known before, and those found since
};

PanelLabels place_labels(const LabelledPanel& panel);

/// Pixels a title may take from the plot's left side to the figure's right edge.
double title_width(double left, double right_edge, const RenderStyle& style);
/// Rows that the title with its unit needs at a width, and the axis title with its note.
int title_rows(const figures::Panel& panel, const RenderStyle& style, int index, double width);
int axis_title_rows(const figures::Figure& figure, const RenderStyle& style, double width);
/// False: one of their words is longer than a row of the panel `index`.
bool titles_fit(const figures::Figure& figure, const RenderStyle& style, int index, double width);

/// Labels at the ends of curves, as wide as the widest; 0: none.
double end_labels_width(const figures::Figure& figure, const RenderStyle& style);
/// Pixels of height they need in this panel.
double end_labels_height(const figures::Panel& panel, const RenderStyle& style);

/// Writes labels of one panel.
class LabelPen {
public:
    LabelPen(const LabelledPanel& labelled, PanelLabels& labels)
        : labelled_(labelled), panel_(*labelled.panel), plot_(labelled.figure->plot()), style_(*labelled.style),
          area_(labelled.rect->rect()), labels_(labels)
    {
    }

protected:
    double x_pixel(double x) const { return labelled_.rect->axis(QCPAxis::atBottom)->coordToPixel(x); }
    double y_pixel(double y) const { return labelled_.rect->axis(QCPAxis::atLeft)->coordToPixel(y); }
    QPointF at(double x, double y) const { return {x_pixel(x), y_pixel(y)}; }

    void stroke(const QPolygonF& line, const QColor& ink, double width)
    {
        labels_.strokes.push_back({line, ink, width});
    }
    void add_below(const QString& words, std::optional<Sample> sample = {}, const QString& number = {})
    {
        labels_.below.push_back({words, sample, number, {labelled_.index}});
    }
    /// Calls `place`, which returns false where there is no room, then `otherwise`. True: placed.
    template<class Place, class Otherwise>
    bool place_or(LabelKind kind, std::size_t index, Place place, Otherwise otherwise)
    {
        if (labelled_.without_room.count({kind, index}) == 0 && place())
            return true;
        labels_.without_room.insert({kind, index});
        otherwise();
        return false;
    }

    const LabelledPanel& labelled_;
    const figures::Panel& panel_;
    const figures::Plot& plot_;
    const RenderStyle& style_;
    QRectF area_;
    PanelLabels& labels_;
};

/// Takes the room of all that is drawn in a plot but its brackets: curves, the marker, rings, ticks and the banner.
void occupy_drawing(FreeSpace& space, const LabelledPanel& labelled);

/// Words around one plot: title, axis rows, the scale along the top, labels at the ends of curves; and the legend of
/// what is named nowhere else.
void place_labels_around(const LabelledPanel& labelled, PanelLabels& labels);

} // namespace plateau::ui
