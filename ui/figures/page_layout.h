// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSize>
#include <QSizeF>
#include <QStringList>

#include <vector>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"
#include "ui/figures/legend.h"
#include "ui/figures/render_style.h"

class QCPPainter;

namespace plateau::ui {
struct TracedPage;
}

/// Where everything stands on paper once all words have their room: where the letters asked for leave none, the height
/// grows as far as it may or they become smaller, down to 5 points; then the paper grows.
namespace plateau::ui {

struct Laid {
    QSize size; ///< logical pixels
    QSizeF metres;
    RenderStyle style;
    QString family; ///< of the letters; empty: Plateau Sans
    bool outgrown = false; ///< larger than asked for: there is no room even for the smallest letters
    std::vector<QRect> tiles; ///< of a page of several; without their headings
    Legend legend; ///< of what is drawn alike in several tiles: once, below them
    std::vector<double> legend_heights; ///< height below the axes that a tile shares with those beside it
    QStringList title, caption; ///< lines above and below the tiles
    double above = 0, below = 0; ///< the height they take
};

/// In the theme of the options, else in `look`.
Laid lay_out(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look = nullptr);
/// What stands below a figure, in the language spoken unless somebody wrote it.
QString caption_words(const figures::Provenance& about);
/// Onto any device that measures logical pixels; text stays text, lines keep their width when the drawing is scaled.
/// Returns where the plots are. With `taken_apart` neither axes nor curves are drawn: what they show stands in there.
std::vector<QRectF> draw_page(QCPPainter& painter, const figures::FigurePage& page, const Laid& laid, bool vector,
                              TracedPage* taken_apart = nullptr);

} // namespace plateau::ui
