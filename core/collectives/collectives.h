// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace plateau::collectives {

inline constexpr int max_tiers = 4;

/// NCCL's three wire protocols.
enum class Protocol { LL, LL128, Simple };
inline constexpr int protocol_count = 3;

enum class Operation { AllGather, ReduceScatter, AllReduce, AllToAll };

enum class Algorithm { None, Ring, Tree, Nvls, NvlsTree, Direct };

/// Latency and bandwidth constants of a collective library on one generation of hardware.
/// Seconds per hop or tree level, by protocol; fractions of the Simple ring rate. Source: NCCL tuning.cc @5067397,
/// reference/hardware.md 2.2.
struct Transport {
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

/// One level of the network as one group of ranks sees it.
struct Span {
    double members = 1;         ///< sub-groups joined at this level (1: the group does not reach it)
    double bytes_per_s = 0;     ///< achieved rate per rank and direction for this group, NIC sharing included
    double extra_seconds = 0;   ///< one-way latency per hop beyond the library's constants
};

/// A group of ranks that communicate. `spans[0]` is inside the scale-up domain, `spans[1]` across domains, further
/// ones across pods, halls, sites; ranks = product of members. For spans beyond the first, bytes_per_s is the rate
/// of the whole ring: what its members inside one domain drive together.
struct Group {
    double ranks = 1;
    double domains = 1;         ///< scale-up domains spanned
    std::array<Span, max_tiers> spans{};
    double fabric_line_bytes_per_s = 0; ///< line rate inside the domain, for in-switch reduction
};

/// What one collective costs and why: the numbers behind the formula.
struct Cost {
    double seconds = 0;
    double latency_seconds = 0;
    double bandwidth_seconds = 0;
    Algorithm algorithm = Algorithm::None;
    Protocol protocol = Protocol::Simple;
};

/// Seconds of one collective on S = `bytes` (nccl-tests meaning: the whole buffer). The library's own minimum over
/// algorithms and protocols; one rank costs nothing. All-gather and reduce-scatter know only the ring, whose latency
/// is linear in ranks:
///     t = base + (n - k) a_fabric + (k - 1) a_network + (n-1)/n S / B
/// all-reduce also has the tree, logarithmic in domains. hardware.md 2.2 to 2.4.
Cost collective(Operation operation, const Group& group, const Transport& transport, double bytes);

/// Point-to-point transfer of `bytes` over the outermost tier the pair crosses: a + bytes / B.
double point_to_point_seconds(const Span& link, const Transport& transport, double bytes, bool crosses_network);

} // namespace plateau::collectives
