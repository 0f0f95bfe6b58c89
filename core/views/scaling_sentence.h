// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/explore/curve.h"

namespace plateau::narrate {

/// What a curve against the GPU count says, from the smallest count that fits (or a hundred or so, where the paper's
/// comparison starts) to `current`:
/// "256 GPUs do not hold the plan; ..." where it does not fit there, else
/// "From 128 to 2,048 GPUs throughput rises 10.0 × for 16 × the GPUs; each GPU does 37 % less."
Message scaling_sentence(const std::vector<explore::CurvePoint>& curve, double current);

/// Where a plan that grows with the cluster changes its degrees: "From 64 GPUs on the data degree would exceed the
/// batch of 32 sequences: tensor 8 × pipeline 1 at 256 GPUs." Empty when it never does.
Message fitted_degrees_sentence(const std::vector<explore::CurvePoint>& curve, double current);

/// Where a torus closes on the way: "From 64 accelerators on each axis of the torus closes ..."; empty where it does
/// not.
Message torus_sentence(const Scenario& scenario, double smallest, double largest);

/// scaling_sentence(), followed by fitted_degrees_sentence() where there is one.
Message scaling_summary(const std::vector<explore::CurvePoint>& curve, double current);

} // namespace plateau::narrate
