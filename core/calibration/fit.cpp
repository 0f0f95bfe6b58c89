// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/fit.h"

#include "core/calibration/pooled_fit.h"
#include "core/evidence/shape.h"
#include "core/math/least_squares.h"

namespace plateau::evidence {

namespace {

using Indices = std::vector<std::size_t>;

bool turns(const Dial& dial, const std::string& stack)
{
    return dial.stacks.empty() || std::find(dial.stacks.begin(), dial.stacks.end(), stack) != dial.stacks.end();
}

std::string stack_of(const Case& one) { return one.posed.scenario.assumptions.stack.id; }

void set_constant(Case& one, const std::string& key, double value)
{
    if (const catalog::StackConstant* constant = catalog::find_stack_constant(key))
        one.posed.scenario.assumptions.stack.constants.*(constant->value) = value;
}

/// What a row says itself (mp_mode, fused norms) is not overwritten by a fit.
bool stated_by_row(const Row& row, const std::string& key)
{
    if (key == "reduction_bytes")
        return row.facts.contains("mp_mode") || row.facts.contains("reduce_dtype");
    if (key == "norm_bytes" || key == "activation_norm_bytes")
        return row.fused_norm.value_or(false);
    return false;
}

/// Residuals of one row: time, memory, verdict; zero where nothing is measured.
constexpr int residuals_per_row = 3;

void row_residuals(const Row& row, const Prediction& prediction, const FitOptions& options, double verdict_margin,
                   double* out)
{
    out[0] = out[1] = out[2] = 0;
    if (!prediction.predicted())
        return;
    const std::optional<double> measured = row.measured_step_seconds();
    if (options.time && measured)
        out[0] = std::log(prediction.step_seconds / *measured);
    if (!options.memory)
        return;
    if (row.memory_bytes)
        out[1] = std::log(prediction.memory_bytes / *row.memory_bytes);
    if (!row.oom && !measured)
        return; // a run that was timed did fit
    const double filled = std::log(prediction.parts.memory_bytes / prediction.parts.memory_limit_bytes);
    out[2] = row.oom.value_or(false) ? std::min(0.0, filled - verdict_margin) : std::max(0.0, filled + verdict_margin);
}

/// A fit's rows, their weights and the two directions between dials and residuals.
class DialResiduals : public math::Residuals {
public:
    DialResiduals(Sample& sample, const Indices& which, std::vector<Dial>& dials, const FitOptions& options)
        : sample_(sample), dials_(dials), options_(options), workspace_(make_workspace())
    {
        std::map<std::string, double> runs;
        std::map<std::string, std::set<std::string>> sources;
        const auto group = [&](std::size_t i) { return options.groups.empty() ? std::string{} : options.groups[i]; };
        for (const std::size_t i : which)
            if (relevant(i)) {
                rows_.push_back(i);
                runs[sample.rows[i].source] += 1;
                sources[group(i)].insert(sample.rows[i].source);
            }
        for (const std::size_t i : rows_) {
            const double share = options.groups.empty() ? 1 : 1 / static_cast<double>(sources[group(i)].size());
            weights_.push_back(share / runs[sample.rows[i].source]);
        }
    }

    std::size_t size() const { return rows_.size(); }

    Eigen::VectorXd start() const
    {
        Eigen::VectorXd x(static_cast<Eigen::Index>(dials_.size()));
        for (std::size_t d = 0; d < dials_.size(); ++d)
            x[static_cast<Eigen::Index>(d)] = position(dials_[d], dials_[d].value);
        return x;
    }

    void set(const Eigen::VectorXd& x)
    {
        for (std::size_t d = 0; d < dials_.size(); ++d)
            dials_[d].value = value(dials_[d], x[static_cast<Eigen::Index>(d)]);
        apply_dials(sample_, dials_);
    }

    Eigen::VectorXd residuals(const Eigen::VectorXd& x) override
    {
        set(x);
        Eigen::VectorXd r(static_cast<Eigen::Index>(rows_.size()) * residuals_per_row);
        for (std::size_t k = 0; k < rows_.size(); ++k)
            evaluate_row(k, r);
        return r;
    }

    /// Derivatives by one-sided differences; a dial's column touches only rows of its stacks.
    Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& at_x) override
    {
        constexpr double step = 2e-3;
        Eigen::MatrixXd result = Eigen::MatrixXd::Zero(at_x.size(), x.size());
        for (Eigen::Index d = 0; d < x.size(); ++d) {
            Eigen::VectorXd moved = x;
            moved[d] += x[d] + step > 1 ? -step : step;
            set(moved);
            Eigen::VectorXd r = at_x;
            for (std::size_t k = 0; k < rows_.size(); ++k)
                if (turns(dials_[static_cast<std::size_t>(d)], stack_of(sample_.cases[rows_[k]])))
                    evaluate_row(k, r);
            result.col(d) = (r - at_x) / (moved[d] - x[d]);
        }
        set(x);
        return result;
    }

    /// One per residual, so that every source counts alike.
    Eigen::VectorXd weights() const
    {
        Eigen::VectorXd result(static_cast<Eigen::Index>(rows_.size()) * residuals_per_row);
        for (Eigen::Index i = 0; i < result.size(); ++i)
            result[i] = weights_[static_cast<std::size_t>(i / residuals_per_row)];
        return result;
    }

private:
    bool relevant(std::size_t i) const
    {
        const Row& row = sample_.rows[i];
        const bool measured = (options_.time && row.measured_step_seconds())
            || (options_.memory && (row.memory_bytes || row.oom || row.measured_step_seconds()));
        return measured && sample_.cases[i].missing.empty()
            && std::any_of(dials_.begin(), dials_.end(),
                           [&](const Dial& d) { return turns(d, stack_of(sample_.cases[i])); });
    }

    void evaluate_row(std::size_t k, Eigen::VectorXd& r)
    {
        const std::size_t i = rows_[k];
        row_residuals(sample_.rows[i], evidence::predict(sample_.cases[i], sample_.rows[i], *workspace_), options_,
                      physics_of(sample_).verdict_margin,
                      r.data() + static_cast<std::ptrdiff_t>(k) * residuals_per_row);
    }

    // A dial between 0 and 1: logarithmic where its range is positive and wide.
    static bool logarithmic(const Dial& dial) { return dial.low > 0 && dial.high > 3 * dial.low; }
    static double position(const Dial& dial, double v)
    {
        v = std::clamp(v, dial.low, dial.high);
        if (!(dial.high > dial.low))
            return 0;
        return logarithmic(dial) ? std::log(v / dial.low) / std::log(dial.high / dial.low)
                                 : (v - dial.low) / (dial.high - dial.low);
    }
    static double value(const Dial& dial, double x)
    {
        return logarithmic(dial) ? dial.low * std::pow(dial.high / dial.low, x) : dial.low + x * (dial.high - dial.low);
    }

    Sample& sample_;
    std::vector<Dial>& dials_;
    const FitOptions& options_;
    WorkspacePointer workspace_;
    Indices rows_;
    std::vector<double> weights_;
};

} // namespace

Dial make_dial(const catalog::Catalog& catalog, const std::string& key, std::vector<std::string> stacks)
{
    Dial dial{key, std::move(stacks)};
    const catalog::StackConstant* constant = catalog::find_stack_constant(key);
    if (constant == nullptr)
        return dial;
    dial.low = constant->low;
    dial.high = constant->high;
    dial.start = catalog.common.constants.*(constant->value);
    if (!dial.stacks.empty())
        if (const catalog::Stack* stack = catalog.stack(dial.stacks.front())) {
            dial.start = stack->constants.*(constant->value);
            for (const catalog::ConstantNote& note : stack->notes)
                if (note.key == key && note.high > note.low) {
                    dial.low = note.low;
                    dial.high = note.high;
                }
        }
    dial.value = dial.start;
    return dial;
}

double documented_of_all(const catalog::Catalog& catalog, const std::string& key)
{
    for (const catalog::ConstantNote& note : catalog.common.notes)
        if (note.key == key && note.documented)
            return *note.documented;
    return catalog.common.constants.*(catalog::find_stack_constant(key)->value);
}

void apply_dials(Sample& sample, const std::vector<Dial>& dials)
{
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        for (const Dial& dial : dials)
            if (turns(dial, stack_of(sample.cases[i])) && !stated_by_row(sample.rows[i], dial.key))
                set_constant(sample.cases[i], dial.key, dial.value);
}

FitResult fit(Sample& sample, const Indices& which, std::vector<Dial>& dials, const FitOptions& options)
{
    DialResiduals residuals(sample, which, dials, options);
    FitResult result;
    result.rows = static_cast<int>(residuals.size());
    if (residuals.size() == 0 || dials.empty())
        return result;
    const auto count = static_cast<Eigen::Index>(dials.size());
    const math::LeastSquares problem{.low = Eigen::VectorXd::Zero(count),
                                     .high = Eigen::VectorXd::Ones(count),
                                     .weights = residuals.weights(),
                                     .beyond = options.far_error ? math::Loss::Cauchy : math::Loss::SoftL1,
                                     .soft_scale = options.far_error.value_or(physics_of(sample).fit_soft_error),
                                     .prior = options.prior.value_or(physics_of(sample).fit_prior),
                                     .iterations = options.iterations};
    const math::Minimum minimum = math::minimise(residuals, problem, residuals.start());
    residuals.set(minimum.x);
    result.loss_before = minimum.loss_before;
    result.loss_after = minimum.loss;
    return result;
}

namespace {

using Indices = std::vector<std::size_t>;

std::string& stack_of(Case& one) { return one.posed.scenario.assumptions.stack.id; }

/// Software that shares constants, by its attention.
constexpr const char* unfused = "unfused";
constexpr const char* flash = "flash";
const char* class_of(catalog::AttentionKernel attention) { return catalog::is_flash(attention) ? flash : unfused; }
const char* class_of(const Case& one) { return class_of(one.posed.scenario.assumptions.attention); }

/// Software that ran with and without fused attention counts as two stacks.
std::string own_name(const std::string& stack, const char* kind) { return stack + ' ' + kind; }

/// The runs of dense models without adapters: the model misses the others by more than their software's constants could
/// answer for.
Indices dense_runs(const Sample& sample, const Indices& which)
{
    Indices dense;
    for (const std::size_t i : which) {
        const Workload& workload = sample.cases[i].posed.scenario.workload;
        if (sample.cases[i].missing.empty() && workload.shape.experts == 0 && workload.fine_tune == FineTune::None)
            dense.push_back(i);
    }
    return dense;
}

/// Starts from what is documented of all software, inside the range that is plausible for unknown software of the kind.
Dial shared_dial(const catalog::Catalog& catalog, const std::string& key, const std::vector<std::string>& kinds)
{
    const catalog::Stack* unknown = unknown_software(catalog, kinds.front() == flash);
    Dial dial = make_dial(catalog, key, {unknown ? unknown->id : std::string{}});
    dial.stacks = kinds;
    dial.start = dial.value = documented_of_all(catalog, key);
    return dial;
}

using Kinds = std::vector<std::string>;
struct Shared {
    const char* key;
    std::vector<Kinds> among; ///< one number for each
    bool documented = false; ///< what unknown software is documented with: only a stack's own runs move it
};
/// A kind of software has no constant for what it does not do: flash attention makes no passes over scores, and without
/// it there is no factor for its kernel.
const std::vector<Shared>& shared_constants()
{
    static const std::vector<Shared> table = {
        {"kernel_efficiency", {{flash}, {unfused}}},
        {"memory_passes", {{flash}, {unfused}}},
        {"attention_factor", {{flash}}},
        {"score_passes", {{unfused}}},
        {"layer_launch_seconds", {{flash, unfused}}, true},
    };
    return table;
}

double documented_value(const catalog::Catalog& catalog, const std::string& key, const std::vector<std::string>& kinds)
{
    const catalog::Stack* unknown = unknown_software(catalog, kinds.front() == flash);
    return (unknown ? unknown : &catalog.common)->constants.*(catalog::find_stack_constant(key)->value);
}

void hold(Dial& dial, double value) { dial.low = dial.high = dial.start = dial.value = value; }

std::vector<Dial> shared_dials(const catalog::Catalog& catalog)
{
    std::vector<Dial> dials;
    for (const Shared& constant : shared_constants())
        for (const Kinds& kinds : constant.among) {
            Dial dial = shared_dial(catalog, constant.key, kinds);
            if (constant.documented)
                hold(dial, documented_value(catalog, constant.key, kinds));
            dials.push_back(std::move(dial));
        }
    return dials;
}

bool belongs(const Kinds& kinds, const std::string& kind)
{
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// Starts from what the case holds, which the shared fit has set.
Dial own_dial(const Case& one, const Dial& shared, const std::string& stack)
{
    Dial dial = shared;
    dial.stacks = {stack};
    dial.start = one.posed.scenario.assumptions.stack.constants.*(catalog::find_stack_constant(dial.key)->value);
    dial.value = dial.start;
    return dial;
}

} // namespace

std::vector<std::string> shared_keys(const catalog::Stack& stack)
{
    const char* kind = class_of(stack.attention);
    std::vector<std::string> keys;
    for (const Shared& constant : shared_constants())
        if (std::any_of(constant.among.begin(), constant.among.end(),
                        [&](const Kinds& kinds) { return belongs(kinds, kind); }))
            keys.emplace_back(constant.key);
    return keys;
}

const std::vector<std::string>& own_keys()
{
    static const std::vector<std::string> keys = {"kernel_efficiency", "memory_passes", "layer_launch_seconds"};
    return keys;
}

std::vector<PooledConstant> constants_of(const PooledFit& fitted, const catalog::Stack& stack)
{
    const char* kind = class_of(stack.attention);
    std::vector<PooledConstant> constants;
    for (const Dial& dial : fitted.shared)
        if (belongs(dial.stacks, kind))
            constants.push_back({dial.key, dial.value, 0});
    for (std::size_t d = 0; d < fitted.own.size(); ++d)
        if (const Dial& dial = fitted.own[d]; dial.stacks.front() == own_name(stack.id, kind))
            for (PooledConstant& one : constants)
                if (one.key == dial.key)
                    one = {dial.key, dial.value, fitted.own_runs[d]};
    return constants;
}

PooledFit fit_pooled(const catalog::Catalog& catalog, Sample& sample, const Indices& which)
{
    const catalog::PhysicsValues& physics = physics_of(sample);
    const Indices dense = dense_runs(sample, which);
    PooledFit result;

    std::vector<std::string> names;
    for (Case& one : sample.cases) {
        names.push_back(stack_of(one));
        stack_of(one) = class_of(one);
    }
    result.shared = shared_dials(catalog);
    fit(sample, dense, result.shared,
        {.prior = physics.shared_prior, .far_error = physics.pooled_far_error, .groups = names, .memory = false});

    std::map<std::string, Indices> runs;
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        stack_of(sample.cases[i]) = own_name(names[i], class_of(sample.cases[i]));
    for (const std::size_t i : dense)
        runs[stack_of(sample.cases[i])].push_back(i);
    for (const auto& [stack, own] : runs) {
        std::vector<Dial> dials;
        const Case& any = sample.cases[own.front()];
        for (const std::string& key : own_keys())
            dials.push_back(own_dial(any, shared_dial(catalog, key, {class_of(any)}), stack));
        const FitResult moved = fit(
            sample, own, dials, {.prior = physics.own_prior, .far_error = physics.pooled_far_error, .memory = false});
        result.own.insert(result.own.end(), dials.begin(), dials.end());
        result.own_runs.resize(result.own.size(), moved.rows);
    }
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        stack_of(sample.cases[i]) = names[i];
    return result;
}

} // namespace plateau::evidence
