// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explore/equal.h"
#include "core/charts/figure.h"

/// Hardware against hardware for the same money, power or count.
namespace plateau::figures {

/// How long the scenario's run takes on each cluster, divided as its step is; the quickest first.
Figure equal_bars_figure(const explore::EqualAnswer& answer, const Scenario& scenario);
/// Throughput against what is held equal, one curve for each hardware.
Figure equal_curves_figure(const explore::EqualAnswer& answer, const Scenario& scenario);

/// The hue of each cluster: the scenario's own hardware is the current one.
SeriesRole equal_role(std::size_t cluster);

} // namespace plateau::figures
