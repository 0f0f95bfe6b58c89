// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/reach.h"

namespace plateau {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

double covariance(const catalog::Calibrated& record, std::size_t i, std::size_t j)
{
    return i >= j ? record.covariance[i * (i + 1) / 2 + j] : covariance(record, j, i);
}

} // namespace

std::vector<std::string> parallelism_kinds(const Plan& plan)
{
    std::vector<std::string> kinds;
    if (plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Hsdp)
        kinds.emplace_back("sharded");
    const std::pair<int, const char*> degrees[]
        = {{plan.tp, "tensor"}, {plan.pp, "pipeline"}, {plan.cp, "context"}, {plan.ep, "expert"}};
    for (const auto& [degree, name] : degrees)
        if (degree > 1)
            kinds.emplace_back(name);
    return kinds;
}

double distance_variance(const catalog::Calibrated& record, const Scenario& scenario)
{
    double variance = record.scatter * record.scatter;
    if (!has(record.hardware, scenario.cluster.accelerator.id))
        variance += record.other_hardware * record.other_hardware;
    for (const std::string& kind : parallelism_kinds(scenario.plan))
        if (!has(record.kinds, kind))
            variance += record.other_kind * record.other_kind;
    return variance;
}

double constants_variance(const catalog::Calibrated& record, const std::vector<double>& gradient)
{
    double sum = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i)
        for (std::size_t j = 0; j < gradient.size(); ++j)
            sum += gradient[i] * covariance(record, i, j) * gradient[j];
    return std::max(0.0, sum);
}

double gradient_step(const catalog::Calibrated& record, std::size_t index, const catalog::Stack& stack)
{
    const catalog::StackConstant* constant = catalog::find_stack_constant(record.constants[index]);
    if (!constant)
        return 0;
    const double room = constant->high - constant->low;
    const double deviation = std::sqrt(std::max(0.0, covariance(record, index, index)));
    const double step = std::clamp(deviation, 1e-3 * room, 0.25 * room);
    return stack.constants.*constant->value + step > constant->high ? -step : step;
}

ReachBand band_of(double variance)
{
    const double reach = eight_in_ten * std::sqrt(std::max(0.0, variance));
    return {std::exp(-reach), std::exp(reach)};
}

ReachBand reach_band(const Scenario& scenario, Workspace& workspace)
{
    const catalog::Stack& stack = scenario.assumptions.stack;
    if (!stack.calibrated)
        return {};
    const Parts base = evaluate(*prepare(scenario), scenario.plan, workspace);
    if (!base.possible())
        return {};
    std::vector<double> gradient;
    for (std::size_t i = 0; i < stack.calibrated->constants.size(); ++i) {
        const catalog::StackConstant* constant = catalog::find_stack_constant(stack.calibrated->constants[i]);
        const double step = gradient_step(*stack.calibrated, i, stack);
        Scenario moved = scenario;
        moved.assumptions.stack.constants.*constant->value += step;
        const Parts parts = evaluate(*prepare(moved), scenario.plan, workspace);
        gradient.push_back(step == 0 ? 0 : std::log(parts.step_seconds / base.step_seconds) / step);
    }
    return band_of(distance_variance(*stack.calibrated, scenario) + constants_variance(*stack.calibrated, gradient));
}

ReachBand reach_band(Scenario scenario, const Plan& plan)
{
    scenario.plan = plan;
    return reach_band(scenario, *make_workspace());
}

} // namespace plateau
