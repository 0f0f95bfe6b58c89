// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/math/divisors.h"
#include "core/math/least_squares.h"

namespace tst_math {

using namespace plateau::math;

namespace {

/// y = a exp(b t) at t = 0, 1 ... against measured y; x = (a, b).
class Exponential : public Residuals {
public:
    explicit Exponential(std::vector<double> measured) : measured_(std::move(measured)) { }

    Eigen::VectorXd residuals(const Eigen::VectorXd& x) override
    {
        Eigen::VectorXd r(size());
        for (Eigen::Index i = 0; i < size(); ++i)
            r[i] = x[0] * std::exp(x[1] * double(i)) - measured_[std::size_t(i)];
        return r;
    }
    Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd&) override
    {
        Eigen::MatrixXd j(size(), 2);
        for (Eigen::Index i = 0; i < size(); ++i) {
            j(i, 0) = std::exp(x[1] * double(i));
            j(i, 1) = x[0] * double(i) * j(i, 0);
        }
        return j;
    }
    Eigen::Index size() const { return Eigen::Index(measured_.size()); }

private:
    std::vector<double> measured_;
};

std::vector<double> samples(double a, double b, int count)
{
    std::vector<double> result;
    for (int i = 0; i < count; ++i)
        result.push_back(a * std::exp(b * i));
    return result;
}

LeastSquares problem(const Exponential& data)
{
    return {.low = Eigen::Vector2d(0, -1),
            .high = Eigen::Vector2d(10, 1),
            .weights = Eigen::VectorXd::Ones(data.size()),
            .iterations = 50,
            .tolerance = 1e-12};
}

} // namespace

class Math : public QObject {
    Q_OBJECT

private slots:
    void divisors_are_those_that_divide()
    {
        for (std::int64_t number = 1; number <= 3000; ++number) {
            std::vector<std::int64_t> expected;
            for (std::int64_t candidate = 1; candidate <= number; ++candidate)
                if (number % candidate == 0)
                    expected.push_back(candidate);
            QCOMPARE(divisors(number), expected);
        }
        QCOMPARE(divisors(std::int64_t(1) << 40).size(), std::size_t(41));
        QCOMPARE(divisors(2147483647), (std::vector<std::int64_t>{1, 2147483647}));
    }

    void large_primes_are_left_out()
    {
        for (std::int64_t number = 1; number <= 500; ++number) {
            std::vector<std::int64_t> expected;
            for (const std::int64_t candidate : divisors(number)) {
                std::int64_t rest = candidate;
                for (const std::int64_t prime : {2, 3, 5, 7})
                    while (rest % prime == 0)
                        rest /= prime;
                if (rest == 1)
                    expected.push_back(candidate);
            }
            QCOMPARE(divisors(number, 7), expected);
        }
        QCOMPARE(divisors(12 * std::int64_t(1000003) * 1000033, 1 << 16), divisors(12));
    }

    void what_made_the_data_is_found()
    {
        Exponential data(samples(3, -0.2, 12));
        const Minimum minimum = minimise(data, problem(data), Eigen::Vector2d(1, 0.1));
        QVERIFY(std::abs(minimum.x[0] - 3) < 1e-9);
        QVERIFY(std::abs(minimum.x[1] + 0.2) < 1e-9);
        QVERIFY(minimum.loss < 1e-15 && minimum.loss_before > 1);
    }

    void at_the_minimum_nothing_pulls()
    {
        std::vector<double> noisy = samples(3, -0.2, 12);
        for (std::size_t i = 0; i < noisy.size(); ++i)
            noisy[i] *= i % 3 == 0 ? 1.1 : 0.95;
        Exponential data(noisy);
        const Minimum minimum = minimise(data, problem(data), Eigen::Vector2d(1, 0.1));
        const Eigen::VectorXd r = data.residuals(minimum.x);
        QVERIFY((data.jacobian(minimum.x, r).transpose() * r).norm() < 1e-6);
        QVERIFY(std::abs(minimum.loss - r.squaredNorm()) < 1e-12);
    }

    void the_box_holds()
    {
        Exponential data(samples(3, -0.2, 12));
        LeastSquares boxed = problem(data);
        boxed.high[0] = 2;
        const Minimum minimum = minimise(data, boxed, Eigen::Vector2d(1, 0.1));
        QCOMPARE(minimum.x[0], 2.0);
        QVERIFY(minimum.x[1] >= -1 && minimum.x[1] <= 1);
        QVERIFY(minimum.loss < minimum.loss_before);
    }

    void soft_losses_forgive_one_odd_point()
    {
        std::vector<double> odd = samples(3, -0.2, 12);
        odd[4] += 5;
        Exponential data(odd);
        const Minimum squares = minimise(data, problem(data), Eigen::Vector2d(2, -0.1));
        LeastSquares soft = problem(data);
        soft.soft_scale = 0.01;
        const Minimum robust = minimise(data, soft, Eigen::Vector2d(2, -0.1));
        QVERIFY(std::abs(robust.x[0] - 3) < 0.05);
        QVERIFY(std::abs(squares.x[0] - 3) > 5 * std::abs(robust.x[0] - 3));
    }

    /// The further off a point, the less it moves the fit; under soft L1 it pulls as hard from anywhere.
    void beyond_the_scale_of_cauchy_nothing_pulls()
    {
        const auto moved = [](Loss loss, double by) {
            std::vector<double> odd = samples(3, -0.2, 12);
            odd[4] += by;
            Exponential data(odd);
            LeastSquares soft = problem(data);
            soft.beyond = loss;
            soft.soft_scale = 0.1;
            return std::abs(minimise(data, soft, Eigen::Vector2d(2.8, -0.2)).x[0] - 3);
        };
        QVERIFY(moved(Loss::Cauchy, 50) < 0.2 * moved(Loss::Cauchy, 5));
        QVERIFY(moved(Loss::SoftL1, 50) > 0.9 * moved(Loss::SoftL1, 5));
    }

    void a_prior_pulls_back_and_no_weight_counts_nothing()
    {
        Exponential data(samples(3, -0.2, 12));
        LeastSquares pulled = problem(data);
        pulled.prior = 1e6;
        QVERIFY(std::abs(minimise(data, pulled, Eigen::Vector2d(1, 0.1)).x[0] - 1) < 1e-3);

        std::vector<double> odd = samples(3, -0.2, 12);
        odd[4] += 5;
        Exponential with_odd(odd);
        LeastSquares blind = problem(with_odd);
        blind.weights[4] = 0;
        QVERIFY(std::abs(minimise(with_odd, blind, Eigen::Vector2d(1, 0.1)).x[0] - 3) < 1e-6);
    }
};

PLATEAU_TEST(Math)

} // namespace tst_math

#include "tst_math.moc"
