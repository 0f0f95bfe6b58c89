// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/tuning.h"

#include "core/math/least_squares.h"
#include "core/model/prepared.h"

namespace plateau::answers {

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

constexpr Eigen::Index dial_count = std::size(network_keys);
constexpr Eigen::Index fabric = 0, network = 1, latency = 2;

/// ln(modelled / measured) of each row of all tables, against the logarithms of the dials.
class RowErrors final : public math::Residuals {
public:
    RowErrors(const Scenario& scenario, std::vector<const programs::CollectiveTable*> tables)
        : scenario_(scenario), tables_(std::move(tables)), shipped_(start())
    {
    }

    Eigen::Index count() const
    {
        Eigen::Index count = 0;
        for (const programs::CollectiveTable* table : tables_)
            count += Eigen::Index(table->rows.size());
        return count;
    }
    Eigen::VectorXd start() const
    {
        Eigen::VectorXd x(dial_count);
        for (Eigen::Index i = 0; i < dial_count; ++i)
            x(i) = std::log(constant(scenario_, network_keys[i]));
        return x;
    }
    void move_together(bool together) { together_ = together; }
    Eigen::VectorXd residuals(const Eigen::VectorXd& x) override
    {
        const Eigen::VectorXd values = resolved(x);
        for (Eigen::Index i = 0; i < dial_count; ++i)
            constant(scenario_, network_keys[i]) = std::exp(values(i));
        Eigen::VectorXd errors(count());
        Eigen::Index at = 0;
        for (const programs::CollectiveTable* table : tables_) {
            const auto modelled = modelled_rows(scenario_, *table);
            for (std::size_t i = 0; i < modelled.size(); ++i)
                errors(at++) = std::log(modelled[i].front().seconds / table->rows[i].seconds);
        }
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
    /// The values of the dials that the solver's vector stands for.
    Eigen::VectorXd resolved(const Eigen::VectorXd& x) const
    {
        Eigen::VectorXd values = x;
        if (together_)
            values(network) = shipped_(network) + x(fabric) - shipped_(fabric);
        return values;
    }
    /// The change of the rows' times with a dial, root mean square over the rows of the table that it changes most.
    double largest_slope(const Eigen::MatrixXd& slopes, Eigen::Index dial) const
    {
        double largest = 0;
        Eigen::Index at = 0;
        for (const programs::CollectiveTable* table : tables_) {
            const auto rows = Eigen::Index(table->rows.size());
            largest = std::max(largest, slopes.col(dial).segment(at, rows).norm() / std::sqrt(double(rows)));
            at += rows;
        }
        return largest;
    }

private:
    Scenario scenario_;
    std::vector<const programs::CollectiveTable*> tables_;
    Eigen::VectorXd shipped_;
    bool together_ = false;
};

/// The rates that the tables may determine.
struct Rates {
    std::vector<Eigen::Index> free; ///< dials beside the latency
    bool together = false; ///< the network's share moves with the domain's: where both bind, neither alone has a slope
};

/// Inside a domain its own; across domains one of the two binds, which is not known before, or both; with tables of
/// both kinds each tells one.
std::vector<Rates> rates_of(const std::vector<const programs::CollectiveTable*>& tables, double domain)
{
    bool inside = false, across = false;
    for (const programs::CollectiveTable* table : tables)
        (table->ranks > domain ? across : inside) = true;
    if (inside && across)
        return {{{fabric, network}}, {{fabric}, true}};
    return across ? std::vector<Rates>{{{network}}, {{fabric}}, {{fabric}, true}} : std::vector<Rates>{{{fabric}}};
}

/// What does not bind has no slope, so that parts of each rate are tried as starts.
std::vector<Eigen::VectorXd> starts_of(const Eigen::VectorXd& shipped, const std::vector<Eigen::Index>& rates)
{
    std::vector<Eigen::VectorXd> starts = {shipped};
    for (const Eigen::Index rate : rates) {
        const std::vector<Eigen::VectorXd> before = starts;
        for (const Eigen::VectorXd& start : before)
            for (const double share : {0.5, 0.25, 0.1}) {
                starts.push_back(start);
                starts.back()(rate) += std::log(share);
            }
    }
    return starts;
}

} // namespace

std::vector<std::vector<CollectiveUse>> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table)
{
    std::vector<std::vector<CollectiveUse>> rows;
    const auto operation = operation_of(table.operation);
    if (!operation || table.ranks < 2)
        return rows;
    Scenario cluster = scenario;
    cluster.cluster.gpus = std::max(cluster.cluster.gpus, double(table.ranks));
    const auto prepared = prepare(cluster);
    for (const programs::MeasuredCollective& row : table.rows)
        rows.push_back(ways_of(*prepared, *operation, table.ranks, row.bytes));
    return rows;
}

std::vector<TunedParameter> tuned_network(const Scenario& scenario, std::span<const programs::CollectiveTable> tables)
{
    constexpr std::size_t enough = 5;
    constexpr double widest = 30; // times more or less
    const double deviations = catalog::values_of(scenario.assumptions.physics).range_deviations;
    constexpr double determined = 0.05; // of the rows' times, root mean square, for a change of the constant by e
    std::vector<const programs::CollectiveTable*> counted;
    for (const programs::CollectiveTable& table : tables)
        if (table.rows.size() >= enough && !modelled_rows(scenario, table).empty())
            counted.push_back(&table);
    if (counted.empty())
        return {};
    RowErrors errors(scenario, counted);
    const Eigen::VectorXd shipped = errors.start();
    math::LeastSquares problem;
    problem.weights = Eigen::VectorXd::Ones(errors.count());
    problem.soft_scale = 0.1; // sizes where another protocol is taken than in the model
    problem.prior = 1e-6;
    problem.iterations = 60;
    std::optional<math::Minimum> best;
    Rates told;
    for (const Rates& rates : rates_of(counted, prepare(scenario)->domain_size)) {
        errors.move_together(rates.together);
        std::vector<Eigen::Index> free = rates.free;
        free.push_back(latency);
        problem.low = problem.high = shipped;
        for (const Eigen::Index dial : free) {
            const catalog::StackConstant& legal = *catalog::find_stack_constant(network_keys[dial]);
            problem.low(dial) = std::max(shipped(dial) - std::log(widest), std::log(legal.low)); // -inf for 0
            problem.high(dial) = std::min(shipped(dial) + std::log(widest), std::log(legal.high));
        }
        for (const Eigen::VectorXd& start : starts_of(shipped, rates.free)) {
            const math::Minimum found = math::minimise(errors, problem, start.cwiseMax(problem.low));
            constexpr double good = 0.01; // of a row: missed by a hundredth
            const double better = rates.together ? 0.97 : 0.8; // which of two binds alone is a stronger claim
            if (!best || (best->loss > good * double(errors.count()) && found.loss < better * best->loss)) {
                best = found;
                told = {free, rates.together};
            }
        }
    }
    errors.move_together(told.together);
    const Eigen::VectorXd left = errors.residuals(best->x);
    const Eigen::MatrixXd all = errors.jacobian(best->x, left);
    std::vector<Eigen::Index> free = told.free;
    std::erase_if(free, [&](Eigen::Index dial) { return errors.largest_slope(all, dial) < determined; });
    const auto count = Eigen::Index(free.size());
    const Eigen::MatrixXd slopes = all(Eigen::all, free);
    const Eigen::MatrixXd weak = 1e-6 * Eigen::MatrixXd::Identity(count, count);
    const Eigen::MatrixXd spread = left.squaredNorm() / double(std::max<Eigen::Index>(1, errors.count() - count))
        * (slopes.transpose() * slopes + weak).inverse();
    const Eigen::VectorXd values = errors.resolved(best->x);
    std::vector<TunedParameter> tuned;
    const auto add = [&](Eigen::Index dial, double away) {
        const double value = values(dial);
        tuned.push_back({network_keys[dial], {std::exp(value), std::exp(value - away), std::exp(value + away)}});
    };
    for (Eigen::Index j = 0; j < count; ++j) {
        const double away = deviations * std::sqrt(std::max(0.0, spread(j, j)));
        add(free[std::size_t(j)], away);
        if (told.together && free[std::size_t(j)] == fabric)
            add(network, away);
    }
    return tuned;
}

using programs::KernelKind;

std::optional<Part> part_of(KernelKind kind)
{
    constexpr Part parts[] = {Part::MatrixMultiply, Part::Attention,     Part::Optimizer, Part::OtherKernels,
                              Part::AllGather,      Part::ReduceScatter, Part::AllReduce, Part::ExpertTraffic};
    return std::size_t(kind) < std::size(parts) ? std::optional(parts[std::size_t(kind)]) : std::nullopt;
}

namespace {

/// Seconds of the output head's products: three a micro-batch, forward and backward.
double head_products(const Scenario& scenario, const Parts& parts)
{
    const auto prepared = prepare(scenario);
    const double pieces = prepared->loss_pieces;
    const double tokens = parts.plan.micro_batch * scenario.workload.sequence / parts.plan.cp;
    const double one
        = product_time(*prepared, tokens / pieces, prepared->vocab / parts.plan.tp, prepared->hidden).seconds;
    return std::min(parts.busy[std::size_t(Part::Head)], 3 * parts.micro_batches * pieces * one);
}

} // namespace

std::array<double, programs::kernel_kinds> predicted_kernels(const Scenario& scenario, const Parts& parts)
{
    std::array<double, programs::kernel_kinds> seconds{};
    const auto busy = [&](Part part) { return parts.busy[std::size_t(part)]; };
    const auto of = [&](KernelKind kind) -> double& { return seconds[std::size_t(kind)]; };
    for (int i = 0; i < programs::kernel_kinds; ++i)
        if (const auto part = part_of(KernelKind(i)))
            seconds[std::size_t(i)] = busy(*part);
    const double again = busy(Part::Recompute);
    if (parts.plan.recompute == Recompute::Full) {
        const double layers = of(KernelKind::Products) + of(KernelKind::Attention) + of(KernelKind::Other);
        for (const KernelKind kind : {KernelKind::Products, KernelKind::Attention, KernelKind::Other})
            of(kind) += layers > 0 ? again * of(kind) / layers : 0;
    } else {
        of(KernelKind::Attention) += again;
    }
    const double products = head_products(scenario, parts);
    of(KernelKind::Products) += products;
    of(KernelKind::Other)
        += busy(Part::Head) - products + busy(Part::Conversion) + busy(Part::Accumulation) + busy(Part::GradientNorm);
    return seconds;
}

std::vector<TracedTerm> traced_terms(const programs::TracedStep& step, const MeasuredAgainst& against)
{
    std::vector<TracedTerm> terms;
    std::array<double, programs::kernel_kinds> kernels{};
    const bool is_predicted = against.has_step();
    if (is_predicted)
        kernels = predicted_kernels(*against.scenario, *against.parts);
    for (int i = 0; i < programs::kernel_kinds; ++i) {
        std::optional<double> seconds;
        if (is_predicted && KernelKind(i) != KernelKind::OtherCollective)
            seconds = kernels[std::size_t(i)];
        if (step.count[std::size_t(i)] > 0 || seconds.value_or(0) > 0)
            terms.push_back({name(KernelKind(i)), seconds, step.of_kind[std::size_t(i)]});
    }
    const auto of
        = [&](auto value) { return is_predicted ? std::optional<double>(value(*against.parts)) : std::nullopt; };
    terms.push_back(
        {"exposed_communication", of([](const Parts& p) { return p.communication_seconds(); }), step.exposed});
    terms.push_back({"idle", std::nullopt, step.idle});
    terms.push_back({"step", of([](const Parts& p) { return p.step_seconds; }), step.seconds});
    return terms;
}

namespace {

/// Formats whose products run alike: both of 16 bits.
bool same_rate(const std::string& format, Precision precision)
{
    const auto is_half = [](const std::string& name) { return name == "bf16" || name == "fp16"; };
    const std::string asked = name(precision);
    return format == asked || (is_half(format) && is_half(asked)) || (format.empty() && is_half(asked));
}

/// A constant, and the kernels whose time it decides.
struct KernelDial {
    const char* key;
    KernelKind kernels;
};
constexpr KernelDial kernel_dials[] = {{"kernel_efficiency", KernelKind::Products},
                                       {"attention_factor", KernelKind::Attention},
                                       {"memory_passes", KernelKind::Other},
                                       {"optimizer_bytes", KernelKind::Optimizer}};

/// Seconds of such kernels in the step with this value of the constant.
double seconds_of(Scenario& scenario, const Plan& plan, const KernelDial& dial, double value)
{
    constant(scenario, dial.key) = value;
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepare(scenario), plan, *workspace);
    return parts.possible() ? predicted_kernels(scenario, parts)[std::size_t(dial.kernels)] : 0;
}

/// Where the time is as measured, between a fifth and five times the constant: halving in its logarithm.
std::optional<double> solved(Scenario scenario, const Plan& plan, const KernelDial& dial, double measured)
{
    constexpr double widest = 5;
    constexpr int halvings = 40;
    const double now = constant(scenario, dial.key);
    const catalog::StackConstant& legal = *catalog::find_stack_constant(dial.key);
    double low = std::max(now / widest, legal.low), high = std::min(now * widest, legal.high);
    const bool rises = seconds_of(scenario, plan, dial, low) < seconds_of(scenario, plan, dial, high);
    const auto too_long = [&](double value) { return seconds_of(scenario, plan, dial, value) > measured; };
    if (!(now > 0) || too_long(low) == too_long(high))
        return std::nullopt;
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(low * high);
        (too_long(middle) == rises ? high : low) = middle;
    }
    return std::sqrt(low * high);
}

} // namespace

std::vector<TunedParameter> tuned_products(const Scenario& scenario, const programs::ProductTable& table)
{
    constexpr double most_traffic = 0.5; // of the modelled time
    constexpr std::size_t enough = 3;
    Scenario alone = scenario;
    alone.assumptions.stack.constants.kernel_efficiency = 1;
    const auto prepared = prepare(alone);
    std::vector<double> logs;
    for (const programs::MeasuredProduct& row : table.rows) {
        if (!same_rate(row.format, scenario.workload.precision))
            continue;
        const ProductTime modelled = product_time(*prepared, row.m, row.n, row.k);
        if (modelled.without_arithmetic <= most_traffic * modelled.seconds)
            logs.push_back(std::log(modelled.seconds / row.seconds));
    }
    if (logs.size() < enough)
        return {};
    const auto count = double(logs.size());
    double mean = 0, squares = 0;
    for (const double value : logs)
        mean += value / count;
    for (const double value : logs)
        squares += (value - mean) * (value - mean);
    const double away
        = catalog::values_of(scenario.assumptions.physics).range_deviations * std::sqrt(squares / (count - 1) / count);
    const double now = scenario.assumptions.stack.constants.kernel_efficiency;
    return {{kernel_dials[0].key, {now * std::exp(mean), now * std::exp(mean - away), now * std::exp(mean + away)}}};
}

std::vector<TunedParameter> tuned_trace(const Scenario& scenario, const Plan& plan, const programs::TracedStep& step)
{
    std::vector<TunedParameter> tuned;
    for (const KernelDial& dial : kernel_dials) {
        const double measured = step.of_kind[std::size_t(dial.kernels)];
        if (measured <= 0)
            continue;
        if (const auto value = solved(scenario, plan, dial, measured))
            tuned.push_back({dial.key, {*value, *value, *value}});
    }
    return tuned;
}

} // namespace plateau::answers
