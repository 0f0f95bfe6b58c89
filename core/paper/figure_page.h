// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/charts/figure.h"
#include "core/charts/schematic.h"
#include "core/paper/export_options.h"
#include "core/text/messages/error.h"
#include "core/text/messages/message.h"

namespace plateau::figures {

/// Holds what a figure's file says about itself: enough to make it again, and to cite it.
struct Provenance {
    std::string scenario; ///< YAML of the question; of several, one document each, the one that is asked first
    std::string version; ///< of the program
    std::string caption; ///< one paragraph: what is shown, what to see
    std::vector<Message> generated = {}; ///< its sentences, for other languages; empty: somebody wrote it
    std::vector<Message> at_length = {}; ///< the same with every chosen value and how the numbers are known
    std::vector<std::string> sources = {}; ///< of what the numbers rest on

    void write_caption(std::string words)
    {
        caption = std::move(words);
        generated.clear();
    }
};

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

/// What stands in a text where its HTML has an image of this name: a figure, drawn as lines and letters, or a PNG.
struct SheetPicture {
    std::string name = {};
    std::optional<FigurePage> page = {};
    ExportOptions options = {}; ///< of the figure: its size is in proportion
    std::string png = {};
};

/// What a page of the web shows.
using WebPicture = std::variant<Figure, Schematic>;

} // namespace plateau::figures
