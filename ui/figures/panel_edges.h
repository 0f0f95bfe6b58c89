// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/panel_words.h"

namespace plateau::ui {

/// Words around one plot: title, axis rows, the scale along the top, labels at the ends of curves; and the legend of
/// what is named nowhere else.
void place_edges(const PanelPlace& place, PanelWords& words);

} // namespace plateau::ui
