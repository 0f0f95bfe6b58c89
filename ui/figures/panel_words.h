// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <set>
#include <utility>
#include <vector>

#include "core/views/figures/figure.h"
#include "ui/figures/foot.h"
#include "ui/figures/note_layout.h"
#include "ui/figures/render_style.h"

/// The one placer of words: what stands in and around one panel, and what must go below the figure.
namespace plateau::ui {

/// Words that may go below, by kind and place among their kind.
enum class WordKind { End, Beside, Note, Bracket, Reason, Label, Marks, TopNote };
using Below = std::set<std::pair<WordKind, std::size_t>>;

/// Where a panel stands and what is known of it already.
struct PanelPlace {
    const figures::Panel* panel = nullptr;
    const figures::Figure* figure = nullptr;
    const RenderStyle* style = nullptr;
    const QCPAxisRect* rect = nullptr;
    double right_edge = 0; ///< of the figure
    int index = 0;
    bool last = false;
    int first_number = 1; ///< of its footnotes
    Below below = {}; ///< words known to have no room
};

struct PlacedText {
    QRectF box;
    QString words;
    Qt::Alignment side;
    double size = 11; ///< pixels, scaled
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

struct PanelWords {
    std::vector<PlacedStroke> strokes;
    std::vector<PlacedText> texts;
    std::vector<PlacedSwatch> swatches;
    std::vector<QPointF> rings;
    std::vector<FootEntry> foot;
    int numbers = 0; ///< footnotes with a number
    Below below; ///< place.below and what has been found without room
};

PanelWords place_words(const PanelPlace& place);

/// Rows that the title with its unit needs, and the axis title with its note, at this width.
/// Of a plot whose left side is `left`, to the last pixel of its tile.
double title_width(double left, double right_edge, const RenderStyle& style);
int title_rows(const figures::Panel& panel, const RenderStyle& style, int index, double width);
int axis_title_rows(const figures::Figure& figure, const RenderStyle& style, double width);
/// False: one of their words is longer than a row of the panel `index`.
bool titles_fit(const figures::Figure& figure, const RenderStyle& style, int index, double width);

/// Labels at the ends of curves, as wide as the widest; 0: none.
double end_labels_width(const figures::Figure& figure, const RenderStyle& style);
/// Pixels of height they need in this panel.
double end_labels_height(const figures::Panel& panel, const RenderStyle& style);

} // namespace plateau::ui
