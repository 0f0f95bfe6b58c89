// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include <optional>
#include <vector>

#include "core/answers/card.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

/// A question's curve without axes: utilization from 0 to 80 % against the size, logarithmic, on a base line; with its
/// own point, where that is given.
void draw_card_curve(QPainter& painter, const QRectF& box, const std::vector<answers::CardPoint>& curve,
                     const Theme& theme, const std::optional<answers::CardPoint>& own = {});

} // namespace plateau::ui
