// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <string>

#include "core/figures/figure.h"

namespace plateau::ui {

/// A figure a page can copy and export, by the name its list shows.
struct NamedFigure {
    QString name;
    figures::Figure figure;
    QSize on_screen; ///< what a copy measures; empty: not shown as a picture of its own
    std::string shown = {}; ///< its name in the terminal; empty: it has none
};

} // namespace plateau::ui
