// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/picture.h"

/// Bars of segments, across them their limit, below a legend, "Computing" and "Waiting": two columns, or one above the
/// other where the names are too long for half the width.
namespace plateau::ui {

// Every segment of every bar is a part of the picture, bar by bar.
const figures::Segment& bar_segment(const figures::Bars& chart, int part);
const figures::Bar& bar_of_part(const figures::Bars& chart, int part);

} // namespace plateau::ui
