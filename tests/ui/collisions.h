// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <limits>
#include <span>

#include "core/paper/figure_page.h"

/// What is wrong with a page as it is drawn: measured from the letters' boxes and from the ink.
namespace plateau::ui {

struct Paper {
    const char* name;
    const char* size;
    double font_scale;
    bool worded = false; ///< with title and caption, names of curves in the legend
};

std::span<const Paper> papers();
figures::ExportOptions options_of(const Paper& paper);

struct Collisions {
    QStringList problems;
    double points = std::numeric_limits<double>::infinity(); ///< of the smallest letters
};

/// In the language of the options.
Collisions looked_at(const figures::FigurePage& page, const figures::ExportOptions& options);
/// Alone on its page, with a caption of the usual length.
figures::FigurePage worded(figures::Figure figure);

} // namespace plateau::ui
