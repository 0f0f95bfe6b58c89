// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>

#include "ui/controls/theme.h"

namespace plateau::ui {

/// Pixels at which a choice of a row of choices is not cut.
inline int segment_width(const QString& label)
{
    return QFontMetrics(interface_font(13, 600)).horizontalAdvance(label) + 16;
}

} // namespace plateau::ui
