// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibrate.h"
#include "core/calibration/timed_runs.h"

/// What a calibration says: what its runs determined, what they did not, and why it refuses.
namespace plateau::evidence {

Message determined_words(const std::vector<FittedConstant>& fitted, bool kernel, bool network);
/// Says which constant keeps the base stack's value, and which run would determine it.
Message undetermined_words(const TimedRuns& runs, bool kernel, bool network);

/// Says that the constant would have to leave its plausible range, and names the run that is furthest off.
tl::unexpected<Error> outside_range(const TimedRuns& runs, const catalog::StackConstants& base, const char* key);
/// Mean errors of step time under the base stack and as fitted; the run that spoils the fit, where one alone does, and
/// the error of the others without it.
struct WorseFit {
    double before = 0;
    double after = 0;
    std::optional<std::size_t> spoiler; ///< of TimedRuns::timed()
    double without = 0;
};
tl::unexpected<Error> worse_than_base(const TimedRuns& runs, const catalog::StackConstants& base,
                                      const WorseFit& worse);
tl::unexpected<Error> nothing_timed(const Sample& sample);
/// `j`: the runs' derivatives by the logarithms of time_keys.
tl::unexpected<Error> nothing_determined(const TimedRuns& runs, const Eigen::MatrixXd& j);

} // namespace plateau::evidence
