// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/tuned_network.h"

#include <cmath>
#include <optional>

#include "core/math/least_squares.h"
#include "core/model/estimate.h"
#include "core/model/prepared.h"

namespace plateau::explore {

namespace {

std::optional<collectives::Operation> operation_of(const std::string& name)
{
    using collectives::Operation;
    constexpr std::pair<const char*, Operation> known[] = {{"all_gather", Operation::AllGather},
                                                           {"reduce_scatter", Operation::ReduceScatter},
                                                           {"all_reduce", Operation::AllReduce},
                                                           {"alltoall", Operation::AllToAll}};
    for (const auto& [word, operation] : known)
        if (name == word)
            return operation;
    return std::nullopt;
}

/// The constants that a table may determine.
struct Dial {
    const char* key;
    double catalog::StackConstants::*member;
};
constexpr Dial dials[] = {{"fabric_fraction", &catalog::StackConstants::fabric_fraction},
                          {"network_fraction", &catalog::StackConstants::network_fraction},
                          {"latency_factor", &catalog::StackConstants::latency_factor}};
constexpr Eigen::Index dial_count = std::size(dials);

/// ln(modelled / measured) of each row against the logarithms of the dials.
class RowErrors final : public math::Residuals {
public:
    RowErrors(const Scenario& scenario, const programs::CollectiveTable& table) : scenario_(scenario), table_(table) { }

    Eigen::VectorXd start() const
    {
        Eigen::VectorXd x(dial_count);
        for (Eigen::Index i = 0; i < dial_count; ++i)
            x(i) = std::log(scenario_.assumptions.stack.constants.*dials[i].member);
        return x;
    }
    Eigen::VectorXd residuals(const Eigen::VectorXd& x) override
    {
        for (Eigen::Index i = 0; i < dial_count; ++i)
            scenario_.assumptions.stack.constants.*dials[i].member = std::exp(x(i));
        const std::vector<double> seconds = modelled_rows(scenario_, table_);
        Eigen::VectorXd errors(Eigen::Index(seconds.size()));
        for (std::size_t i = 0; i < seconds.size(); ++i)
            errors(Eigen::Index(i)) = std::log(seconds[i] / table_.rows[i].seconds);
        return errors;
    }
    Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& r) override
    {
        constexpr double step = 1e-3;
        Eigen::MatrixXd slopes(r.size(), x.size());
        for (Eigen::Index j = 0; j < x.size(); ++j) {
            Eigen::VectorXd moved = x;
            moved(j) += step;
            slopes.col(j) = (residuals(moved) - r) / step;
        }
        return slopes;
    }

private:
    Scenario scenario_;
    const programs::CollectiveTable& table_;
};

} // namespace

std::vector<double> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table)
{
    std::vector<double> seconds;
    const auto operation = operation_of(table.operation);
    if (!operation || table.ranks < 2)
        return seconds;
    const auto prepared = prepare(scenario);
    for (const programs::MeasuredCollective& row : table.rows)
        seconds.push_back(ways_of(*prepared, *operation, table.ranks, row.bytes).front().seconds);
    return seconds;
}

std::vector<TunedParameter> tuned_network(const Scenario& scenario, const programs::CollectiveTable& table)
{
    constexpr std::size_t enough = 5;
    constexpr double widest = 30; // times more or less
    constexpr double determined = 0.05; // of the rows' times, root mean square, for a change of the constant by e
    constexpr double nine_in_ten = 1.645;
    if (table.rows.size() < enough || modelled_rows(scenario, table).empty())
        return {};
    RowErrors errors(scenario, table);
    math::LeastSquares problem;
    problem.low = errors.start().array() - std::log(widest);
    problem.high = errors.start().array() + std::log(widest);
    problem.weights = Eigen::VectorXd::Ones(Eigen::Index(table.rows.size()));
    problem.soft_scale = 0.1; // sizes where another protocol is taken than in the model
    problem.prior = 1e-6;
    problem.iterations = 60;
    // One of the rates binds: across domains it is the network's, unless the domain's explains the table far better.
    // What does not bind has no slope, so that parts of the rate are tried too.
    std::optional<math::Minimum> best;
    Eigen::Index free_rate = 0;
    const bool across = table.ranks > prepare(scenario)->domain_size;
    for (const Eigen::Index rate : across ? std::vector<Eigen::Index>{1, 0} : std::vector<Eigen::Index>{0}) {
        math::LeastSquares one = problem;
        one.low(1 - rate) = one.high(1 - rate) = errors.start()(1 - rate);
        for (const double share : {1., 0.5, 0.25, 0.1}) {
            Eigen::VectorXd start = errors.start();
            start(rate) += std::log(share);
            const math::Minimum found = math::minimise(errors, one, start);
            constexpr double clearly = 0.8, good = 0.01; // of a row: missed by a hundredth
            if (!best || (best->loss > good * double(table.rows.size()) && found.loss < clearly * best->loss)) {
                best = found;
                free_rate = rate;
            }
        }
    }
    const Eigen::VectorXd left = errors.residuals(best->x);
    const Eigen::MatrixXd slopes = errors.jacobian(best->x, left);
    const double count = double(table.rows.size());
    const Eigen::MatrixXd weak = 1e-6 * Eigen::MatrixXd::Identity(dial_count, dial_count);
    const Eigen::MatrixXd spread = left.squaredNorm() / (count - 2) * (slopes.transpose() * slopes + weak).inverse();
    std::vector<TunedParameter> tuned;
    for (Eigen::Index j = 0; j < dial_count; ++j) {
        if (j == 1 - free_rate || slopes.col(j).norm() / std::sqrt(count) < determined)
            continue;
        const double away = nine_in_ten * std::sqrt(std::max(0.0, spread(j, j)));
        tuned.push_back(
            {dials[j].key, {std::exp(best->x(j)), std::exp(best->x(j) - away), std::exp(best->x(j) + away)}});
    }
    return tuned;
}

} // namespace plateau::explore
