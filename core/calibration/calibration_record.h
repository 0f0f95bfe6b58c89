// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <Eigen/Dense>

#include "core/calibration/calibrate.h"
#include "core/calibration/timed_runs.h"

/// What a calibration leaves behind: in the stack, and in its table of runs. Private to this room.
namespace plateau::evidence {

/// Goes with the stack; `c` is the covariance of scaling_keys.
catalog::Calibrated record_of(const TimedRuns& runs, const Eigen::MatrixXd& c, double scatter, const ModelError& reach);

/// The range and the source of a fitted constant.
void note_fitted(catalog::Stack& stack, const FittedConstant& fitted, std::size_t runs);

/// Every run under the constants before and after.
std::vector<CalibratedRun> table_of(const TimedRuns& runs, const Sample& sample, const catalog::StackConstants& before,
                                    const catalog::StackConstants& after);

/// Mean |error| of step time, fraction.
double mean_error(const std::vector<CalibratedRun>& runs, double CalibratedRun::*predicted);

} // namespace plateau::evidence
