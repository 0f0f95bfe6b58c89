// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/pooled_fit.h"

#include <algorithm>
#include <map>

#include "core/evidence/match.h"

namespace plateau::evidence {

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
