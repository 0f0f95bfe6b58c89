// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/error.h"
#include "core/views/figures/export_options.h"
#include "core/views/figures/figure.h"
#include "core/views/figures/provenance.h"

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

/// Only the panels with these ids, in the order of the ids; the names of those there are when one is missing.
Expected<void> keep_panels(Figure& figure, const std::vector<std::string>& ids);

/// What paper shows unless more is asked for.
void keep_main_panel(Figure& figure);

std::vector<NamedPart> named_parts(Figure& figure);
/// Their names, each once.
std::vector<Message> series_names(Figure figure);
/// Takes away what is called so; the error names what there is when one is missing or nothing would be left.
Expected<void> leave_out(Figure& figure, const std::vector<std::string>& left_out);

/// One table: of several tiles a row's first cell says which.
std::string page_csv(const FigurePage& page);
/// A format that is written, not drawn: the table, or the references.
std::string page_text(const FigurePage& page, FigureFormat format);

/// Exactly what is drawn, as pandas (`comment="#"`) and pgfplots (`col sep=comma`) read it: one row per x, one column
/// per curve, units in brackets in the header; bars, heat maps and swings a row each. No cell holds a comma. Comment
/// lines before them carry the title, the sentence and the scenario.
std::string figure_csv(const Figure& figure);
/// The table alone, without the comment lines before it.
std::string figure_values(const Figure& figure);

} // namespace plateau::figures
