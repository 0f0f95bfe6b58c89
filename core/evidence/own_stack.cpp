// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/own_stack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <Eigen/Dense>

#include "core/estimate/reach.h"

namespace plateau::evidence {

namespace {

using Constants = catalog::StackConstants;
using Indices = std::vector<std::size_t>;

constexpr double kernel_known = 0.15; // standard errors that count as determined, of the logarithm
constexpr double network_known = 0.25;
constexpr double shipped_weight = 4; // runs that the shipped scatter counts for
constexpr double eight_in_ten = 1.2815515594;
constexpr const char* time_keys[] = {"kernel_efficiency", "network_fraction"};
constexpr const char* scaling_keys[]
    = {"kernel_efficiency", "network_fraction", "fsdp_overlap_penalty", "latency_factor", "jitter_per_doubling"};

const catalog::StackConstant& constant(const char* key) { return *catalog::find_stack_constant(key); }

double& value(Constants& constants, const char* key) { return constants.*constant(key).value; }
double value(const Constants& constants, const char* key) { return constants.*constant(key).value; }

/// The runs that count, and what the model says of them under given constants.
class Runs {
public:
    explicit Runs(const Sample& sample) : sample_(sample), workspace_(make_workspace())
    {
        for (std::size_t i = 0; i < sample.cases.size(); ++i)
            if (sample.cases[i].missing.empty() && sample.rows[i].measured_step_seconds())
                timed_.push_back(i);
    }

    const Indices& timed() const { return timed_; }
    const Row& row(std::size_t i) const { return sample_.rows[i]; }
    const Scenario& scenario(std::size_t i) const { return sample_.cases[i].posed.scenario; }

    /// Only what a calibration may move is taken from `constants`: the run's own words on its kernels stay.
    Prediction predict(std::size_t i, const Constants& constants) const
    {
        Case moved = sample_.cases[i];
        Constants& own = moved.posed.scenario.assumptions.stack.constants;
        for (const char* key : scaling_keys)
            value(own, key) = value(constants, key);
        own.fixed_memory_bytes = constants.fixed_memory_bytes;
        return evidence::predict(moved, sample_.rows[i], *workspace_);
    }

    /// ln(predicted / measured) of the timed runs.
    Eigen::VectorXd residuals(const Constants& constants) const
    {
        Eigen::VectorXd r(static_cast<Eigen::Index>(timed_.size()));
        for (std::size_t k = 0; k < timed_.size(); ++k)
            r[static_cast<Eigen::Index>(k)] = std::log(predict(timed_[k], constants).step_seconds
                                                       / *sample_.rows[timed_[k]].measured_step_seconds());
        return r;
    }

    /// Derivative of the residuals by one constant (not by its logarithm), over a step inside its range.
    Eigen::VectorXd derivative(const Constants& at, const char* key) const
    {
        const catalog::StackConstant& which = constant(key);
        double step = 0.01 * (which.high - which.low);
        if (at.*which.value + step > which.high)
            step = -step;
        Constants moved = at;
        moved.*which.value += step;
        return (residuals(moved) - residuals(at)) / step;
    }

private:
    const Sample& sample_;
    WorkspacePointer workspace_;
    Indices timed_;
};

/// Derivatives by the logarithms of the constants.
Eigen::MatrixXd jacobian(const Runs& runs, const Constants& at, const std::vector<const char*>& keys)
{
    Eigen::MatrixXd j(static_cast<Eigen::Index>(runs.timed().size()), static_cast<Eigen::Index>(keys.size()));
    for (std::size_t k = 0; k < keys.size(); ++k)
        j.col(static_cast<Eigen::Index>(k)) = runs.derivative(at, keys[k]) * value(at, keys[k]);
    return j;
}

/// Standard errors of all constants at once; infinite where the runs do not tell them apart.
Eigen::VectorXd standard_errors(const Eigen::MatrixXd& j, double scatter)
{
    const Eigen::MatrixXd information = j.transpose() * j;
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(information);
    if (!lu.isInvertible())
        return Eigen::VectorXd::Constant(j.cols(), std::numeric_limits<double>::infinity());
    return (lu.inverse().diagonal().cwiseMax(0.0)).cwiseSqrt() * scatter;
}

std::vector<const char*> determined(const Eigen::MatrixXd& j, double scatter)
{
    const Eigen::VectorXd both = standard_errors(j, scatter);
    if (j.rows() > 1 && both[0] <= kernel_known && both[1] <= network_known)
        return {time_keys[0], time_keys[1]};
    if (standard_errors(j.col(0), scatter)[0] <= kernel_known)
        return {time_keys[0]};
    if (standard_errors(j.col(1), scatter)[0] <= network_known)
        return {time_keys[1]};
    return {};
}

/// Gauss-Newton in the logarithms; steps are halved until they help.
Constants least_squares(const Runs& runs, const Constants& base, const std::vector<const char*>& keys)
{
    Constants at = base;
    Eigen::VectorXd r = runs.residuals(at);
    for (int iteration = 0; iteration < 12; ++iteration) {
        const Eigen::MatrixXd j = jacobian(runs, at, keys);
        const Eigen::VectorXd step = j.completeOrthogonalDecomposition().solve(r);
        bool better = false;
        for (double share = 1; share > 0.05 && !better; share /= 2) {
            Constants next = at;
            for (std::size_t k = 0; k < keys.size(); ++k) {
                const catalog::StackConstant& which = constant(keys[k]);
                const double wanted = value(at, keys[k]) * std::exp(-share * step[static_cast<Eigen::Index>(k)]);
                value(next, keys[k]) = std::clamp(wanted, which.low, which.high);
            }
            const Eigen::VectorXd next_r = runs.residuals(next);
            better = next_r.squaredNorm() < r.squaredNorm() * (1 - 1e-9);
            if (better) {
                at = next;
                r = next_r;
            }
        }
        if (!better)
            break;
    }
    return at;
}

bool at_edge(const Constants& constants, const char* key)
{
    const catalog::StackConstant& which = constant(key);
    const double margin = 1e-3 * (which.high - which.low);
    return value(constants, key) <= which.low + margin || value(constants, key) >= which.high - margin;
}

/// Variance of a constant before the runs.
double prior_variance(const catalog::Stack& base, const char* key, bool fitted, const ModelError& reach)
{
    const catalog::StackConstant& which = constant(key);
    double low = which.low;
    double high = which.high;
    if (!fitted) {
        for (const catalog::ConstantNote& note : base.notes)
            if (note.key == key) {
                low = note.low;
                high = note.high;
            }
        if (std::string(key) == "network_fraction")
            low = std::min(low, reach.least_network * value(base.constants, key));
    }
    const double deviation = (high - low) / (2 * eight_in_ten);
    return std::max(deviation * deviation, 1e-18);
}

Eigen::MatrixXd covariance(const Runs& runs, const catalog::Stack& base, const Constants& at,
                           const std::vector<const char*>& fitted, double scatter, const ModelError& reach)
{
    const auto size = static_cast<Eigen::Index>(std::size(scaling_keys));
    Eigen::MatrixXd g(static_cast<Eigen::Index>(runs.timed().size()), size);
    Eigen::VectorXd prior(size);
    for (Eigen::Index k = 0; k < size; ++k) {
        const char* key = scaling_keys[k];
        g.col(k) = runs.derivative(at, key);
        const bool is_fitted
            = std::any_of(fitted.begin(), fitted.end(), [&](const char* other) { return std::string(other) == key; });
        prior[k] = prior_variance(base, key, is_fitted, reach);
    }
    // Scaled by the prior deviations, so that constants of any size stand in one well-conditioned matrix.
    const Eigen::VectorXd scale = prior.cwiseSqrt();
    const Eigen::MatrixXd scaled = g * scale.asDiagonal();
    const Eigen::MatrixXd information
        = Eigen::MatrixXd::Identity(size, size) + scaled.transpose() * scaled / (scatter * scatter);
    return scale.asDiagonal() * information.inverse() * scale.asDiagonal();
}

double pooled_scatter(const Eigen::VectorXd& residuals, std::size_t constants, double shipped)
{
    const double free = static_cast<double>(residuals.size()) - static_cast<double>(constants);
    if (free <= 0)
        return shipped;
    return std::sqrt((shipped_weight * shipped * shipped + residuals.squaredNorm()) / (shipped_weight + free));
}

bool measures_all_memory(const Row& row)
{
    const std::string& kind = row.memory_kind;
    return row.memory_bytes && kind.find("alloc") == std::string::npos && kind.find("res") == std::string::npos;
}

/// The mean difference of memory goes to what the device holds besides the model.
std::optional<FittedConstant> fit_memory(const Runs& runs, const Sample& sample, Constants& constants)
{
    double sum = 0, squares = 0;
    int count = 0;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        if (!sample.cases[i].missing.empty() || !measures_all_memory(sample.rows[i]))
            continue;
        const double difference = *sample.rows[i].memory_bytes - runs.predict(i, constants).memory_bytes;
        sum += difference;
        squares += difference * difference;
        ++count;
    }
    if (count == 0)
        return std::nullopt;
    const catalog::StackConstant& which = constant("fixed_memory_bytes");
    const double mean = sum / count;
    FittedConstant fitted{which.key, constants.*which.value, 0, 0, 0};
    fitted.value = std::clamp(fitted.base + mean, which.low, which.high);
    const double spread = count > 1 ? std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1)) : 0;
    const double known = std::max(eight_in_ten * spread, 0.25e9);
    fitted.low = std::clamp(fitted.value - known, which.low, which.high);
    fitted.high = std::clamp(fitted.value + known, which.low, which.high);
    constants.*which.value = fitted.value;
    return fitted;
}

std::string percent(double fraction) { return units::format(fraction, units::Unit::Fraction, 2); }

std::string words(const FittedConstant& fitted)
{
    const catalog::StackConstant& which = constant(fitted.key.c_str());
    return units::format(fitted.value, which.unit) + " (" + units::show(fitted.low, which.unit).number + "–"
        + units::format(fitted.high, which.unit) + ")";
}

std::size_t furthest(const Eigen::VectorXd& residuals)
{
    Eigen::Index worst = 0;
    residuals.cwiseAbs().maxCoeff(&worst);
    return static_cast<std::size_t>(worst);
}

tl::unexpected<Error> outside(const Runs& runs, const Constants& base, const char* key)
{
    const Eigen::VectorXd r = runs.residuals(base);
    const Row& row = runs.row(runs.timed()[furthest(r)]);
    const catalog::StackConstant& which = constant(key);
    const double ratio = std::exp(-r[static_cast<Eigen::Index>(furthest(r))]);
    return failure(
        {ratio > 1 ? PLATEAU_TEXT("%1 took %2 times as long as predicted: no plausible %3 explains that")
                   : PLATEAU_TEXT("%1 took only %2 of the predicted time: no plausible %3 explains that"),
         {row.id, ratio > 1 ? units::show(ratio, units::Unit::None).number : percent(ratio),
          evidence::lower(which.label)}},
        row.where,
        {PLATEAU_TEXT("a run whose configuration is the one that was measured; tokens/s are of all GPUs or "
                      "of one as the field says; %1 from %2 to %3"),
         {evidence::lower(which.label), units::exact(which.low, which.unit), units::exact(which.high, which.unit)}});
}

tl::unexpected<Error> nothing_timed(const Sample& sample)
{
    for (std::size_t i = 0; i < sample.rows.size(); ++i)
        if (!sample.cases[i].missing.empty())
            return failure({PLATEAU_TEXT("%1 cannot be predicted: %2 is missing or impossible"),
                            {sample.rows[i].id, sample.cases[i].missing}},
                           sample.rows[i].where, {PLATEAU_TEXT("a run with its whole configuration"), {}});
    return failure({PLATEAU_TEXT("no run says how fast it was"), {}}, sample.rows.empty() ? "" : sample.rows[0].where,
                   {PLATEAU_TEXT("step_time_s or tokens_per_s_per_gpu in at least one row"), {}});
}

tl::unexpected<Error> undetermined(const Runs& runs, const Eigen::MatrixXd& j)
{
    return failure(
        {PLATEAU_TEXT("these runs determine neither kernel efficiency nor the network share: 10 % less of "
                      "either would change their steps by %1 and %2 at most"),
         {percent(0.1 * j.col(0).cwiseAbs().maxCoeff()), percent(0.1 * j.col(1).cwiseAbs().maxCoeff())}},
        runs.row(runs.timed().front()).where,
        {PLATEAU_TEXT("a run whose step is mostly computation: larger layers, or more sequences per GPU"), {}});
}

catalog::Calibrated record_of(const Runs& runs, const Eigen::MatrixXd& c, double scatter, const ModelError& reach)
{
    catalog::Calibrated record;
    record.runs = static_cast<int>(runs.timed().size());
    std::set<std::string> hardware, kinds;
    for (const std::size_t i : runs.timed()) {
        const Scenario& scenario = runs.scenario(i);
        record.least_gpus
            = record.least_gpus == 0 ? scenario.cluster.gpus : std::min(record.least_gpus, scenario.cluster.gpus);
        record.most_gpus = std::max(record.most_gpus, scenario.cluster.gpus);
        hardware.insert(scenario.cluster.accelerator.id);
        for (const std::string& kind : parallelism_kinds(scenario.plan))
            kinds.insert(kind);
    }
    record.hardware.assign(hardware.begin(), hardware.end());
    record.kinds.assign(kinds.begin(), kinds.end());
    record.scatter = scatter;
    record.other_hardware = reach.other_hardware;
    record.other_kind = reach.other_kind;
    record.constants.assign(std::begin(scaling_keys), std::end(scaling_keys));
    for (Eigen::Index i = 0; i < c.rows(); ++i)
        for (Eigen::Index j = 0; j <= i; ++j)
            record.covariance.push_back(c(i, j));
    return record;
}

void note_fitted(catalog::Stack& stack, const FittedConstant& fitted, std::size_t runs)
{
    for (catalog::ConstantNote& note : stack.notes)
        if (note.key == fitted.key) {
            note.low = fitted.low;
            note.high = fitted.high;
            note.known_by = catalog::KnownBy::Measured;
            note.source = english(Message{runs == 1 ? PLATEAU_TEXT("fitted to one run of our own")
                                                    : PLATEAU_TEXT("fitted to %1 runs of our own"),
                                          {std::to_string(runs)}});
        }
}

std::vector<CalibratedRun> table_of(const Runs& runs, const Sample& sample, const Constants& before,
                                    const Constants& after)
{
    std::vector<CalibratedRun> table;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        const Row& row = sample.rows[i];
        CalibratedRun run;
        run.id = row.id;
        run.where = row.where;
        run.skipped = sample.cases[i].missing;
        run.gpus = row.gpus.value_or(0);
        run.measured_step_seconds = row.measured_step_seconds().value_or(0);
        run.measured_memory_bytes = row.memory_bytes.value_or(0);
        if (run.skipped.empty()) {
            const Prediction first = runs.predict(i, before), last = runs.predict(i, after);
            run.before_step_seconds = first.step_seconds;
            run.after_step_seconds = last.step_seconds;
            run.before_memory_bytes = first.memory_bytes;
            run.after_memory_bytes = last.memory_bytes;
        }
        table.push_back(std::move(run));
    }
    return table;
}

Message sentence_of(const Calibration& calibration, bool kernel, bool network)
{
    const auto& fitted = calibration.fitted;
    if (kernel && network)
        return {PLATEAU_TEXT("The runs determine kernel efficiency, %1, and the network share, %2."),
                {words(fitted[0]), words(fitted[1])}};
    if (kernel)
        return {PLATEAU_TEXT("The runs determine kernel efficiency, %1."), {words(fitted[0])}};
    return {PLATEAU_TEXT("The runs determine the network share, %1."), {words(fitted[0])}};
}

Message limits_of(const Runs& runs, bool kernel, bool network)
{
    const bool across = std::any_of(runs.timed().begin(), runs.timed().end(), [&](std::size_t i) {
        const Cluster& cluster = runs.scenario(i).cluster;
        return cluster.gpus > cluster.tiers.front().domain_size;
    });
    if (kernel && network)
        return {PLATEAU_TEXT("Latency, overlap and jitter keep the base stack's values."), {}};
    if (!kernel)
        return {
            PLATEAU_TEXT("Kernel efficiency keeps the base stack's value: a run inside one node would determine it."),
            {}};
    if (!across)
        return {PLATEAU_TEXT("The network share keeps the base stack's value: a run over several nodes would determine "
                             "it."),
                {}};
    return {PLATEAU_TEXT("The network share keeps the base stack's value: runs that spend different shares of their "
                         "step on the network would determine it."),
            {}};
}

double mean_error(const std::vector<CalibratedRun>& runs, double CalibratedRun::*predicted)
{
    double sum = 0;
    int count = 0;
    for (const CalibratedRun& run : runs)
        if (run.skipped.empty() && run.measured_step_seconds > 0) {
            sum += std::abs(run.*predicted / run.measured_step_seconds - 1);
            ++count;
        }
    return count > 0 ? sum / count : 0;
}

} // namespace

Expected<Calibration> calibrate(const Sample& sample, const catalog::Stack& base, const ModelError& reach)
{
    const Runs runs(sample);
    if (!(reach.scatter > 0))
        return failure({PLATEAU_TEXT("how far predictions scatter is not known"), {}}, "presets/evidence/reach.yaml",
                       {PLATEAU_TEXT("the shipped file"), {}});
    if (runs.timed().empty())
        return nothing_timed(sample);
    const Eigen::MatrixXd j = jacobian(runs, base.constants, {time_keys[0], time_keys[1]});
    std::vector<const char*> keys = determined(j, reach.scatter);
    if (keys.empty())
        return undetermined(runs, j);
    Constants constants = least_squares(runs, base.constants, keys);
    if (keys.size() == 2 && (at_edge(constants, keys[0]) || at_edge(constants, keys[1]))) {
        keys = {time_keys[0]}; // two constants that fight over the runs: the first alone
        constants = least_squares(runs, base.constants, keys);
    }
    if (keys.size() == 1 && at_edge(constants, keys[0]))
        return outside(runs, base.constants, keys[0]);

    const double scatter = pooled_scatter(runs.residuals(constants), keys.size(), reach.scatter);
    const Eigen::MatrixXd c = covariance(runs, base, constants, keys, scatter, reach);
    Calibration result;
    result.stack = base;
    result.base = base.id;
    for (const char* key : keys) {
        const auto at = std::find_if(std::begin(scaling_keys), std::end(scaling_keys),
                                     [&](const char* other) { return std::string(other) == key; });
        const Eigen::Index index = at - std::begin(scaling_keys);
        const double known = eight_in_ten * std::sqrt(c(index, index));
        const catalog::StackConstant& which = constant(key);
        const double fitted = value(constants, key);
        result.fitted.push_back({key, value(base.constants, key), fitted, std::max(which.low, fitted - known),
                                 std::min(which.high, fitted + known)});
    }
    if (const auto memory = fit_memory(runs, sample, constants))
        result.fitted.push_back(*memory);
    result.stack.constants = constants;
    result.stack.calibrated = record_of(runs, c, scatter, reach);
    for (const FittedConstant& fitted : result.fitted)
        note_fitted(result.stack, fitted, runs.timed().size());
    result.runs = table_of(runs, sample, base.constants, constants);
    const bool kernel = std::string(keys[0]) == time_keys[0];
    const bool network = std::string(keys.back()) == time_keys[1];
    result.sentence = sentence_of(result, kernel, network);
    result.limits = limits_of(runs, kernel, network);
    result.before = mean_error(result.runs, &CalibratedRun::before_step_seconds);
    result.after = mean_error(result.runs, &CalibratedRun::after_step_seconds);
    return result;
}

Expected<void> add_run(Sample& sample, const Scenario& scenario, const TypedRun& run)
{
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepare(scenario), scenario.plan, *workspace);
    if (!parts.possible())
        return failure({PLATEAU_TEXT("the scenario's plan is not possible: it cannot have been run"), {}},
                       obstacle_key(parts.obstacle));
    if (!(run.step_seconds > 0) && !(run.tokens_per_s > 0))
        return failure({PLATEAU_TEXT("nothing was measured"), {}}, {},
                       {PLATEAU_TEXT("a step time, or tokens per second of all GPUs"), {}});
    Row row;
    row.id = run.id;
    row.gpu = scenario.cluster.accelerator.id;
    row.gpus = scenario.cluster.gpus;
    row.sequence = scenario.workload.sequence;
    row.global_batch = parts.global_batch;
    row.step_seconds
        = run.step_seconds > 0 ? run.step_seconds : parts.global_batch * scenario.workload.sequence / run.tokens_per_s;
    if (run.memory_bytes > 0)
        row.memory_bytes = run.memory_bytes;
    Case one;
    one.posed.scenario = scenario;
    one.posed.framework_known = true;
    sample.rows.push_back(std::move(row));
    sample.cases.push_back(std::move(one));
    return {};
}

} // namespace plateau::evidence
