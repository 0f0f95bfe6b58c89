// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/panel_words.h"

namespace plateau::ui {

/// Takes the room that a series is drawn in: its strokes, markers, ranges and bars.
void occupy_series(FreeSpace& space, const PanelPlace& place, const figures::Series& series);

} // namespace plateau::ui
