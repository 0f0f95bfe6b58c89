// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/views/figures/figure.h"

namespace plateau::figures {

/// The value of a series at x, between its points on the axis' own scale; NaN in gaps and outside.
double value_at(const Series& series, double x, bool log_x, bool log_y);

} // namespace plateau::figures
