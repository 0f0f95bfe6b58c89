// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/paper/export_options.h"
#include "core/paper/provenance.h"
#include "core/text/messages/error.h"

/// A sheet of figures side by side: small multiples over one parameter, or a figure alone.
namespace plateau::figures {

struct PageTile {
    Message heading; ///< "Hardware: B200"; empty: none
    Figure figure;
};

struct FigurePage {
    Message title = {};
    Message sentence = {};
    std::vector<PageTile> tiles = {}; ///< at least one
    Provenance provenance = {};
};

/// A figure alone; it carries its own scenario.
FigurePage page_of(Figure figure);

/// Axes of the same panels get the same range, so that tiles can be compared.
void share_axes(FigurePage& page);

/// One table: of several tiles a row's first cell says which.
std::string page_csv(const FigurePage& page);
/// A format that is written, not drawn: the table, or the references.
std::string page_text(const FigurePage& page, FigureFormat format);

/// Exactly what is drawn, as pandas (`comment="#"`) and pgfplots (`col sep=comma`) read it: one row per x, one column
/// per curve, units in brackets in the header; bars, heat maps and swings a row each. No cell holds a comma. Comment
/// lines before them carry the title, the sentence and the scenario.
std::string figure_csv(const Figure& figure);

} // namespace plateau::figures
