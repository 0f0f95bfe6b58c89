// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/matmul.h"

#include <algorithm>
#include <cmath>

namespace plateau::limits {

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
