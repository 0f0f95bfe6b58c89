// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>

#include "core/catalog/accelerator.h"
#include "core/physics/collectives/collectives.h"

namespace plateau::collectives {

/// Neighbours of groups that are laid over a whole cluster.
inline constexpr double everywhere = std::numeric_limits<double>::infinity();

/// Where a group's ranks sit. Rank i of the group is accelerator i x stride, so a tensor-parallel group has stride 1
/// and the data-parallel group around a tensor degree of 8 has stride 8.
struct Placement {
    double ranks = 1;
    double stride = 1;
    double usable = 8; ///< accelerators used of one scale-up domain: a multiple of what must stay inside it
    double neighbours = 1; ///< groups of as many ranks that follow one another, the first at the start of a domain
    double fabric_fraction = 1; ///< x achieved rate inside the domain (a stack's constant)
    double network_fraction = 1; ///< x achieved rate beyond it
    double slice = 0; ///< of a torus: accelerators the cluster has of it; 0: all
    friend bool operator==(const Placement&, const Placement&) = default;
};

/// The group as the collectives see it.
///
/// Inside a domain there is room for q = max(1, floor(usable / stride)) members. Of groups that follow one another the
/// one that lies worst counts: k, the most domains one of them spans, and the fewest members one of them has in a
/// domain it shares with others. A group whose ranks q divides, or that divides q, lies aligned. Beyond, neighbouring
/// domains of the group lie max(domain, stride domain / usable) accelerators apart, so a tier of size D joins floor(D /
/// distance) of them.
///
/// Rates, per rank and direction, f the tier's achieved fraction:
///   inside, switched   f B
///   inside, per pair   f min(B, B_pair (q - 1))                         r ranks have r - 1 links
///   inside, torus      f min(B, B_pair links), links = 2 per axis the group fills, 1 for an axis it fills partly.
///                      The axes are those of the cluster's slice, about equally long; a slice smaller than
///                      `closes_at` is a mesh without wrap-around, 1 link per axis
///   beyond             f q' min_j(B_j / product of the oversubscription below j)   each member drives its own NIC;
///                      other groups in the same domain drive theirs. q' is the fewest members in a domain: NCCL
///                      gives all ranks the channels of the rank that has fewest (src/init.cc @5067397)
/// Oversubscription is charged in full, as if ranks were placed at random; a topology-ordered ring suffers less.
Group place(std::span<const catalog::NetworkTier> tiers, const Placement& placement);

/// One step from accelerator to accelerator: the span and whether it leaves the scale-up domain.
struct Link {
    Span span;
    bool crosses_network = false;
    int tier = 0;
};
/// The outermost link between accelerators `first` to `last` of the cluster.
Link widest_link(std::span<const catalog::NetworkTier> tiers, double first, double last, double fabric_fraction = 1,
                 double network_fraction = 1);

} // namespace plateau::collectives
