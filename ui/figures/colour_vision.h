// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace plateau::ui {

/// How a picture looks printed without colour, or to people who tell fewer colours apart.
enum class Sight { Full, Grey, Deuteranopia, Protanopia };

QImage seen_as(QImage picture, Sight sight);

} // namespace plateau::ui
