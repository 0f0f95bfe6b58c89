// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/catalog/transport.h"

namespace plateau::collectives {

using catalog::MessageLaw;
using catalog::Protocol;
using catalog::Transport;

inline constexpr int max_tiers = 4;

enum class Operation { AllGather, ReduceScatter, AllReduce, AllToAll };

enum class Algorithm { None, Ring, Tree, Nvls, NvlsTree, Direct, CollNet, Pat, RailRing, Doubling, Forwarded };

/// One level of the network as one group of ranks sees it.
struct Span {
    double members = 1; ///< sub-groups joined at this level (1: the group does not reach it)
    double bytes_per_s = 0; ///< achieved rate per rank and direction for this group, NIC sharing included
    double extra_seconds = 0; ///< one-way latency per hop beyond the library's constants
};

/// A group of ranks that communicate. `spans[0]` is inside the scale-up domain, `spans[1]` across domains, further
/// ones across pods, halls, sites; ranks = product of members where domains are filled evenly. For spans beyond the
/// first, bytes_per_s is the rate of the whole ring: what the fewest members inside one domain drive together.
struct Group {
    double ranks = 1;
    double domains = 1; ///< scale-up domains spanned
    double fewest = 1; ///< members in the domain that has fewest of them
    std::array<Span, max_tiers> spans{};
    double fabric_hops = 0; ///< steps once round the members of a domain; 0: one less than there are
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

/// One algorithm with one protocol on one group, whatever the bytes:
///     t = latency + x + 2 sqrt(chunk x),   x = seconds_per_byte S
struct Candidate {
    Algorithm algorithm = Algorithm::None;
    Protocol protocol = Protocol::Simple;
    double latency_seconds = 0;
    double seconds_per_byte = 0;
    double chunk_seconds = 0; ///< pieces that follow one another through switches; 0: none
};

/// Every way the library may go; none for one rank.
struct Candidates {
    static constexpr std::size_t most = 8;
    std::array<Candidate, most> list{};
    std::size_t count = 0;
    double launch_seconds = 0;
    void add(const Candidate& candidate) { list[count++] = candidate; }
};
Candidates candidates_of(Operation operation, const Group& group, const Transport& transport, double copies = 0);
/// candidates_of() into `candidates`, in place of what it held. An all-to-all of `copies` of each piece to ranks drawn
/// at random sends a piece once to each domain and forwards it there; 0: every copy on its own.
void find_candidates(Operation operation, const Group& group, const Transport& transport, Candidates& candidates,
                     double copies = 0);

/// The fastest of them on that many bytes.
Cost collective(const Candidates& candidates, double bytes);
/// The way itself; null where there is nothing to do.
const Candidate* fastest(const Candidates& candidates, double bytes);

/// Seconds of one collective on S = `bytes` (nccl-tests meaning: the whole buffer; all-to-all: what one rank sends).
/// The library's own minimum over algorithms and protocols; one rank costs nothing. n ranks on k domains; B the slowest
/// rate on the way round the ring; w its share by protocol, LL also capped; every latency times the latency factor.
///
/// Ring, all-gather and reduce-scatter - latency linear in ranks:
///     t = base + (n - k) a_fabric + (k - 1) a_network + (n - 1 + c) / n S / (w B)
///   a_network is a larger one where each rank has a domain to itself: nothing hides it.
///   c is the rank's own chunk, which is copied (or summed) but not sent. It matters for two ranks, not for many.
/// Ring, all-reduce: twice round, so 2 (n - 1) + c; hop latencies x 1.4 across domains.
/// Tree, all-reduce across domains - latency logarithmic in domains, q members in each:
///     t = base + 2 ((q - 1) a_fabric + a_level log2 k) + 2 (n - 1)/n S / (w B)
/// In-switch (NVLS), all-reduce inside one domain of line rate L; x = (n + 1)/n S / (w L):
///     t = base + x + 2 sqrt(a_chunk x)
/// In-switch tree (NVLSTree), all-reduce across domains with several members each; x = 2 (n - 1)/n S / (w B):
///     t = 2 a_level log2 k + x + 2 sqrt(a_chunk log2 k x)
///   Two domains send S once: each is the root of one tree and the leaf of the other.
///   Where it exists, the plain tree serves small messages (LL) only.
/// In the network's switches (SHARP, NCCL's CollNet), all-reduce across domains where the transport allows it - latency
/// without growth; all-gather and reduce-scatter with (n - 1 + c)/n and their own w, where the version has them:
///     t = base + 2 (a_fabric [q > 1] + a_member (q - 1)) + 2 (n - 1)/n S / (w B)
///   by way of the domain's switches (NVLS) where that is sooner: a_nvls + a_nvls_network in place of the latency.
/// PAT, all-gather and reduce-scatter where every rank has a domain to itself and the transport asks for it:
///     t = base + a_level log2 k + a_rank n + (n - 1 + c)/n S / (w B)
/// Registered buffers, all-gather and reduce-scatter where the transport asks for it and all domains have as many
/// ranks: the domain's switches multicast and sum, one ring (gathers) or direct sends (scatters) along each rail of
/// rate R join domains, side by side (NCCL src/sym_kernels.cc @5067397: 2.27 inside a domain, 2.29 across):
///     t = base + (k - 1) a_network + max((n - 1)/n S / (w L), (k - 1)/n S / R)                     gather
///     t = base + [k > 1] a_network + (k - 1) a_peer + the same                                     scatter
///   NCCL believes in a_network for every MiB of a shard; here pieces of a shard follow one another.
/// Recursive doubling, all-gather and reduce-scatter where the transport asks for it; across domains first, so that
/// each rank's own network link carries its share once, then inside:
///     t = base + a_fabric log2 q + a_network log2 k + (k - 1)/k S / (w B_network) + (q - 1 + c)/q S / (w B_fabric)
/// Torus: a ring round m members takes d (m^(1/d) - 1) hops along the d axes they fill instead of m - 1.
/// Direct, all-to-all, x the slowest of what stays in the domain and what leaves through the rank's own NIC:
///     t = base + (n - 1) a_peer + levels a_network + x + 2 sqrt(a_chunk x)
///   Beyond the domain j messages travel as one (NCCL's PXN: relays of a rail and grouped receives), one carries at
///   most r, and one of b bytes follows the last after a_request: the rate is at most j min(r, b / a_request), and the
///   n - q first ones add a_request / j each. Transport::messages
/// Forwarded, all-to-all of c copies of each piece; of n ranks n (1 - (1 - 1/n)^c) get it, of k domains likewise. Once
/// to each other domain through the rank's own NIC of rate R, then once to each rank there, q members in each, side by
/// side:
///     t = base + (q + k - 2) a_peer + levels a_network + x + 2 sqrt(a_chunk x)
///     x = S / c max(n (1 - (1 - 1/n)^c) (q - 1 + l) / (q B), (k - 1) (1 - (1 - 1/k)^c) / R)
///   l is the rank's own chunk, which is copied. R is at most min(r, b / a_request) where the host posts the messages.
///
/// Domain: inside one scale-up domain from 1 MiB up (all-reduce, all-gather, reduce-scatter, all-to-all); all-reduce
/// across domains from 8 MiB up. Smaller all-reduces across domains come out at 0.4 to 1.8 times the published times;
/// smaller calls inside a domain were not compared. The constants were fitted to the tables they are tested on.
/// Leaves out contention between groups, congestion, and user-set algorithms; NVLS gathers of buffers that are not
/// registered (up to 32 ranks, NCCL 2.19 on): in the table of NVL72 racks they are slower than rings. Sources: NCCL
/// tuning.cc @5067397 and the tables in tests/data.
Cost collective(Operation operation, const Group& group, const Transport& transport, double bytes);

/// Point-to-point transfer of `bytes` over the outermost tier the pair crosses: a + bytes / B.
double point_to_point_seconds(const Span& link, const Transport& transport, double bytes, bool crosses_network);
/// The latency a of one hop, without its launch.
double hop_seconds(const Span& link, const Transport& transport, bool crosses_network);

} // namespace plateau::collectives

template<>
inline constexpr std::array plateau::names_of<plateau::collectives::Operation>{"all-gather", "reduce-scatter",
                                                                               "all-reduce", "all-to-all"};
template<>
inline constexpr std::array plateau::names_of<plateau::collectives::Algorithm>{
    "",         "ring",       "tree", "in-switch",          "in-switch tree",
    "direct",   "in-network", "PAT",  "rails and switches", "recursive doubling",
    "forwarded"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::Protocol>{"LL", "LL128", "Simple"};
