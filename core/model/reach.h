// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

/// How far a prediction made with a calibrated stack reaches from the runs it was calibrated on.
///
/// Let theta be the stack's constants that decide step time, C their covariance after the runs (Calibrated::covariance:
/// small in the directions the runs determined, as wide as the stack's documented ranges in all others) and
/// g = d ln T / d theta at the scenario in question. Then
///     sigma^2 = g^T C g + s^2 + h^2 [accelerator without runs] + k^2 (kinds of parallelism without runs)
/// with s the scatter of single runs around the model, h and k from the shipped evidence (presets/evidence/reach.yaml).
/// The band is exp(-1.2816 sigma) to exp(1.2816 sigma): eight in ten, 10 % on either side, were the errors normal.
///
/// Distance in GPU count needs no rule of its own: the more GPUs, the larger the share of the step that latency,
/// network share, overlap and jitter decide, and what the runs said nothing about them keeps its whole range.
/// Left out: a size of the model or a sequence length far from the runs', errors of the model's form that grow with
/// scale, anything that differs between two clusters of the same parts.
namespace plateau {

/// Standard deviations on either side of eight in ten.
inline constexpr double eight_in_ten = 1.2815515594;

/// Which kinds of parallelism a plan uses: "sharded" (FSDP, HSDP), "tensor", "pipeline", "context", "expert".
std::vector<std::string> parallelism_kinds(const Plan& plan);

/// Factors on throughput.
struct ReachBand {
    double low = 1;
    double high = 1;
};

/// What of sigma^2 does not depend on the GPU count: s^2 and the two distances.
double distance_variance(const catalog::Calibrated& record, const Scenario& scenario);

/// g^T C g for a gradient in the order of record.constants.
double constants_variance(const catalog::Calibrated& record, const std::vector<double>& gradient);

/// How far one constant may go from its present value to measure the gradient: one standard deviation, turned round
/// where that would leave what is plausible.
double gradient_step(const catalog::Calibrated& record, std::size_t index, const catalog::Stack& stack);

ReachBand band_of(double variance);

/// The whole rule for one scenario under its own stack; factors of one when the stack is not calibrated or the plan is
/// impossible.
ReachBand reach_band(const Scenario& scenario, Workspace& workspace);
ReachBand reach_band(Scenario scenario, const Plan& plan);

} // namespace plateau
