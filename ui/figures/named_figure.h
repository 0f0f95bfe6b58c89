// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <optional>
#include <string>

#include "core/charts/figure.h"

class QWidget;

namespace plateau::ui {

/// A figure a page can copy and export, by the name its list shows.
struct NamedFigure {
    QString name;
    figures::Figure figure; ///< as it is looked at
    QSize on_screen; ///< what a copy measures; empty: not shown as a picture of its own
    std::string shown = {}; ///< its name in the terminal; empty: it has none
    const QWidget* view = nullptr; ///< that shows it
    std::optional<figures::Figure> whole = {}; ///< where only a part of its axes is looked at
};

} // namespace plateau::ui
