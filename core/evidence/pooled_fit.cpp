// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pooled_fit.h"

#include <map>

namespace plateau::evidence {

namespace {

using Indices = std::vector<std::size_t>;

std::string& stack_of(Case& one) { return one.posed.scenario.assumptions.stack.id; }

constexpr const char* generations[] = {"unfused", "flash"};
const char* generation(const Case& one)
{
    return generations[catalog::is_flash(one.posed.scenario.assumptions.attention)];
}

/// Of mixtures the model misses more than its software's constants could answer for.
Indices dense_runs(const Sample& sample, const Indices& which)
{
    Indices dense;
    for (const std::size_t i : which)
        if (sample.cases[i].missing.empty() && sample.cases[i].posed.scenario.workload.shape.experts == 0)
            dense.push_back(i);
    return dense;
}

/// Starts from what the case holds, which the shared fit has set.
Dial own_dial(const Case& one, const std::string& key, const std::string& stack)
{
    Dial dial = make_dial({}, key, {stack});
    dial.start = one.posed.scenario.assumptions.stack.constants.*(catalog::find_stack_constant(key)->value);
    dial.value = dial.start;
    return dial;
}

} // namespace

const std::vector<std::string>& shared_keys()
{
    static const std::vector<std::string> keys
        = {"kernel_efficiency",    "memory_passes",        "attention_factor",   "score_passes",
           "layer_launch_seconds", "fsdp_overlap_penalty", "accumulation_bytes", "fixed_memory_bytes"};
    return keys;
}

const std::vector<std::string>& own_keys()
{
    static const std::vector<std::string> keys = {"kernel_efficiency", "memory_passes", "layer_launch_seconds"};
    return keys;
}

PooledFit fit_pooled(Sample& sample, const Indices& which)
{
    const catalog::PhysicsValues& physics = physics_of(sample);
    const Indices dense = dense_runs(sample, which);
    PooledFit result;

    std::vector<std::string> names;
    for (Case& one : sample.cases) {
        names.push_back(stack_of(one));
        stack_of(one) = generation(one);
    }
    for (const char* era : generations)
        for (const std::string& key : shared_keys())
            result.shared.push_back(make_dial({}, key, {era}));
    fit(sample, dense, result.shared, {.prior = physics.shared_prior, .far_error = physics.pooled_far_error});

    // Software that ran with and without fused attention counts as two stacks.
    std::map<std::string, Indices> runs;
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        stack_of(sample.cases[i]) = names[i] + ' ' + generation(sample.cases[i]);
    for (const std::size_t i : dense)
        runs[stack_of(sample.cases[i])].push_back(i);
    for (const auto& [stack, own] : runs) {
        std::vector<Dial> dials;
        for (const std::string& key : own_keys())
            dials.push_back(own_dial(sample.cases[own.front()], key, stack));
        fit(sample, own, dials, {.prior = physics.own_prior, .far_error = physics.pooled_far_error, .memory = false});
        result.own.insert(result.own.end(), dials.begin(), dials.end());
    }
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        stack_of(sample.cases[i]) = names[i];
    return result;
}

} // namespace plateau::evidence
