// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/closed_forms.h"

#include <cmath>
#include <limits>

namespace plateau::limits {

namespace {

constexpr double flop_per_mac = 2;

double solved(double factor, double ratio, double alpha)
{
    if (2 * alpha >= 1)
        return std::numeric_limits<double>::infinity();
    return flop_per_mac * std::pow(factor * ratio * ratio, 1 / (1 - 2 * alpha));
}

double batch_per_block(const GrowthRule& growth)
{
    return growth.batch_tokens / growth.blocks * std::pow(growth.reference, -growth.alpha);
}

} // namespace

NodeRates node_rates(const Machine& machine)
{
    double devices = 1;
    NodeRates node{.stage_latency_seconds = machine.device.matmul_latency_seconds};
    for (int k = 0; k < machine.network.count; ++k) {
        if (k + 1 < machine.network.count)
            devices *= machine.network.levels[k].group;
        node.stage_latency_seconds += 2 * machine.network.levels[k].latency_seconds;
    }
    const double outer_bytes_per_s = machine.network.levels[machine.network.count - 1].bytes_per_s;
    node.mac_per_s = devices * machine.device.peak_flop_per_s / flop_per_mac;
    node.network_words_per_s = devices * outer_bytes_per_s / 2 / machine.device.bytes_per_word;
    node.memory_words_per_s = devices * machine.device.memory_bytes_per_s / 2 / machine.device.bytes_per_word;
    return node;
}

double needed_nanobatch(const NodeRates& node) { return node.mac_per_s / node.memory_words_per_s; }

double needed_shard(const NodeRates& node) { return 4 * node.mac_per_s / (3 * node.network_words_per_s); }

GrowthRule growth_rule(const ScalingRules& rules)
{
    const ScalingRules paper;
    GrowthRule growth;
    const auto batch = [&](const BatchRule& rule) {
        return rule.batch_tokens * std::pow(growth.reference / rule.reference_flop, rule.exponent);
    };
    const DepthLaw depth = depth_law(rules);
    const DepthLaw paper_depth = depth_law(paper);
    growth.batch_tokens *= batch(rules.batch) / batch(paper.batch);
    growth.blocks *= depth.at(growth.reference) / paper_depth.at(growth.reference);
    growth.alpha = (rules.batch.exponent - depth.exponent) - (paper.batch.exponent - paper_depth.exponent);
    growth.tokens_per_parameter = rules.tokens_per_parameter;
    return growth;
}

double critical_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds)
{
    const double shard = needed_shard(node);
    const double ratio
        = batch_per_block(growth) * node.mac_per_s * run_seconds / (shard * shard * needed_nanobatch(node));
    return solved(1.0 / (48 * growth.tokens_per_parameter), ratio, growth.alpha);
}

double limit_flop(const NodeRates& node, const GrowthRule& growth, double run_seconds)
{
    return solved(3.0 / (16 * growth.tokens_per_parameter),
                  batch_per_block(growth) * run_seconds / node.stage_latency_seconds, growth.alpha);
}

} // namespace plateau::limits
