// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/charts/figure.h"
#include "ui/controls/text.h"

namespace plateau::ui {

/// What screen readers hear of a figure.
inline QString summary_words(const figures::Figure& figure)
{
    QStringList lines;
    for (const Message& line : figures::summary(figure))
        lines << text(line);
    return lines.join(QLatin1Char(' '));
}

} // namespace plateau::ui
