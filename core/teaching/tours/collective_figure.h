// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/charts/figure.h"
#include "core/question/scenario/scenario.h"

namespace plateau::figures {

/// A measured all-reduce on whole scale-up domains.
struct MeasuredAllReduce {
    double domains = 0;
    double bytes = 0;
    double bus_bytes_per_s = 0; ///< as nccl-tests defines it: 2 (n - 1) / n S / t
};

/// Bus bandwidth of all-reduce and all-gather against the bytes of the whole buffer, on 4 to 256 of the scenario's
/// scale-up domains; the measured ones as rings.
Figure collective_figure(const Scenario& scenario, const std::vector<MeasuredAllReduce>& measured);

} // namespace plateau::figures
