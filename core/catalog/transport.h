// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

namespace plateau::catalog {

/// NCCL's three wire protocols.
enum class Protocol { LL, LL128, Simple };
inline constexpr int protocol_count = 3;

/// Latency and bandwidth constants of a collective library on one generation of hardware.
/// Seconds per hop or tree level, by protocol; fractions of the Simple ring rate. Source: NCCL tuning.cc @5067397,
/// reference/hardware.md 2.2.
struct Transport {
    std::string id;
    std::string title;
    std::string file;
    std::vector<std::string> sources;
    std::array<double, protocol_count> ring_base_seconds{6.6e-6, 14.0e-6, 8.4e-6};
    std::array<double, protocol_count> tree_base_seconds{6.8e-6, 14.0e-6, 8.4e-6};
    std::array<double, protocol_count> ring_fabric_seconds{0.6e-6, 1.9e-6, 3.4e-6};
    std::array<double, protocol_count> tree_fabric_seconds{0.6e-6, 1.25e-6, 4.0e-6};
    std::array<double, protocol_count> ring_network_seconds{2.7e-6, 4.0e-6, 14.0e-6};
    std::array<double, protocol_count> tree_network_seconds{5.0e-6, 8.5e-6, 14.0e-6};
    std::array<double, 3> ll_max_bytes_per_s{141e9, 45e9, 35e9}; ///< cap of LL: 1, 2, 4+ domains
    double ll_fraction = 0.5;
    double ll128_fraction = 0.92;
    bool ll128_across_network = true;
    bool in_switch_reduction = true;    ///< NVLS available (Hopper and later)
    double nvls_fraction = 1.07;        ///< all-reduce bus bandwidth / line rate inside one domain
    double nvls_base_seconds = 25e-6;
    double nvls_tree_level_seconds = 20.9e-6; ///< per level and direction across domains
    double nvls_tree_bytes_per_s = 494e9;     ///< pipelined rate of the tree across domains
    double launch_seconds = 0;          ///< host launch on top, where not captured in a graph
    double latency_factor = 1;          ///< x all of the latencies
};

} // namespace plateau::catalog
