// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/collectives.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::collectives
{

namespace
{

constexpr std::array<Protocol, catalog::protocol_count> protocols { Protocol::LL, Protocol::LL128, Protocol::Simple };

std::size_t index(Protocol protocol)
{
    return static_cast<std::size_t>(protocol);
}

double over(double bytes, double rate)
{
    return bytes > 0 ? bytes / rate : 0;
}

/// Slowest rate on the way round the ring.
double ring_rate(const Group& group)
{
    double rate = std::numeric_limits<double>::infinity();
    for (const Span& span : group.spans)
        if (span.members > 1)
            rate = std::min(rate, span.bytes_per_s);
    return rate;
}

double protocol_rate(const Group& group, const Transport& transport, Protocol protocol, double rate)
{
    if (protocol == Protocol::LL) {
        const std::size_t row = group.domains < 2 ? 0 : group.domains < 4 ? 1 : 2;
        return std::min(transport.ll_max_bytes_per_s[row], transport.ll_fraction * rate);
    }
    return protocol == Protocol::LL128 ? transport.ll128_fraction * rate : rate;
}

bool allowed(const Group& group, const Transport& transport, Protocol protocol)
{
    return protocol != Protocol::LL128 || group.domains < 2 || transport.ll128_across_network;
}

/// Seconds once round the ring: n - k hops inside domains, k - 1 across, each with its tier's extra.
double ring_hops(const Group& group, double fabric, double network)
{
    double seconds = (group.ranks - group.domains) * (fabric + group.spans[0].extra_seconds);
    double groups = group.domains;
    for (std::size_t i = 1; i < max_tiers; ++i) {
        const double next = std::ceil(groups / std::max(1.0, group.spans[i].members) - 1e-9);
        seconds += (groups - next) * (network + group.spans[i].extra_seconds);
        groups = next;
    }
    return seconds;
}

/// Seconds from a leaf to the root: along the domain, then log2 levels per tier.
double tree_hops(const Group& group, double fabric, double network)
{
    double seconds = (group.spans[0].members - 1) * (fabric + group.spans[0].extra_seconds);
    for (std::size_t i = 1; i < max_tiers; ++i)
        if (group.spans[i].members > 1)
            seconds += std::log2(group.spans[i].members) * (network + group.spans[i].extra_seconds);
    return seconds;
}

void consider(Cost& best, Algorithm algorithm, Protocol protocol, double latency, double bandwidth, double seconds)
{
    if (seconds < best.seconds)
        best = { seconds, latency, bandwidth, algorithm, protocol };
}

void consider_ring(Cost& best, const Group& group, const Transport& transport, double bytes, double rounds)
{
    const double rate = ring_rate(group);
    const double moved = rounds * (group.ranks - 1) / group.ranks * bytes;
    for (const Protocol protocol : protocols) {
        if (!allowed(group, transport, protocol))
            continue;
        const std::size_t p = index(protocol);
        const double hops = ring_hops(group, transport.ring_fabric_seconds[p], transport.ring_network_seconds[p]);
        const double latency = transport.latency_factor * (transport.ring_base_seconds[p] + rounds * hops);
        const double bandwidth = over(moved, protocol_rate(group, transport, protocol, rate));
        consider(best, Algorithm::Ring, protocol, latency, bandwidth, latency + bandwidth);
    }
}

void consider_tree(Cost& best, const Group& group, const Transport& transport, double bytes)
{
    const double rate = 0.92 * ring_rate(group);
    const double moved = 2 * (group.ranks - 1) / group.ranks * bytes;
    for (const Protocol protocol : protocols) {
        if (!allowed(group, transport, protocol))
            continue;
        const std::size_t p = index(protocol);
        const double hops = tree_hops(group, transport.tree_fabric_seconds[p], transport.tree_network_seconds[p]);
        const double latency = transport.latency_factor * (transport.tree_base_seconds[p] + 2 * hops);
        const double bandwidth = over(moved, protocol_rate(group, transport, protocol, rate));
        const double pipelined = std::sqrt(latency) + std::sqrt(bandwidth);
        consider(best, Algorithm::Tree, protocol, latency, bandwidth, pipelined * pipelined);
    }
}

void consider_nvls(Cost& best, const Group& group, const Transport& transport, double bytes)
{
    if (!transport.in_switch_reduction)
        return;
    const double moved = 2 * (group.ranks - 1) / group.ranks * bytes;
    if (group.domains < 2) {
        const double latency = transport.latency_factor * (transport.nvls_base_seconds + group.spans[0].extra_seconds);
        const double bandwidth = over(moved, transport.nvls_fraction * group.fabric_line_bytes_per_s);
        consider(best, Algorithm::Nvls, Protocol::Simple, latency, bandwidth, latency + bandwidth);
        return;
    }
    if (group.spans[0].members < 2)
        return;
    const double latency = transport.latency_factor * 2 * tree_hops(group, 0, transport.nvls_tree_level_seconds);
    const double bandwidth = over(moved, 1.35 * ring_rate(group));
    const double pipelined = std::sqrt(latency) + std::sqrt(bandwidth);
    consider(best, Algorithm::NvlsTree, Protocol::Simple, latency, bandwidth, pipelined * pipelined);
}

/// Every rank sends 1/n of its buffer to every other: the part that stays inside the domain and the part that leaves
/// it flow side by side over different links.
void consider_direct(Cost& best, const Group& group, const Transport& transport, double bytes)
{
    const std::size_t p = index(Protocol::Simple);
    const double n = group.ranks;
    double latency = transport.ring_base_seconds[p] + group.spans[0].extra_seconds;
    double bandwidth = over((group.spans[0].members - 1) / n * bytes, group.spans[0].bytes_per_s);
    double inside = group.spans[0].members;
    for (std::size_t i = 1; i < max_tiers; ++i) {
        if (group.spans[i].members <= 1)
            continue;
        const double rate = group.spans[i].bytes_per_s / group.spans[0].members; // one rank's own NIC
        bandwidth = std::max(bandwidth, over((n - inside) / n * bytes, rate));
        latency += transport.ring_network_seconds[p] + group.spans[i].extra_seconds;
        inside *= group.spans[i].members;
    }
    latency *= transport.latency_factor;
    consider(best, Algorithm::Direct, Protocol::Simple, latency, bandwidth, latency + bandwidth);
}

} // namespace

Cost collective(Operation operation, const Group& group, const Transport& transport, double bytes)
{
    if (group.ranks < 2 || !(bytes > 0))
        return {};
    Cost best;
    best.seconds = std::numeric_limits<double>::infinity();
    switch (operation) {
    case Operation::AllGather:
    case Operation::ReduceScatter:
        consider_ring(best, group, transport, bytes, 1);
        break;
    case Operation::AllReduce:
        consider_ring(best, group, transport, bytes, 2);
        consider_tree(best, group, transport, bytes);
        consider_nvls(best, group, transport, bytes);
        break;
    case Operation::AllToAll:
        consider_direct(best, group, transport, bytes);
        break;
    }
    const double launch = transport.latency_factor * transport.launch_seconds;
    best.seconds += launch;
    best.latency_seconds += launch;
    return best;
}

double point_to_point_seconds(const Span& link, const Transport& transport, double bytes, bool crosses_network)
{
    if (!(bytes > 0))
        return 0;
    const std::size_t p = index(Protocol::Simple);
    const double hop = crosses_network ? transport.ring_network_seconds[p] : transport.ring_fabric_seconds[p];
    return transport.latency_factor * (hop + transport.launch_seconds) + link.extra_seconds
        + over(bytes, link.bytes_per_s);
}

} // namespace plateau::collectives
