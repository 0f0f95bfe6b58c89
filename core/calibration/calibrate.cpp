// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrate.h"

#include "core/calibration/calibration_words.h"
#include "core/calibration/timed_runs.h"
#include "core/math/least_squares.h"
#include "core/model/reach.h"

namespace plateau::evidence {

namespace {

/// What goes with the stack; `c` is the covariance of scaling_keys.
catalog::Calibrated record_of(const TimedRuns& runs, const Eigen::MatrixXd& c, double scatter, const ModelError& reach)
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

/// The range and the source of a fitted constant.
void note_fitted(catalog::Stack& stack, const FittedConstant& fitted, std::size_t runs)
{
    for (catalog::ConstantNote& note : stack.notes.edit())
        if (note.key == fitted.key) {
            note.low = fitted.low;
            note.high = fitted.high;
            note.known_by = catalog::KnownBy::Measured;
            note.source = english(Message{runs == 1 ? PLATEAU_TEXT("fitted to one run of our own")
                                                    : PLATEAU_TEXT("fitted to %1 runs of our own"),
                                          {Verbatim{std::to_string(runs)}}});
        }
}

/// Every run under the constants before and after.
std::vector<CalibratedRun> table_of(const TimedRuns& runs, const Sample& sample, const catalog::StackConstants& before,
                                    const catalog::StackConstants& after)
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
        if (run.skipped.empty()) {
            const Prediction first = runs.predict(i, before), last = runs.predict(i, after);
            run.before_step_seconds = first.step_seconds;
            run.after_step_seconds = last.step_seconds;
        }
        table.push_back(std::move(run));
    }
    return table;
}

/// Mean |error| of step time, fraction.
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

using Constants = catalog::StackConstants;
using Indices = std::vector<std::size_t>;

/// Standard errors of all constants at once; infinite where the runs do not tell them apart.
Eigen::VectorXd standard_errors(const Eigen::MatrixXd& j, double scatter)
{
    const Eigen::MatrixXd information = j.transpose() * j;
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(information);
    if (!lu.isInvertible())
        return Eigen::VectorXd::Constant(j.cols(), std::numeric_limits<double>::infinity());
    return (lu.inverse().diagonal().cwiseMax(0.0)).cwiseSqrt() * scatter;
}

std::vector<const char*> determined(const Eigen::MatrixXd& j, double scatter, const catalog::PhysicsValues& physics)
{
    const Eigen::VectorXd both = standard_errors(j, scatter);
    if (j.rows() > 1 && both[0] <= physics.kernel_known && both[1] <= physics.network_known)
        return {time_keys[0], time_keys[1]};
    if (standard_errors(j.col(0), scatter)[0] <= physics.kernel_known)
        return {time_keys[0]};
    if (standard_errors(j.col(1), scatter)[0] <= physics.network_known)
        return {time_keys[1]};
    return {};
}

/// The residuals as functions of the constants' logarithms.
class ConstantResiduals : public math::Residuals {
public:
    ConstantResiduals(const TimedRuns& runs, const Constants& base, const std::vector<const char*>& keys)
        : runs_(runs), base_(base), keys_(keys)
    {
    }

    Constants at(const Eigen::VectorXd& x) const
    {
        Constants constants = base_;
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            const catalog::StackConstant& which = constant_of(keys_[k]);
            value_of(constants, keys_[k])
                = std::clamp(std::exp(x[static_cast<Eigen::Index>(k)]), which.low, which.high);
        }
        return constants;
    }
    Eigen::VectorXd residuals(const Eigen::VectorXd& x) override { return runs_.residuals(at(x)); }
    Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd&) override
    {
        return runs_.jacobian(at(x), keys_);
    }

private:
    const TimedRuns& runs_;
    const Constants& base_;
    const std::vector<const char*>& keys_;
};

Constants least_squares(const TimedRuns& runs, const Constants& base, const std::vector<const char*>& keys)
{
    const auto count = static_cast<Eigen::Index>(keys.size());
    Eigen::VectorXd start(count);
    math::LeastSquares problem{.low = Eigen::VectorXd(count),
                               .high = Eigen::VectorXd(count),
                               .weights = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(runs.timed().size())),
                               .iterations = 24,
                               .tolerance = 1e-12};
    for (Eigen::Index k = 0; k < count; ++k) {
        const char* key = keys[static_cast<std::size_t>(k)];
        start[k] = std::log(value_of(base, key));
        problem.low[k] = std::log(constant_of(key).low);
        problem.high[k] = std::log(constant_of(key).high);
    }
    ConstantResiduals residuals(runs, base, keys);
    return residuals.at(math::minimise(residuals, problem, start).x);
}

bool at_edge(const Constants& constants, const char* key)
{
    const catalog::StackConstant& which = constant_of(key);
    const double margin = 1e-3 * (which.high - which.low);
    return value_of(constants, key) <= which.low + margin || value_of(constants, key) >= which.high - margin;
}

/// Variance of a constant before the runs.
double prior_variance(const catalog::Stack& base, const char* key, bool fitted, const ModelError& reach)
{
    const catalog::StackConstant& which = constant_of(key);
    double low = which.low;
    double high = which.high;
    if (!fitted) {
        for (const catalog::ConstantNote& note : base.notes)
            if (note.key == key) {
                low = note.low;
                high = note.high;
            }
        if (std::string(key) == "network_fraction")
            low = std::min(low, reach.least_network * value_of(base.constants, key));
    }
    const double deviation = (high - low) / (2 * eight_in_ten);
    return std::max(deviation * deviation, 1e-18);
}

Eigen::MatrixXd covariance(const TimedRuns& runs, const catalog::Stack& base, const Constants& at,
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

double pooled_scatter(const Eigen::VectorXd& residuals, std::size_t constants, double shipped, double shipped_weight)
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
std::optional<FittedConstant> fit_memory(const TimedRuns& runs, const Sample& sample, Constants& constants)
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
    const catalog::StackConstant& which = constant_of("fixed_memory_bytes");
    const double mean = sum / count;
    FittedConstant fitted{which.key, constants.*which.value, 0, 0, 0};
    fitted.value = std::clamp(fitted.base + mean, which.low, which.high);
    const double spread = count > 1 ? std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1)) : 0;
    const double known = std::max(eight_in_ten * spread, physics_of(sample).memory_known_bytes);
    fitted.low = std::clamp(fitted.value - known, which.low, which.high);
    fitted.high = std::clamp(fitted.value + known, which.low, which.high);
    constants.*which.value = fitted.value;
    return fitted;
}

/// What the runs determine, and the constants they ask for.
struct TimeFit {
    std::vector<const char*> keys;
    Constants constants;
};

Expected<TimeFit> fit_time(const TimedRuns& runs, const Constants& base, double scatter,
                           const catalog::PhysicsValues& physics)
{
    const Eigen::MatrixXd j = runs.jacobian(base, {time_keys[0], time_keys[1]});
    std::vector<const char*> keys = determined(j, scatter, physics);
    if (keys.empty())
        return nothing_determined(runs, j);
    Constants constants = least_squares(runs, base, keys);
    if (keys.size() == 2 && (at_edge(constants, keys[0]) || at_edge(constants, keys[1]))) {
        keys = {time_keys[0]}; // two constants that fight over the runs: the first alone
        constants = least_squares(runs, base, keys);
    }
    if (keys.size() == 1 && at_edge(constants, keys[0]))
        return outside_range(runs, base, keys[0]);
    return TimeFit{keys, constants};
}

double mean_error(const TimedRuns& runs, const Constants& constants)
{
    return (runs.residuals(constants).array().exp() - 1).abs().mean();
}

constexpr double rounding = 5e-4; ///< of a mean error, half of the last digit that is shown

/// The fit leaves the runs further from what was measured than the base does: names the run without which it would not,
/// the one furthest off if there are several.
tl::unexpected<Error> makes_worse(const TimedRuns& runs, const Constants& base, const Constants& fitted, double scatter,
                                  const catalog::PhysicsValues& physics)
{
    const Eigen::VectorXd off = runs.residuals(base).cwiseAbs();
    WorseFit worse{mean_error(runs, base), mean_error(runs, fitted), {}, {}};
    for (std::size_t i = 0; i < runs.timed().size() && runs.timed().size() > 1; ++i) {
        const TimedRuns rest = runs.without(i);
        const Expected<TimeFit> fit = fit_time(rest, base, scatter, physics);
        const auto at = static_cast<Eigen::Index>(i);
        if (!fit || (worse.spoiler && off[at] <= off[static_cast<Eigen::Index>(*worse.spoiler)]))
            continue;
        const double without = mean_error(rest, fit->constants);
        if (without > mean_error(rest, base) + rounding)
            continue;
        worse.spoiler = i;
        worse.without = without;
    }
    return worse_than_base(runs, base, worse);
}

} // namespace

Expected<Calibration> calibrate(const Sample& sample, const catalog::Stack& base, const ModelError& reach)
{
    const TimedRuns runs(sample);
    if (!(reach.scatter > 0))
        return failure({PLATEAU_TEXT("the scatter of predictions is not known"), {}}, "presets/evidence/reach.yaml",
                       {PLATEAU_TEXT("the shipped file"), {}});
    if (runs.timed().empty())
        return nothing_timed(sample);
    const catalog::PhysicsValues& physics = physics_of(sample);
    Expected<TimeFit> fit = fit_time(runs, base.constants, reach.scatter, physics);
    if (!fit)
        return tl::unexpected(std::move(fit.error()));
    auto& [keys, constants] = *fit;
    if (mean_error(runs, constants) > mean_error(runs, base.constants) + rounding)
        return makes_worse(runs, base.constants, constants, reach.scatter, physics);
    const double scatter
        = pooled_scatter(runs.residuals(constants), keys.size(), reach.scatter, physics.shipped_scatter_runs);
    const Eigen::MatrixXd c = covariance(runs, base, constants, keys, scatter, reach);
    Calibration result;
    result.stack = base;
    result.base = base.id;
    for (const char* key : keys) {
        const auto at = std::find_if(std::begin(scaling_keys), std::end(scaling_keys),
                                     [&](const char* other) { return std::string(other) == key; });
        const Eigen::Index index = at - std::begin(scaling_keys);
        const double known = eight_in_ten * std::sqrt(c(index, index));
        const catalog::StackConstant& which = constant_of(key);
        const double fitted = value_of(constants, key);
        result.fitted.push_back({key, value_of(base.constants, key), fitted, std::max(which.low, fitted - known),
                                 std::min(which.high, fitted + known)});
    }
    if (const auto memory = fit_memory(runs, sample, constants))
        result.fitted.push_back(*memory);
    result.stack.constants = constants;
    result.stack.calibrated = record_of(runs, c, scatter, reach);
    for (const FittedConstant& fitted : result.fitted)
        note_fitted(result.stack, fitted, runs.timed().size());
    result.runs = table_of(runs, sample, base.constants, constants);
    for (const Row& row : sample.rows)
        result.questioned.insert(result.questioned.end(), row.questioned.begin(), row.questioned.end());
    const bool kernel = std::string(keys[0]) == time_keys[0];
    const bool network = std::string(keys.back()) == time_keys[1];
    result.sentence = determined_words(result.fitted, kernel, network);
    result.limits = undetermined_words(runs, kernel, network);
    result.before = mean_error(result.runs, &CalibratedRun::before_step_seconds);
    result.after = mean_error(result.runs, &CalibratedRun::after_step_seconds);
    return result;
}

Expected<std::filesystem::path> save_stack(const catalog::Catalog& catalog, const Calibration& calibration,
                                           const std::string& title, files::Replacing::What what)
{
    catalog::Stack stack = calibration.stack;
    const catalog::Stack* base = catalog.stack(calibration.base);
    const int runs = stack.calibrated ? stack.calibrated->runs : 0;
    stack.sources
        = {english(Message{runs == 1 ? PLATEAU_TEXT("calibrated on one run of our own, starting from %2")
                                     : PLATEAU_TEXT("calibrated on %1 runs of our own, starting from %2"),
                           {Verbatim{std::to_string(runs)}, Verbatim{base ? base->title : calibration.base}}})};
    return save_stack(catalog, std::move(stack), calibration.base, title, what);
}

} // namespace plateau::evidence
