// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"
#include "core/diagnostics/tuning.h"

namespace plateau::figures {

using answers::MeasuredAgainst;

/// The figure of a file that was read. A log shows the time of each step, with what was set aside; collectives show bus
/// bandwidth against size, measured and modelled; a trace shows where its step goes beside the predicted one; products
/// show their rates. Nothing for a configuration, or where nothing can be drawn.
std::optional<Figure> measured_figure(const programs::Reading& reading, const MeasuredAgainst& against);

} // namespace plateau::figures
