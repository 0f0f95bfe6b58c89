// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/physics/collectives/collectives.h"

#include <algorithm>
#include <cmath>

namespace plateau::collectives {

namespace {

using catalog::GatherAlgorithm;

constexpr std::array<Protocol, catalog::protocol_count> protocols{Protocol::LL, Protocol::LL128, Protocol::Simple};

std::size_t index(Protocol protocol) { return static_cast<std::size_t>(protocol); }

double over(double bytes, double rate) { return bytes > 0 ? bytes / rate : 0; }

/// Slowest rate beyond the domain.
double network_rate(const Group& group)
{
    double rate = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < max_tiers; ++i)
        if (group.spans[i].members > 1)
            rate = std::min(rate, group.spans[i].bytes_per_s);
    return rate;
}

/// Slowest rate on the way round the ring.
double ring_rate(const Group& group)
{
    const double beyond = network_rate(group);
    return group.spans[0].members > 1 ? std::min(beyond, group.spans[0].bytes_per_s) : beyond;
}

double ll_cap(const Group& group, const Transport& transport)
{
    return transport.ll_max_bytes_per_s[group.domains < 2 ? 0 : group.domains < 4 ? 1 : 2];
}

bool allowed(const Group& group, const Transport& transport, Protocol protocol)
{
    return protocol != Protocol::LL128 || group.domains < 2 || transport.ll128_across_network;
}

double protocol_rate(const Group& group, const Transport& transport, Protocol protocol, double rate)
{
    return protocol == Protocol::LL ? std::min(ll_cap(group, transport), rate) : rate;
}

/// Hops inside domains, once round all of them.
double fabric_hops(const Group& group)
{
    return group.fabric_hops > 0 ? group.domains * group.fabric_hops : group.ranks - group.domains;
}

/// Once round the ring: n - k hops inside domains, k - 1 across, and the extra seconds of their tiers.
struct RingHops {
    double fabric = 0;
    double network = 0;
    double extra_seconds = 0;
    double seconds(double each_fabric, double each_network) const
    {
        return fabric * each_fabric + network * each_network + extra_seconds;
    }
};

RingHops ring_hops(const Group& group)
{
    RingHops hops{fabric_hops(group), 0, 0};
    hops.extra_seconds = hops.fabric * group.spans[0].extra_seconds;
    double groups = group.domains;
    for (std::size_t i = 1; i < max_tiers && groups > 1; ++i) {
        const double next = std::ceil(groups / std::max(1.0, group.spans[i].members) - 1e-9);
        hops.network += groups - next;
        hops.extra_seconds += (groups - next) * group.spans[i].extra_seconds;
        groups = next;
    }
    return hops;
}

/// Levels of a tree over the domains, log2 per tier, times `seconds`; extras of the tiers count `extra` times.
double levels(const Group& group, double seconds, double extra)
{
    double sum = 0;
    for (std::size_t i = 1; i < max_tiers; ++i)
        if (group.spans[i].members > 1)
            sum += std::log2(group.spans[i].members) * (seconds + extra * group.spans[i].extra_seconds);
    return sum;
}

/// Seconds from a leaf to the root: along the domain, then up the levels.
double tree_hops(const Group& group, double fabric, double network)
{
    return fabric_hops(group) / group.domains * (fabric + group.spans[0].extra_seconds) + levels(group, network, 1);
}

double seconds(const Candidate& candidate, double bandwidth)
{
    return candidate.latency_seconds + bandwidth
        + (candidate.chunk_seconds > 0 ? 2 * std::sqrt(candidate.chunk_seconds * bandwidth) : 0);
}

/// Each rank has a domain to itself.
bool is_lone(const Group& group) { return group.domains > 1 && group.spans[0].members <= 1; }

void consider_ring(Candidates& candidates, const Group& group, const Transport& transport, double rounds, double local)
{
    const double rate = ring_rate(group);
    const RingHops hops = ring_hops(group);
    const double moved = (rounds * (group.ranks - 1) + local) / group.ranks;
    const double slower = rounds > 1 && group.domains > 1 ? transport.ring_all_reduce_factor : 1;
    for (const Protocol protocol : protocols) {
        if (!allowed(group, transport, protocol))
            continue;
        const std::size_t p = index(protocol);
        const double across = is_lone(group) ? transport.ring_lone_seconds[p] : transport.ring_network_seconds[p];
        const double once = hops.seconds(transport.ring_fabric_seconds[p], across);
        const double latency = transport.latency_factor * (transport.ring_base_seconds[p] + slower * rounds * once);
        const double wire = protocol_rate(group, transport, protocol, transport.ring_fraction[p] * rate);
        candidates.add({Algorithm::Ring, protocol, latency, over(moved, wire)});
    }
}

bool has_nvls_tree(const Group& group, const Transport& transport)
{
    return transport.in_switch_reduction && group.domains > 1 && group.spans[0].members > 1;
}

void consider_tree(Candidates& candidates, const Group& group, const Transport& transport)
{
    if (group.domains < 2)
        return;
    const double rate = ring_rate(group);
    const double moved = 2 * (group.ranks - 1) / group.ranks;
    for (const Protocol protocol : protocols) {
        const bool replaced = protocol != Protocol::LL && has_nvls_tree(group, transport);
        if (replaced || !allowed(group, transport, protocol))
            continue;
        const std::size_t p = index(protocol);
        const double up = tree_hops(group, transport.tree_fabric_seconds[p], transport.tree_network_seconds[p]);
        const double latency = transport.latency_factor * (transport.tree_base_seconds[p] + 2 * up);
        const double wire = protocol_rate(group, transport, protocol, transport.tree_fraction[p] * rate);
        candidates.add({Algorithm::Tree, protocol, latency, over(moved, wire)});
    }
}

void consider_nvls(Candidates& candidates, const Group& group, const Transport& transport)
{
    if (!transport.in_switch_reduction || group.domains > 1)
        return;
    const double latency = transport.latency_factor * (transport.nvls_base_seconds + group.spans[0].extra_seconds);
    const double moved = (group.ranks + 1) / group.ranks;
    candidates.add({Algorithm::Nvls, Protocol::Simple, latency,
                    over(moved, transport.nvls_fraction * group.fabric_line_bytes_per_s),
                    transport.latency_factor * transport.nvls_chunk_seconds});
}

void consider_nvls_tree(Candidates& candidates, const Group& group, const Transport& transport)
{
    if (!has_nvls_tree(group, transport))
        return;
    const double latency = transport.latency_factor * 2 * levels(group, transport.nvls_tree_level_seconds, 1);
    const double moved = 2 * (group.ranks - 1) / group.ranks;
    const double across = group.domains == 2 ? 1 : moved; // both trees of two domains have one edge
    candidates.add({Algorithm::NvlsTree, Protocol::Simple, latency,
                    std::max(over(moved, transport.nvls_tree_fraction * group.spans[0].bytes_per_s),
                             over(across, transport.nvls_tree_fraction * network_rate(group))),
                    transport.latency_factor * levels(group, transport.nvls_tree_chunk_seconds, 0)});
}

/// Once into the network's switches and back, by way of one rank or of the switches of the domain.
double collnet_seconds(const Group& group, const Transport& transport)
{
    const double members = group.spans[0].members;
    const double inside
        = members > 1 ? transport.collnet_fabric_seconds + transport.collnet_member_seconds * (members - 1) : 0;
    double latency = transport.collnet_base_seconds + 2 * inside;
    if (members > 1 && transport.in_switch_reduction)
        latency = std::min(latency, transport.nvls_base_seconds + transport.nvls_network_seconds);
    for (const Span& span : group.spans)
        latency += &span == &group.spans[0] || span.members > 1 ? 2 * span.extra_seconds : 0;
    return transport.latency_factor * latency;
}

void consider_collnet(Candidates& candidates, const Group& group, const Transport& transport, double moved,
                      double fraction)
{
    if (transport.network_reduction && transport.messages.sums && group.domains > 1 && fraction > 0)
        candidates.add({Algorithm::CollNet, Protocol::Simple, collnet_seconds(group, transport),
                        over(moved, fraction * ring_rate(group))});
}

void consider_pat(Candidates& candidates, const Group& group, const Transport& transport, double local)
{
    const bool left_alone
        = transport.gather == GatherAlgorithm::Library || transport.gather == GatherAlgorithm::Registered;
    const bool allowed = transport.gather == GatherAlgorithm::Pat || (left_alone && transport.pat);
    if (!allowed || !is_lone(group))
        return;
    const double latency = transport.pat_base_seconds + levels(group, transport.pat_level_seconds, 1)
        + transport.pat_rank_seconds * group.ranks;
    const double moved = (group.ranks - 1 + local) / group.ranks;
    candidates.add({Algorithm::Pat, Protocol::Simple, transport.latency_factor * latency,
                    over(moved, transport.pat_fraction * ring_rate(group))});
}

/// Switches of the domain multicast what is gathered and sum what is scattered; between domains each position has a
/// rail of its own, over which shards go round in a ring (gather) or straight to their owners (scatter).
void consider_registered(Candidates& candidates, const Group& group, const Transport& transport, bool gathers)
{
    const double members = group.spans[0].members;
    const bool even = group.fewest == members && group.domains * members == group.ranks;
    if (transport.gather != GatherAlgorithm::Registered || transport.registered_fraction <= 0 || members < 2 || !even)
        return;
    const double hop = transport.ring_network_seconds[index(Protocol::Simple)];
    const RingHops hops = ring_hops(group);
    double latency = transport.registered_base_seconds + group.spans[0].extra_seconds;
    double bandwidth
        = over((group.ranks - 1) / group.ranks, transport.registered_fraction * group.fabric_line_bytes_per_s);
    if (group.domains > 1) {
        const double around = hops.network * hop + hops.extra_seconds - hops.fabric * group.spans[0].extra_seconds;
        double straight = hop + (group.domains - 1) * transport.direct_peer_seconds;
        double rail = std::numeric_limits<double>::infinity();
        for (std::size_t i = 1; i < max_tiers; ++i) {
            if (group.spans[i].members <= 1)
                continue;
            straight += group.spans[i].extra_seconds;
            rail = std::min(rail, group.spans[i].bytes_per_s / group.fewest);
        }
        latency += gathers ? around : straight;
        bandwidth = std::max(bandwidth, over((group.domains - 1) / group.ranks, rail));
    }
    candidates.add({group.domains > 1 ? Algorithm::RailRing : Algorithm::Nvls, Protocol::Simple,
                    transport.latency_factor * latency, bandwidth});
}

void consider_doubling(Candidates& candidates, const Group& group, const Transport& transport, double local)
{
    if (transport.gather != GatherAlgorithm::Doubling)
        return;
    const double members = group.spans[0].members;
    const double network = network_rate(group);
    for (const Protocol protocol : protocols) {
        if (!allowed(group, transport, protocol))
            continue;
        const std::size_t p = index(protocol);
        const double inside = std::log2(members) * (transport.ring_fabric_seconds[p] + group.spans[0].extra_seconds);
        const double latency = transport.latency_factor
            * (transport.ring_base_seconds[p] + inside + levels(group, transport.ring_network_seconds[p], 1));
        const auto wire
            = [&](double rate) { return protocol_rate(group, transport, protocol, transport.ring_fraction[p] * rate); };
        const double across = group.domains > 1 ? over((group.domains - 1) / group.domains, wire(network)) : 0;
        const double local_copy = (members - 1 + local) / members;
        candidates.add({Algorithm::Doubling, protocol, latency,
                        across + over(local_copy, wire(members > 1 ? group.spans[0].bytes_per_s : network))});
    }
}

/// Messages of one rank that travel as one.
double joined(const Group& group, const MessageLaw& law) { return std::min(law.joined, group.spans[0].members); }

/// What messages beyond the domain carry, whatever the line could.
double message_rate(const Group& group, const MessageLaw& law)
{
    const double window = law.message_bytes > 0 && law.request_seconds > 0 ? law.message_bytes / law.request_seconds
                                                                           : law.single_bytes_per_s;
    return joined(group, law) * std::min(law.single_bytes_per_s, window);
}

/// Every rank sends 1/n of its buffer to every other: the part that stays inside the domain and the part that leaves
/// it flow side by side over different links.
void consider_direct(Candidates& candidates, const Group& group, const Transport& transport)
{
    const double n = group.ranks;
    const double members = group.spans[0].members;
    double latency
        = transport.direct_base_seconds + (n - 1) * transport.direct_peer_seconds + group.spans[0].extra_seconds;
    const double messages = message_rate(group, transport.messages);
    double bandwidth = members > 1 ? over((members - 1 + transport.local_copy) / n, group.spans[0].bytes_per_s) : 0;
    double inside = group.fewest;
    for (std::size_t i = 1; i < max_tiers; ++i) {
        const Span& span = group.spans[i];
        if (span.members <= 1)
            continue;
        const double own = std::min(messages, span.bytes_per_s / group.fewest); // one rank's own NIC
        bandwidth = std::max(bandwidth, over(std::max(0.0, n - inside) / n, own));
        latency += transport.ring_network_seconds[index(Protocol::Simple)] + span.extra_seconds;
        inside *= span.members;
    }
    if (group.domains > 1)
        latency += (n - group.fewest) * transport.messages.request_seconds / joined(group, transport.messages);
    candidates.add({Algorithm::Direct, Protocol::Simple, transport.latency_factor * latency, bandwidth,
                    transport.latency_factor * transport.direct_chunk_seconds});
}

/// How many of `places` equally likely places one of `copies` falls on, the mean.
double reached(double places, double copies) { return places * (1 - std::pow(1 - 1 / places, copies)); }

/// What a dispatcher's messages carry where a thread of the host posts them.
double forwarded_rate(const MessageLaw& law)
{
    return law.forwarded_bytes > 0 && law.request_seconds > 0
        ? std::min(law.single_bytes_per_s, law.forwarded_bytes / law.request_seconds)
        : std::numeric_limits<double>::infinity();
}

/// Every piece once to each domain it goes to, and from there once to each of its ranks.
void consider_forwarded(Candidates& candidates, const Group& group, const Transport& transport, double copies)
{
    const double members = group.spans[0].members;
    double latency = transport.direct_base_seconds + (members + group.domains - 2) * transport.direct_peer_seconds
        + group.spans[0].extra_seconds;
    double bandwidth = members > 1
        ? over(reached(group.ranks, copies) / copies * (members - 1 + transport.local_copy) / members,
               group.spans[0].bytes_per_s)
        : 0;
    double network = forwarded_rate(transport.messages);
    for (std::size_t i = 1; i < max_tiers; ++i) {
        const Span& span = group.spans[i];
        if (span.members <= 1)
            continue;
        network = std::min(network, span.bytes_per_s / group.fewest);
        latency += transport.ring_network_seconds[index(Protocol::Simple)] + span.extra_seconds;
    }
    if (group.domains > 1)
        bandwidth
            = std::max(bandwidth, over(reached(group.domains, copies) * (1 - 1 / group.domains) / copies, network));
    candidates.add({Algorithm::Forwarded, Protocol::Simple, transport.latency_factor * latency, bandwidth,
                    transport.latency_factor * transport.direct_chunk_seconds});
}

} // namespace

Candidates candidates_of(Operation operation, const Group& group, const Transport& transport, double copies)
{
    Candidates candidates;
    find_candidates(operation, group, transport, candidates, copies);
    return candidates;
}

void find_candidates(Operation operation, const Group& group, const Transport& transport, Candidates& candidates,
                     double copies)
{
    candidates.count = 0;
    candidates.launch_seconds = 0;
    if (group.ranks < 2)
        return;
    switch (operation) {
    case Operation::AllGather:
    case Operation::ReduceScatter: {
        const double local = operation == Operation::AllGather ? transport.local_copy : transport.local_reduce;
        consider_ring(candidates, group, transport, 1, local);
        consider_pat(candidates, group, transport, local);
        consider_registered(candidates, group, transport, operation == Operation::AllGather);
        consider_collnet(candidates, group, transport, (group.ranks - 1 + local) / group.ranks,
                         transport.collnet_gather_fraction);
        consider_doubling(candidates, group, transport, local);
        break;
    }
    case Operation::AllReduce:
        consider_ring(candidates, group, transport, 2, transport.local_reduce);
        consider_tree(candidates, group, transport);
        consider_nvls(candidates, group, transport);
        consider_nvls_tree(candidates, group, transport);
        consider_collnet(candidates, group, transport, 2 * (group.ranks - 1) / group.ranks, transport.collnet_fraction);
        break;
    case Operation::AllToAll:
        if (copies > 0)
            consider_forwarded(candidates, group, transport, copies);
        else
            consider_direct(candidates, group, transport);
        break;
    }
    candidates.launch_seconds = transport.launch_seconds;
}

namespace {

struct Found {
    const Candidate* candidate = nullptr;
    double seconds = std::numeric_limits<double>::infinity();
    double bandwidth = 0;
};

Found find_fastest(const Candidates& candidates, double bytes)
{
    Found best;
    if (!(bytes > 0))
        return best;
    for (std::size_t i = 0; i < candidates.count; ++i) {
        const Candidate& candidate = candidates.list[i];
        const double bandwidth = candidate.seconds_per_byte * bytes;
        const double all = seconds(candidate, bandwidth);
        if (all < best.seconds)
            best = {&candidate, all, bandwidth};
    }
    return best;
}

} // namespace

const Candidate* fastest(const Candidates& candidates, double bytes)
{
    return find_fastest(candidates, bytes).candidate;
}

Cost collective(const Candidates& candidates, double bytes)
{
    const Found best = find_fastest(candidates, bytes);
    if (!best.candidate)
        return {};
    return {best.seconds + candidates.launch_seconds, best.candidate->latency_seconds + candidates.launch_seconds,
            best.bandwidth, best.candidate->algorithm, best.candidate->protocol};
}

Cost collective(Operation operation, const Group& group, const Transport& transport, double bytes)
{
    return collective(candidates_of(operation, group, transport), bytes);
}

double point_to_point_seconds(const Span& link, const Transport& transport, double bytes, bool crosses_network)
{
    if (!(bytes > 0))
        return 0;
    return transport.launch_seconds + hop_seconds(link, transport, crosses_network) + over(bytes, link.bytes_per_s);
}

double hop_seconds(const Span& link, const Transport& transport, bool crosses_network)
{
    const std::size_t p = index(Protocol::Simple);
    const double hop = crosses_network ? transport.ring_network_seconds[p] : transport.ring_fabric_seconds[p];
    return transport.latency_factor * (hop + link.extra_seconds);
}

} // namespace plateau::collectives
