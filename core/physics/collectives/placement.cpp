// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/physics/collectives/placement.h"

#include <cstdint>
#include <numeric>

namespace plateau::collectives {

namespace {

using catalog::NetworkTier;
using catalog::Wiring;

/// The shape of the part of a torus that a cluster has.
struct Slice {
    double size = 1;
    double axes = 1; ///< those of two accelerators and more
    double links = 1; ///< at each accelerator: two per axis where it closes, else one
};

Slice slice_of(const NetworkTier& tier, double size)
{
    const double all = std::max(1.0, std::floor(tier.bandwidth_bytes_per_s / tier.pair_bytes_per_s + 1e-9));
    const double closes_at = tier.closes_at > 0 ? tier.closes_at : tier.domain_size;
    Slice slice{size > 0 ? std::min(size, tier.domain_size) : tier.domain_size, std::max(1.0, std::floor(all / 2)),
                all};
    if (slice.size < closes_at) {
        slice.axes = std::clamp(std::floor(std::log2(std::max(2.0, slice.size)) + 1e-9), 1.0, slice.axes);
        slice.links = std::min(all, slice.axes);
    }
    return slice;
}

/// Axes of the slice that so many members fill, the last one perhaps partly.
double filled_axes(const Slice& slice, double members)
{
    return slice.axes * std::log(members) / std::log(std::max(2.0, slice.size));
}

/// Hops once round the members of a torus, axis by axis; 0 where the wiring is no torus. Links without end say nothing
/// about axes: as many as there can be.
double torus_hops(const NetworkTier& tier, double members, double size)
{
    if (tier.wiring != Wiring::Torus || members < 2 || tier.pair_bytes_per_s <= 0)
        return 0;
    const bool known = std::isfinite(tier.bandwidth_bytes_per_s);
    const double most = std::ceil(std::log2(members) - 1e-9);
    const double axes
        = known ? std::clamp(std::ceil(filled_axes(slice_of(tier, size), members) - 1e-9), 1.0, most) : most;
    return axes * (std::pow(members, 1 / axes) - 1);
}

double torus_links(const NetworkTier& tier, double members, double size)
{
    const Slice slice = slice_of(tier, size);
    if (members >= slice.size)
        return slice.links;
    const double filled = filled_axes(slice, members);
    const double whole = std::floor(filled + 1e-9);
    const double each = slice.links > slice.axes ? 2 : 1;
    return std::clamp(each * whole + (filled - whole > 1e-9 ? 1 : 0), 1.0, slice.links);
}

double fabric_rate(const NetworkTier& tier, double members, double size)
{
    const double line = tier.bandwidth_bytes_per_s;
    const bool shared = members < 2 || !std::isfinite(line) || tier.pair_bytes_per_s <= 0;
    if (tier.wiring == Wiring::Switched || shared)
        return tier.achieved_fraction * line;
    const double links = tier.wiring == Wiring::PerPair ? members - 1 : torus_links(tier, members, size);
    return tier.achieved_fraction * std::min(line, tier.pair_bytes_per_s * links);
}

/// How groups of n ranks, q of which fit a domain, lie one after another: the worst of each.
struct Alignment {
    double domains = 1;
    double fewest = 1; ///< members in one domain
};

Alignment worst_alignment(double n, double q, double neighbours)
{
    Alignment worst{1, std::min(n, q)};
    if (!std::isfinite(q))
        return worst;
    if (std::fmod(n, q) == 0 || std::fmod(q, n) == 0)
        return {std::ceil(n / q), worst.fewest};
    if (neighbours > 1) {
        const double step = double(std::gcd(std::int64_t(n), std::int64_t(q))); // between places where groups begin
        if (neighbours >= q / step) // all of them
            return {std::ceil((n + q - step) / q), step};
    }
    double start = 0;
    for (double group = 0; group < neighbours; ++group) {
        const double first = std::min(n, q - start);
        if (first < n) {
            const double last = std::fmod(n - first - 1, q) + 1;
            worst.domains = std::max(worst.domains, 1 + std::ceil((n - first) / q));
            worst.fewest = std::min({worst.fewest, first, last});
        }
        start = std::fmod(start + n, q);
    }
    return worst;
}

bool lie_together(const NetworkTier& tier, double first, double last)
{
    if (last < tier.domain_size)
        return true;
    return first > 0 && std::floor(first / tier.domain_size) == std::floor(last / tier.domain_size);
}

} // namespace

Group place(std::span<const NetworkTier> tiers, const Placement& placement)
{
    Group group;
    group.ranks = std::max(1.0, placement.ranks);
    if (tiers.empty())
        return group;
    const NetworkTier& inside = tiers.front();
    const double usable = std::clamp(placement.usable, 1.0, inside.domain_size);
    const double stride = std::max(1.0, placement.stride);
    const double room = std::max(1.0, std::floor(usable / stride + 1e-9));
    const double members = std::min(group.ranks, room);
    const Alignment alignment = worst_alignment(group.ranks, room, placement.neighbours);
    group.domains = alignment.domains;
    group.fewest = alignment.fewest;
    group.spans[0]
        = {members, placement.fabric_fraction * fabric_rate(inside, members, placement.slice), inside.latency_seconds};
    group.fabric_hops = torus_hops(inside, members, placement.slice);
    group.fabric_line_bytes_per_s = placement.fabric_fraction * inside.bandwidth_bytes_per_s;

    const double distance = std::max(inside.domain_size, stride * inside.domain_size / usable);
    double joined = 1; // domains of the group inside one group of the tier below
    double share = 1 / inside.oversubscription;
    double narrowest = std::numeric_limits<double>::infinity();
    const std::size_t count = std::min<std::size_t>(tiers.size(), max_tiers);
    for (std::size_t i = 1; i < count; ++i) {
        const NetworkTier& tier = tiers[i];
        const bool outermost = i + 1 == count;
        const double fits
            = outermost ? group.domains : std::max(joined, std::floor(tier.domain_size / distance + 1e-9));
        const double now = std::min(group.domains, fits);
        narrowest = std::min(narrowest, tier.achieved_fraction * tier.bandwidth_bytes_per_s * share);
        group.spans[i] = {std::ceil(now / joined - 1e-9), placement.network_fraction * group.fewest * narrowest,
                          tier.latency_seconds};
        share /= tier.oversubscription;
        joined = now;
    }
    return group;
}

Link widest_link(std::span<const NetworkTier> tiers, double first, double last, double fabric_fraction,
                 double network_fraction)
{
    Link link;
    if (tiers.empty())
        return link;
    if (lie_together(tiers.front(), first, last)) {
        const NetworkTier& inside = tiers.front();
        link.span = {2, fabric_fraction * fabric_rate(inside, 2, 0), inside.latency_seconds};
        return link;
    }
    link.crosses_network = true;
    double share = 1 / tiers.front().oversubscription;
    double narrowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < std::min<std::size_t>(tiers.size(), max_tiers); ++i) {
        const NetworkTier& tier = tiers[i];
        narrowest = std::min(narrowest, tier.achieved_fraction * tier.bandwidth_bytes_per_s * share);
        link.span = {2, network_fraction * narrowest, tier.latency_seconds};
        link.tier = int(i);
        if (lie_together(tier, first, last))
            break;
        share /= tier.oversubscription;
    }
    return link;
}

} // namespace plateau::collectives
