// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/least_squares.h"

#include <cmath>

namespace plateau::math {

namespace {

Eigen::VectorXd reweighted(const LeastSquares& problem, const Eigen::VectorXd& r)
{
    if (problem.soft_scale == 0)
        return problem.weights;
    const double scale = problem.soft_scale;
    Eigen::VectorXd w(r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const double z = r[i] * r[i] / (scale * scale);
        const double softened = problem.beyond == Loss::Cauchy ? 1 + z : std::sqrt(1 + z);
        w[i] = problem.weights[i] / (softened * scale * scale);
    }
    return w;
}

} // namespace

double LeastSquares::loss(const Eigen::VectorXd& r, const Eigen::VectorXd& x, const Eigen::VectorXd& x0) const
{
    double sum = prior * (x - x0).squaredNorm();
    for (Eigen::Index i = 0; i < r.size(); ++i) {
        const double square = r[i] * r[i];
        const double z = soft_scale > 0 ? square / (soft_scale * soft_scale) : 0;
        const double softened = beyond == Loss::Cauchy ? std::log1p(z) : 2 * (std::sqrt(1 + z) - 1);
        sum += weights[i] * (soft_scale > 0 ? softened : square);
    }
    return sum;
}

Minimum minimise(Residuals& residuals, const LeastSquares& problem, const Eigen::VectorXd& x0)
{
    Eigen::VectorXd x = x0;
    Eigen::VectorXd r = residuals.residuals(x);
    double loss = problem.loss(r, x, x0);
    const double loss_before = loss;
    double damping = 1e-2;
    for (int iteration = 0; iteration < problem.iterations; ++iteration) {
        const Eigen::MatrixXd j = residuals.jacobian(x, r);
        const Eigen::VectorXd w = reweighted(problem, r);
        Eigen::MatrixXd normal = j.transpose() * w.asDiagonal() * j;
        normal.diagonal().array() += problem.prior;
        const Eigen::VectorXd gradient = j.transpose() * w.cwiseProduct(r) + problem.prior * (x - x0);
        bool improved = false;
        for (int attempt = 0; attempt < 6 && !improved; ++attempt, damping *= 4) {
            Eigen::MatrixXd damped = normal;
            damped.diagonal() += damping * (normal.diagonal().array() + 1e-9).matrix();
            const Eigen::VectorXd next
                = (x - damped.ldlt().solve(gradient)).cwiseMax(problem.low).cwiseMin(problem.high);
            const Eigen::VectorXd next_r = residuals.residuals(next);
            const double next_loss = problem.loss(next_r, next, x0);
            if (!(next_loss < loss))
                continue;
            improved = loss - next_loss > problem.tolerance * loss;
            x = next;
            r = next_r;
            loss = next_loss;
            damping /= 20;
        }
        if (!improved)
            break;
    }
    return {x, loss_before, loss};
}

} // namespace plateau::math
