// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/timed_runs.h"

#include <cmath>

namespace plateau::evidence {

using Constants = catalog::StackConstants;

TimedRuns::TimedRuns(const Sample& sample) : sample_(sample), workspace_(make_workspace())
{
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        if (sample.cases[i].missing.empty() && sample.rows[i].measured_step_seconds())
            timed_.push_back(i);
}

TimedRuns TimedRuns::without(std::size_t left_out) const
{
    TimedRuns rest(sample_);
    rest.timed_.erase(rest.timed_.begin() + static_cast<std::ptrdiff_t>(left_out));
    return rest;
}

Prediction TimedRuns::predict(std::size_t i, const Constants& constants) const
{
    Case moved = sample_.cases[i];
    Constants& own = moved.posed.scenario.assumptions.stack.constants;
    for (const char* key : scaling_keys)
        value_of(own, key) = value_of(constants, key);
    own.fixed_memory_bytes = constants.fixed_memory_bytes;
    return evidence::predict(moved, sample_.rows[i], *workspace_);
}

Eigen::VectorXd TimedRuns::residuals(const Constants& constants) const
{
    Eigen::VectorXd r(static_cast<Eigen::Index>(timed_.size()));
    for (std::size_t k = 0; k < timed_.size(); ++k)
        r[static_cast<Eigen::Index>(k)]
            = std::log(predict(timed_[k], constants).step_seconds / *sample_.rows[timed_[k]].measured_step_seconds());
    return r;
}

Eigen::VectorXd TimedRuns::derivative(const Constants& at, const char* key) const
{
    const catalog::StackConstant& which = constant_of(key);
    double step = 0.01 * (which.high - which.low);
    if (at.*which.value + step > which.high)
        step = -step;
    Constants moved = at;
    moved.*which.value += step;
    return (residuals(moved) - residuals(at)) / step;
}

Eigen::MatrixXd TimedRuns::jacobian(const Constants& at, const std::vector<const char*>& keys) const
{
    Eigen::MatrixXd j(static_cast<Eigen::Index>(timed_.size()), static_cast<Eigen::Index>(keys.size()));
    for (std::size_t k = 0; k < keys.size(); ++k)
        j.col(static_cast<Eigen::Index>(k)) = derivative(at, keys[k]) * value_of(at, keys[k]);
    return j;
}

} // namespace plateau::evidence
