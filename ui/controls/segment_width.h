// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QLayout>
#include <QToolButton>

#include "ui/controls/controls.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

/// Pixels at which a choice of a row of choices is not cut.
inline int segment_width(const QString& label)
{
    return QFontMetrics(interface_font(13, 600)).horizontalAdvance(label) + 16;
}

/// Of all of them, which share the row by the length of their words.
inline int words_width(const Segments& segments)
{
    int width = 2 * segments.layout()->contentsMargins().left();
    for (const QToolButton* button : segments.findChildren<QToolButton*>())
        width += segment_width(button->text());
    return width;
}

} // namespace plateau::ui
