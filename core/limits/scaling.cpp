// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/limits/closed_forms.h"

namespace plateau::limits {

namespace {

Model shape_of_width(const ScalingRules& rules, double width)
{
    Model model{.width = width, .inner = std::round(rules.inner_ratio * width)};
    model.blocks = depth(rules, width, model.inner);
    model.experts = sparsity(rules, width, model.inner);
    return model;
}

} // namespace

double round_divisible(double value)
{
    double best = 1;
    double distance = std::numeric_limits<double>::infinity();
    // Every octave has a candidate, so the nearest one is within a factor of 16 below and 2 above.
    const double octave = std::exp2(std::max(0.0, std::floor(std::log2(std::max(value, 1.0))) - 4));
    for (double scale = octave; scale <= 32 * octave; scale *= 2) {
        for (const double digit : {1.0, 3.0, 5.0, 7.0, 9.0}) {
            const double candidate = digit * scale;
            const double candidate_distance = std::abs(candidate - value);
            if (candidate_distance < distance || (candidate_distance == distance && candidate < best)) {
                best = candidate;
                distance = candidate_distance;
            }
        }
    }
    return best;
}

double depth(const ScalingRules& rules, double width, double inner)
{
    return round_divisible(rules.depth_coefficient * std::pow(width * inner, rules.depth_exponent));
}

double DepthLaw::at(double training_flop) const { return coefficient * std::pow(training_flop, exponent); }

DepthLaw depth_law(const ScalingRules& rules)
{
    const double sparsity_exponent = rules.sparse ? rules.sparsity_exponent : 0;
    const double sparsity
        = rules.sparse ? rules.sparsity_coefficient * std::pow(4 * gpt3_width * gpt3_width, -sparsity_exponent) : 1;
    // C = 24 t E (L d f)^2
    const double area_exponent = 1 / (2 + 2 * rules.depth_exponent + sparsity_exponent);
    const double flop_of_unit_area
        = 24 * rules.tokens_per_parameter * sparsity * rules.depth_coefficient * rules.depth_coefficient;
    const double exponent = rules.depth_exponent * area_exponent;
    return {rules.depth_coefficient * std::pow(flop_of_unit_area, -exponent), exponent};
}

double sparsity(const ScalingRules& rules, double width, double inner)
{
    if (!rules.sparse)
        return 1;
    const double relative = width * inner / (4 * gpt3_width * gpt3_width);
    return round_divisible(rules.sparsity_coefficient * std::pow(relative, rules.sparsity_exponent));
}

double critical_batch_tokens(const BatchRule& rule, double experts, double training_flop)
{
    const double tokens
        = rule.batch_tokens * std::sqrt(experts) * std::pow(training_flop / rule.reference_flop, rule.exponent);
    return rule.sequence * experts * round_divisible(tokens / (rule.sequence * experts));
}

Model model_of_width(const ScalingRules& rules, double width)
{
    Model model = shape_of_width(rules, width);
    model.tokens = rules.tokens_per_parameter * model.parameters();
    model.training_flop = 6 * model.active_parameters() * model.tokens;
    model.batch_tokens = critical_batch_tokens(rules.batch, model.experts, model.training_flop);
    return model;
}

Model model_of_width(const ScalingRules& rules, double width, double training_flop)
{
    Model model = shape_of_width(rules, width);
    model.training_flop = training_flop;
    model.tokens = training_flop / (6 * model.active_parameters());
    model.batch_tokens = critical_batch_tokens(rules.batch, model.experts, model.training_flop);
    return model;
}

std::vector<double> width_grid(double from, double to)
{
    std::vector<double> widths;
    for (double octave = 1; 8 * octave <= to; octave *= 2) {
        for (double digit = 8; digit < 16; ++digit) {
            const double width = digit * octave;
            const bool on_grid = width < gpt3_width || std::fmod(width, 2048) == 0;
            if (on_grid && width >= from && width <= to)
                widths.push_back(width);
        }
    }
    return widths;
}

double width_of_flop(const ScalingRules& rules, double training_flop)
{
    double best = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (const double width : width_grid(64, 1ULL << 28)) {
        const double candidate = std::abs(std::log(model_of_width(rules, width).training_flop / training_flop));
        if (candidate < distance) {
            best = width;
            distance = candidate;
        }
    }
    return best;
}

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
