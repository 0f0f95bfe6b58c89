// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/match.h"

namespace plateau::evidence {

/// Questions what a row measures where its hardware cannot have done it: more than the peak, or less than a thousandth
/// of it, as seconds for milliseconds would be; more memory than a device has. FLOP are counted as few as they can be:
/// attention halved by the mask, beside frozen weights two thirds.
void question_measures(const Names& names, Row& row);

} // namespace plateau::evidence
