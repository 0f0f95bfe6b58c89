// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/text/messages/names.h"

namespace plateau::catalog {

/// NCCL's three wire protocols.
enum class Protocol { LL, LL128, Simple };
inline constexpr int protocol_count = 3;

/// How all-gather and reduce-scatter may go beside the ring; the fastest that is allowed is taken.
enum class GatherAlgorithm {
    Library, ///< what the library of that generation takes by itself
    Ring, ///< ring only
    Pat, ///< parallel aggregated trees, where every rank has a domain to itself (NCCL)
    Registered, ///< kernels for buffers registered in windows (NCCL): switches gather and sum, rails beyond the domain
    Doubling, ///< recursive doubling and halving over any group; no library has it
};

/// How messages between two accelerators cross a fabric, where they are not part of a ring or tree: what bounds an
/// all-to-all beside the line rate. Defaults: nothing does. core/physics/collectives/collectives.h says how they
/// combine.
struct MessageLaw {
    double joined = 1; ///< messages of one domain that travel as one, where relays of a rail join them
    double single_bytes_per_s = std::numeric_limits<double>::infinity(); ///< what one of them carries at a time
    double request_seconds = 0; ///< from one message to the next: the round trip over the messages in flight
    double message_bytes = 0; ///< what longer messages are cut into; 0: they are not
    double forwarded_bytes = 0; ///< of a message of a dispatcher that the host must post; 0: kernels post themselves
    bool sums = true; ///< its switches can sum
    friend bool operator==(const MessageLaw&, const MessageLaw&) = default;
};

/// Latency and bandwidth constants of a collective library on one generation of hardware. Seconds are per call, per
/// hop, per tree level and direction; arrays by protocol (LL, LL128, Simple). Fractions multiply the ring's rate, which
/// is a property of the wires (NetworkTier::achieved_fraction). How they combine:
/// core/physics/collectives/collectives.h. Defaults: Hopper. Source: NCCL src/graph/tuning.cc @5067397 where not said
/// otherwise; those marked "fit" were adjusted to measured tables.
struct Transport {
    std::string id;
    std::string title;
    std::string file;
    std::string version; ///< of the library: "NCCL 2.21"
    std::vector<std::string> sources;
    // Ring: all-gather, reduce-scatter, all-reduce.
    std::array<double, protocol_count> ring_base_seconds{6.6e-6, 14.0e-6, 8.4e-6};
    std::array<double, protocol_count> ring_fabric_seconds{0.6e-6, 1.9e-6, 3.4e-6}; ///< per hop inside a domain
    std::array<double, protocol_count> ring_network_seconds{2.7e-6, 4.0e-6, 14.0e-6}; ///< per hop between domains
    std::array<double, protocol_count> ring_lone_seconds{5.0e-6, 8.5e-6, 14.0e-6}; ///< where each rank has a domain
    std::array<double, protocol_count> ring_fraction{0.5, 0.92, 1.0};
    std::array<double, 3> ll_max_bytes_per_s{141e9, 45e9, 35e9}; ///< cap of LL on 1, 2 to 3, 4 or more domains
    bool ll128_across_network = true;
    double ring_all_reduce_factor = 1.4; ///< x hop latency of a ring all-reduce across domains
    double local_copy = 0.45; ///< fit: a rank's own chunk, as a share of a chunk on the wire; all-gather, all-to-all
    double local_reduce = 0.65; ///< fit: the same where chunks are summed
    // Tree: all-reduce across domains.
    std::array<double, protocol_count> tree_base_seconds{6.8e-6, 14.0e-6, 8.4e-6};
    std::array<double, protocol_count> tree_fabric_seconds{0.6e-6, 1.25e-6, 4.0e-6};
    std::array<double, protocol_count> tree_network_seconds{10.0e-6, 17.0e-6, 28.0e-6}; ///< fit: twice NCCL's belief
    std::array<double, protocol_count> tree_fraction{0.26, 0.86, 0.92};
    // All-reduce in the switches of a domain (NVLS), and the tree over domains on top of it (NVLSTree).
    bool in_switch_reduction = true;
    double nvls_fraction = 0.64; ///< fit: of the line rate, for S (n + 1) / n
    double nvls_base_seconds = 28e-6; ///< fit; NCCL 25
    double nvls_chunk_seconds = 3.3e-6; ///< fit: pipelining, adds 2 sqrt(chunk x transfer)
    double nvls_tree_fraction = 0.98; ///< fit: of the ring's rate
    double nvls_tree_level_seconds = 43e-6; ///< fit; NCCL 20.9
    double nvls_tree_chunk_seconds = 1.7e-6; ///< fit: pipelining, per level
    // All-reduce in the switches of the network (SHARP, NCCL's CollNet).
    bool network_reduction = false;
    double collnet_base_seconds = 31e-6; ///< once, however many domains
    double collnet_fabric_seconds = 3.7e-6; ///< each way, where a domain has several members
    double collnet_member_seconds = 0.4e-6; ///< each way and further member of the domain
    double collnet_fraction = 1.3; ///< of the ring's rate: 480 of 370 GB/s (DGX H100, 8 x 400 Gb/s)
    double collnet_gather_fraction = 0; ///< the same of all-gather and reduce-scatter; 0: not in this version
    double nvls_network_seconds = 18e-6; ///< where the domain's switches sum first
    // All-gather and reduce-scatter beside the ring.
    GatherAlgorithm gather = GatherAlgorithm::Library;
    double registered_fraction = 0; ///< of the line rate inside the domain; 0: not in this version
    double registered_base_seconds = 0; ///< however many members
    bool pat = false; ///< taken by itself where every rank has a domain to itself
    double pat_base_seconds = 8e-6;
    double pat_level_seconds = 4e-6; ///< per level: NCCL's 14 us over 3.5
    double pat_rank_seconds = 2.8e-6;
    double pat_fraction = 0.75;
    // Direct sends: all-to-all.
    double direct_base_seconds = 9e-6; ///< fit
    double direct_chunk_seconds = 1e-6; ///< fit: pipelining
    double direct_peer_seconds = 0.25e-6; ///< fit: posting, per peer
    double latency_factor = 1; ///< x all of the seconds above
    MessageLaw messages; ///< of the scale-out fabric, once a question has one
    double launch_seconds = 0; ///< host launch on top, per call, where not captured in a graph; not scaled
    friend bool operator==(const Transport&, const Transport&) = default;
};

} // namespace plateau::catalog

template<>
inline constexpr std::array plateau::names_of<plateau::catalog::GatherAlgorithm>{"library", "ring", "pat", "registered",
                                                                                 "doubling"};
