// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <Eigen/Dense>

#include "core/evidence/shipped.h"

/// The measured runs of a calibration, and what the model says of them under given constants of the stack.
namespace plateau::evidence {

/// Keys of the constants that step times may determine, and of all that decide scaling.
inline constexpr const char* time_keys[] = {"kernel_efficiency", "network_fraction"};
inline constexpr const char* scaling_keys[]
    = {"kernel_efficiency", "network_fraction", "fsdp_overlap_penalty", "latency_factor", "jitter_per_doubling"};

inline const catalog::StackConstant& constant_of(const std::string& key) { return *catalog::find_stack_constant(key); }
inline double& value_of(catalog::StackConstants& constants, const char* key)
{
    return constants.*constant_of(key).value;
}
inline double value_of(const catalog::StackConstants& constants, const char* key)
{
    return constants.*constant_of(key).value;
}

/// The sample must outlive them.
class TimedRuns {
public:
    explicit TimedRuns(const Sample& sample);
    /// The same runs without timed()[left_out].
    TimedRuns without(std::size_t left_out) const;

    /// Rows of the sample that were timed and can be posed.
    const std::vector<std::size_t>& timed() const { return timed_; }
    const Row& row(std::size_t i) const { return sample_.rows[i]; }
    const Scenario& scenario(std::size_t i) const { return sample_.cases[i].posed.scenario; }

    /// Only what a calibration may move is taken from `constants`: the run's own words on its kernels stay.
    Prediction predict(std::size_t i, const catalog::StackConstants& constants) const;

    /// ln(predicted / measured) of the timed runs.
    Eigen::VectorXd residuals(const catalog::StackConstants& constants) const;

    /// Derivative of the residuals by one constant (not by its logarithm), over a step inside its range.
    Eigen::VectorXd derivative(const catalog::StackConstants& at, const char* key) const;

    /// Derivatives of the residuals by the logarithms of the constants; one column for each key.
    Eigen::MatrixXd jacobian(const catalog::StackConstants& at, const std::vector<const char*>& keys) const;

private:
    const Sample& sample_;
    WorkspacePointer workspace_;
    std::vector<std::size_t> timed_;
};

} // namespace plateau::evidence
