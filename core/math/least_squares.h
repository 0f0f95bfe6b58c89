// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Dense>

/// Nonlinear least squares. Minimised is
///     L(x) = sum_i w_i rho(r_i(x)) + p |x - x0|^2,   low <= x <= high
/// with rho(r) = r^2, or 2 (sqrt(1 + r^2 / s^2) - 1) (soft L1: residuals beyond s count linearly), or ln(1 + r^2 / s^2)
/// (Cauchy: residuals far beyond s hardly pull), by
/// Levenberg-Marquardt with iterated reweighting, each step projected on the box (where x ends at an edge, its other
/// elements may stop short of their best beside it):
///     (J^T W J + p I + lambda diag) dx = -(J^T W r + p (x - x0)),   W_i = w_i rho'(r_i) / (2 r_i)
namespace plateau::math {

/// What is fitted. residuals() may be asked anywhere in the box, jacobian() where residuals were just asked for.
class Residuals {
public:
    virtual ~Residuals() = default;
    virtual Eigen::VectorXd residuals(const Eigen::VectorXd& x) = 0;
    /// d r_i / d x_j, given r(x).
    virtual Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& r) = 0;
};

enum class Loss { SoftL1, Cauchy };

struct LeastSquares {
    Eigen::VectorXd low;
    Eigen::VectorXd high;
    Eigen::VectorXd weights; ///< w, one per residual
    Loss beyond = Loss::SoftL1; ///< what residuals beyond s count
    double soft_scale = 0; ///< s; 0: squares
    double prior = 0; ///< p
    int iterations = 12; ///< at most
    double tolerance = 1e-6; ///< stops when a step lowers L by less than this share of it

    double loss(const Eigen::VectorXd& r, const Eigen::VectorXd& x, const Eigen::VectorXd& x0) const;
};

struct Minimum {
    Eigen::VectorXd x;
    double loss_before = 0;
    double loss = 0;
};

/// From x0, which is also what the prior pulls towards.
Minimum minimise(Residuals& residuals, const LeastSquares& problem, const Eigen::VectorXd& x0);

} // namespace plateau::math
