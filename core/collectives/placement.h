// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/catalog/accelerator.h"
#include "core/collectives/collectives.h"

namespace plateau::collectives {

/// Where a group's ranks sit. Rank i of the group is accelerator i x stride, so a tensor-parallel group has stride 1
/// and the data-parallel group around a tensor degree of 8 has stride 8.
struct Placement {
    double ranks = 1;
    double stride = 1;
    double usable = 8; ///< accelerators used of one scale-up domain: a multiple of what must stay inside it
    double fabric_fraction = 1; ///< x achieved rate inside the domain (a stack's constant)
    double network_fraction = 1; ///< x achieved rate beyond it
    friend bool operator==(const Placement&, const Placement&) = default;
};

/// The group as the collectives see it.
///
/// Inside a domain the group has q = min(ranks, max(1, floor(usable / stride))) members; it spans k = ceil(ranks / q)
/// domains. Beyond, neighbouring domains of the group lie max(domain, stride domain / usable) accelerators apart, so a
/// tier of size D joins floor(D / distance) of them.
///
/// Rates, per rank and direction, f the tier's achieved fraction:
///   inside, switched   f B
///   inside, per pair   f min(B, B_pair (q - 1))                         r ranks have r - 1 links
///   inside, torus      f min(B, B_pair links), links = 2 per axis the group fills, 1 for an axis it fills partly
///                      (no wrap-around); all of them when it fills the domain
///   beyond             f q min_j(B_j / product of the oversubscription below j)   each member drives its own NIC;
///                      other groups in the same domain drive theirs
/// Oversubscription is charged in full, as if ranks were placed at random; a topology-ordered ring suffers less.
Group place(std::span<const catalog::NetworkTier> tiers, const Placement& placement);

/// The link a pair `distance` accelerators apart crosses: the span and whether it leaves the scale-up domain.
struct Link {
    Span span;
    bool crosses_network = false;
};
Link link_between(std::span<const catalog::NetworkTier> tiers, double distance, double fabric_fraction = 1,
                  double network_fraction = 1);

} // namespace plateau::collectives
