// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/views/figures/figure.h"

/// What a figure shows, for those who cannot see it: screen readers, captions and the terminal say the same.
namespace plateau::figures {

/// Plot by plot where each curve stands at the marker and at its ends; of bars the largest parts; of a map the best
/// cell.
std::vector<Message> readings(const Figure& figure);
/// The figure's own sentence, then its readings.
std::vector<Message> summary(const Figure& figure);

} // namespace plateau::figures
