// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include "ui/figures/render_style.h"

/// Sizes of what a class sees. The smallest letters of a screen of 1920 x 1080 have 18 points, others in proportion.
namespace plateau::ui {

struct ClassroomLook {
    Theme theme;
    double letter = 24; ///< pixels: the smallest there are

    int pixels(double letters) const { return static_cast<int>(letters * letter + 0.5); }
    int top() const { return pixels(2.8); }
    int bottom() const { return pixels(4.6); } ///< a row of names over a row of controls
    int column() const { return pixels(25); }
    int field() const { return pixels(7.6); }
    int control() const { return pixels(1.9); } ///< height
    RenderStyle figure_style() const;
    QString sheet() const;
};

ClassroomLook classroom_look(const Theme& theme, QSize window);

} // namespace plateau::ui
