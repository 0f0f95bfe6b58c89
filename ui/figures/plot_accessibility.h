// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/charts/figure.h"
#include "ui/controls/text.h"

namespace plateau::ui {

/// Lets screen readers know what paints a figure as a chart, whose value is what a figure says of itself. Called by
/// whatever paints one; more calls change nothing.
void tell_plots();

/// A widget that paints a figure has this property.
inline constexpr const char* plot_property = "plateau_plot";

/// What screen readers hear of a figure.
inline QString summary_words(const figures::Figure& figure)
{
    QStringList lines;
    for (const Message& line : figures::summary(figure))
        lines << text(line);
    return lines.join(QLatin1Char(' '));
}

} // namespace plateau::ui
