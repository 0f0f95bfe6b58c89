// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace plateau::limits {

inline constexpr int max_levels = 6;

/// One level of the network, seen from one device.
struct NetworkLevel {
    double group = 8; ///< G_k: groups of the level below that it joins; the outermost has no limit
    double bytes_per_s = 0; ///< B_k: per device, both directions together (half of it each way)
    double latency_seconds = 0; ///< tau_k: one hop

    friend bool operator==(const NetworkLevel&, const NetworkLevel&) = default;
};

/// A hierarchy of networks, innermost first: an NVLink node and InfiniBand is two levels.
struct Network {
    int count = 1;
    std::array<NetworkLevel, max_levels> levels{};

    friend bool operator==(const Network&, const Network&) = default;
};

/// A parallel degree factored over the levels of the network: degree = product of the entries.
using Split = std::array<double, max_levels>;
inline constexpr Split unsplit{1, 1, 1, 1, 1, 1};

/// How one step is cut. N = dp * tp_model * tp_ff * pp * ep.
struct Layout {
    double dp = 1; ///< N_DP, data
    double tp_model = 1; ///< N_TPm, tensor: shards of d
    double tp_ff = 1; ///< N_TPf, tensor: shards of f
    double pp = 1; ///< N_PP, pipeline
    double ep = 1; ///< N_EP, expert
    double microbatches = 1; ///< m, per pipeline
    double interleaving = 1; ///< v, chunks of blocks per stage
    bool zero_bubble = false;

    Split dp_split = unsplit;
    Split tp_model_split = unsplit;
    Split tp_ff_split = unsplit;
    Split pp_split = unsplit;
    Split ep_split = unsplit;

    double devices() const { return dp * tp_model * tp_ff * pp * ep; }
};

} // namespace plateau::limits
