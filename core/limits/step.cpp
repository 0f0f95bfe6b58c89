// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/step.h"

#include <algorithm>
#include <cmath>

namespace plateau::limits {

namespace {

double hops(AllReduceLatency kind, double participants)
{
    if (participants <= 1)
        return 0;
    return kind == AllReduceLatency::Constant ? 1 : std::log2(participants);
}

double one_way_bytes_per_s(const NetworkLevel& level, double devices) { return devices * level.bytes_per_s / 2; }

void add_collective(NetworkTime& time, const NetworkTime& level)
{
    time.seconds = std::max(time.seconds, level.seconds);
    time.latency_seconds += level.latency_seconds;
}

} // namespace

double pipeline_within(double blocks, double interleaving, double outside)
{
    return outside > 1 ? 1 - (interleaving * outside - 1) / (blocks - 1) : 1;
}

double experts_within(double outside) { return 1 / outside; }

LevelTraffic::LevelTraffic(const Network& network, const TrafficRules& traffic, const Model& model, double devices)
    : all_reduce_latency_(traffic.all_reduce_latency), blocks_(model.blocks), width_(model.width), inner_(model.inner)
{
    const double w = traffic.bytes_per_word;
    const double passes = traffic.shard_weights ? 3 : 2;
    const double all_reduces = 4 * model.blocks;
    const double transfers = 2 * (model.blocks - 1);
    for (int k = 0; k < network.count; ++k) {
        const NetworkLevel& level = network.levels[k];
        const double bytes_per_s = one_way_bytes_per_s(level, devices);
        data_[k] = {passes * model.parameters() * w / bytes_per_s, passes * level.latency_seconds};
        tensor_[k] = {all_reduces * model.batch_tokens * w / bytes_per_s, all_reduces * level.latency_seconds};
        point_[k] = {transfers * model.width * model.batch_tokens * w / bytes_per_s, transfers * level.latency_seconds};
    }
}

NetworkTime LevelTraffic::data(int level, const Portion& dp) const
{
    const NetworkTime& unit = data_[static_cast<std::size_t>(level)];
    return {(dp.share - 1) * dp.outside * unit.seconds, hops(all_reduce_latency_, dp.share) * unit.latency_seconds};
}

NetworkTime LevelTraffic::tensor(int level, const Portion& tp_model, const Portion& tp_ff) const
{
    const NetworkTime& unit = tensor_[static_cast<std::size_t>(level)];
    const double words = (tp_model.share - 1) * inner_ * tp_model.outside + (tp_ff.share - 1) * width_ * tp_ff.outside;
    return {words * unit.seconds,
            (hops(all_reduce_latency_, tp_model.share) + hops(all_reduce_latency_, tp_ff.share))
                * unit.latency_seconds};
}

NetworkTime LevelTraffic::point(int level, double interleaving, const Portion& pp, const Portion& ep) const
{
    const NetworkTime& unit = point_[static_cast<std::size_t>(level)];
    const double stages_here = pipeline_within(blocks_, interleaving, pp.outside);
    const double stages_below = pipeline_within(blocks_, interleaving, pp.share * pp.outside);
    const double crossing
        = stages_here * experts_within(ep.outside) - stages_below * experts_within(ep.share * ep.outside);
    const double waiting = (ep.outside > 1 ? 0 : stages_here) - (ep.share * ep.outside > 1 ? 0 : stages_below);
    return {crossing * unit.seconds, waiting * unit.latency_seconds};
}

NetworkTime data_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                          const Split& dp)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        add_collective(time, levels.data(k, {dp[k], outside}));
        outside *= dp[k];
    }
    return time;
}

NetworkTime tensor_parallel(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                            const Split& tp_model, const Split& tp_ff)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double model_outside = 1;
    double ff_outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        add_collective(time, levels.tensor(k, {tp_model[k], model_outside}, {tp_ff[k], ff_outside}));
        model_outside *= tp_model[k];
        ff_outside *= tp_ff[k];
    }
    return time;
}

NetworkTime point_to_point(const Network& network, const TrafficRules& traffic, const Model& model, double devices,
                           double interleaving, const Split& pp, const Split& ep)
{
    const LevelTraffic levels(network, traffic, model, devices);
    NetworkTime time;
    double pp_outside = 1;
    double ep_outside = 1;
    for (int k = network.count - 1; k >= 0; --k) {
        const NetworkTime at = levels.point(k, interleaving, {pp[k], pp_outside}, {ep[k], ep_outside});
        time.seconds += at.seconds;
        time.latency_seconds += at.latency_seconds;
        pp_outside *= pp[k];
        ep_outside *= ep[k];
    }
    return time;
}

namespace {

constexpr double matmuls_per_block = 6; ///< two matrices, each forward and for both gradients

/// Matmuls and traffic before bubble and latency.
double busy_seconds(const ModelAssumptions& assumptions, double matmul, const StepTraffic& traffic)
{
    const double tensor_beside = assumptions.overlap_tensor ? traffic.tensor.seconds : 0;
    const double point_beside = assumptions.overlap_pipeline ? traffic.point.seconds : 0;
    return std::max(matmul, tensor_beside + point_beside) + (traffic.tensor.seconds - tensor_beside)
        + (traffic.point.seconds - point_beside);
}

double pipeline_seconds(const ModelAssumptions& assumptions, bool zero_bubble, double bubble, double busy,
                        double latency)
{
    if (!zero_bubble)
        return busy / (1 - bubble) + latency;
    return assumptions.count_zero_bubble_latency ? std::max(busy, latency) : busy;
}

} // namespace

double bubble_fraction(double pp, double interleaving, double microbatches)
{
    const double stalls = (interleaving - 1) * std::max(0.0, pp - microbatches) + pp - 1;
    return stalls / (stalls + interleaving * microbatches);
}

double nanobatch_tokens(const Model& model, const Layout& layout)
{
    return model.batch_tokens / (layout.dp * layout.microbatches * model.experts);
}

double matmul_step_seconds(const Device& device, const Model& model, const Layout& layout)
{
    return model.blocks / layout.pp * (model.experts / layout.ep) * layout.microbatches
        * block_seconds(device, model.width / layout.tp_model, model.inner / layout.tp_ff,
                        nanobatch_tokens(model, layout));
}

double StepOf::operator()(const StepTraffic& traffic) const
{
    const double busy = busy_seconds(assumptions, matmul_seconds, traffic);
    const double pipeline
        = pipeline_seconds(assumptions, zero_bubble, bubble, busy, traffic.pipeline_latency_seconds());
    const double both
        = assumptions.overlap_data ? std::max(pipeline, traffic.data.seconds) : pipeline + traffic.data.seconds;
    return both + traffic.data.latency_seconds;
}

StepTraffic step_traffic(const Machine& machine, const Model& model, const Layout& layout)
{
    const TrafficRules rules = machine.traffic();
    const Network& network = machine.network;
    const double devices = layout.devices();
    return {tensor_parallel(network, rules, model, devices, layout.tp_model_split, layout.tp_ff_split),
            point_to_point(network, rules, model, devices, layout.interleaving, layout.pp_split, layout.ep_split),
            data_parallel(network, rules, model, devices, layout.dp_split)};
}

StepTime step_time(const Machine& machine, const Model& model, const Layout& layout)
{
    const ModelAssumptions& assumptions = machine.assumptions;
    const StepTraffic traffic = step_traffic(machine, model, layout);
    const double bubble = layout.zero_bubble ? 0 : bubble_fraction(layout.pp, layout.interleaving, layout.microbatches);

    StepTime time;
    time.matmul_seconds = matmul_step_seconds(machine.device, model, layout);
    time.arithmetic_seconds = model.flop_per_step() / (layout.devices() * machine.device.sustained_flop_per_s());
    time.matmul_latency_seconds = model.blocks / layout.pp * (model.experts / layout.ep) * layout.microbatches
        * matmuls_per_block * machine.device.matmul_latency_seconds;
    time.traffic = traffic;
    const double busy = busy_seconds(assumptions, time.matmul_seconds, traffic);
    time.exposed_traffic_seconds = busy - time.matmul_seconds;
    time.bubble_seconds = busy / (1 - bubble) - busy;
    const double pipeline
        = pipeline_seconds(assumptions, layout.zero_bubble, bubble, busy, traffic.pipeline_latency_seconds());
    time.latency_seconds = pipeline - busy - time.bubble_seconds;
    time.step_seconds = StepOf{assumptions, layout.zero_bubble, bubble, time.matmul_seconds}(traffic);
    time.data_seconds = time.step_seconds - pipeline;
    return time;
}

double memory_bytes_per_device(const Machine& machine, const Model& model, const Layout& layout)
{
    const double devices = layout.devices();
    const double w = machine.device.bytes_per_word;
    const double copies = machine.assumptions.shard_weights ? 1 : layout.dp;
    const double states = model.parameters() * w * (copies + machine.assumptions.optimizer_words) / devices;
    if (!machine.assumptions.count_activations)
        return states;
    const double stages = layout.zero_bubble ? 2 * layout.pp - 1 : layout.pp;
    const double in_flight = std::min(layout.microbatches, stages);
    const double tokens = model.batch_tokens / (layout.dp * layout.microbatches * layout.ep);
    const double words = model.width / layout.tp_model + model.inner / layout.tp_ff;
    return states + in_flight * model.blocks / layout.pp * tokens * words * w;
}

namespace {

double ceil8(double value) { return 8 * std::ceil(value / 8); }

struct Operands {
    double weights;
    double right; ///< X
    double left; ///< Y
    bool gradient;
};

double weight_bytes(const Operands& operands, double capacity_below)
{
    if (2 * operands.weights <= capacity_below)
        return 0;
    return operands.gradient ? 2 * operands.weights : operands.weights;
}

double activation_bytes(const Operands& operands, const Tiling& tiles)
{
    const double sums = operands.gradient ? tiles.columns : 2 * tiles.columns - 1;
    return tiles.rows * operands.right + sums * operands.left;
}

/// Between SMs: what the finer tiling needs beyond the tile that all shared memories hold together.
double exchange_bytes(const Operands& operands, const Tiling& tiles)
{
    const double right = tiles.rows > 1 ? tiles.rows * operands.right : 0;
    if (operands.gradient)
        return right + (tiles.columns > 1 ? tiles.columns * operands.left : 0);
    return right + 2 * (tiles.columns - 1) * operands.left;
}

} // namespace

Tiling tiling(double d1, double d2, double bytes, double capacity_bytes)
{
    const double tiles = std::ceil(bytes / capacity_bytes);
    const double side = std::sqrt(d1 * d2 / tiles);
    if (side > d1)
        return {1, tiles};
    if (side > d2)
        return {tiles, 1};
    return {d1 / side, d2 / side};
}

MatmulTraffic matmul_traffic(const Device& device, const Matmul& matmul)
{
    const double w = device.bytes_per_word;
    const Operands operands{matmul.d1 * matmul.d2 * w, matmul.d2 * matmul.nanobatch * w,
                            matmul.d1 * matmul.nanobatch * w, matmul.product == Product::WeightGradient};
    const auto cut = [&](double capacity) { return tiling(matmul.d1, matmul.d2, operands.weights, capacity); };
    const double shared = device.processor_tile_bytes();
    const double all_shared = shared * device.processors;

    MatmulTraffic traffic{.memory_bytes = weight_bytes(operands, device.cache_tile_bytes())
                              + activation_bytes(operands, cut(device.cache_tile_bytes())),
                          .cache_bytes = weight_bytes(operands, all_shared)
                              + activation_bytes(operands, cut(device.pooled_shared_memory ? all_shared : shared))};
    if (device.pooled_shared_memory)
        traffic.exchange_bytes = exchange_bytes(operands, cut(shared));
    traffic.register_bytes
        = weight_bytes(operands, device.block_tile_bytes() * device.blocks_per_processor * device.processors)
        + activation_bytes(operands, cut(device.block_tile_bytes()));
    return traffic;
}

double matmul_arithmetic_seconds(const Device& device, const Matmul& matmul)
{
    return 2 * ceil8(matmul.d1) * ceil8(matmul.d2) * ceil8(matmul.nanobatch) / device.sustained_flop_per_s();
}

double matmul_seconds(const Device& device, const Matmul& matmul)
{
    const MatmulTraffic traffic = matmul_traffic(device, matmul);
    const double memory = traffic.memory_bytes / device.memory_bytes_per_s;
    const double cache = (traffic.memory_bytes + traffic.cache_bytes) / device.cache_bytes_per_s;
    const double processor
        = (traffic.cache_bytes + traffic.exchange_bytes + traffic.register_bytes) / device.processor_bytes_per_s();
    const double arithmetic = matmul_arithmetic_seconds(device, matmul);
    return std::max({memory, cache, processor, arithmetic}) + device.matmul_latency_seconds;
}

double block_seconds(const Device& device, double d_shard, double f_shard, double nanobatch)
{
    const auto seconds = [&](double d1, double d2, Product product) {
        return matmul_seconds(device, {d1, d2, nanobatch, product});
    };
    // f x d forward equals d x f activation gradient, and the other way round.
    return 2 * seconds(f_shard, d_shard, Product::Forward) + 2 * seconds(d_shard, f_shard, Product::Forward)
        + seconds(f_shard, d_shard, Product::WeightGradient) + seconds(d_shard, f_shard, Product::WeightGradient);
}

} // namespace plateau::limits
