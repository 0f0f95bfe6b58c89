// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/catalog/transport.h"

namespace plateau::collectives {

using catalog::Protocol;
using catalog::Transport;

inline constexpr int max_tiers = 4;

enum class Operation { AllGather, ReduceScatter, AllReduce, AllToAll };

enum class Algorithm { None, Ring, Tree, Nvls, NvlsTree, Direct };

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
