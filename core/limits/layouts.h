// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/limits/layout.h"
#include "core/limits/scaling.h"
#include "core/limits/step.h"

/// Which layouts a search looks at.
namespace plateau::limits {

/// Parallel degrees without their places.
struct ParallelDegrees {
    std::int64_t dp = 1;
    std::int64_t tp_model = 1;
    std::int64_t tp_ff = 1;
    std::int64_t pp = 1;
    std::int64_t ep = 1;
};

/// Every cut of `devices`: N_EP = gcd(N, E); N_TP | d f, N_DP | b / E, N_PP | L with N_TP N_DP N_PP = N / N_EP;
/// N_TPf | f between floor(sqrt N_TP) and 4 floor(sqrt N_TP), N_TPm = N_TP / N_TPf | d.
std::vector<ParallelDegrees> all_degrees(const Model& model, double devices);

/// Interleaving, number of micro-batches and schedule of one choice.
struct Schedule {
    double microbatches = 1;
    double interleaving = 1;
    bool zero_bubble = false;
};
/// m divides b / (E N_DP): 1F1B tries the four smallest m >= N_PP with v = L / N_PP (1 without pipeline), zero bubble
/// the smallest m >= 2 N_PP with v = 1. At most five; returns how many. `batch_cuts` are the divisors of b / E.
int schedules(const Model& model, const ModelAssumptions& assumptions, const ParallelDegrees& degrees,
              const std::vector<std::int64_t>& batch_cuts, std::array<Schedule, 5>& result);

/// Divisors, ascending; those with a prime factor above 2^16 are left out: no model dimension has one.
std::vector<std::int64_t> divisors(double number);

/// What each degree takes of one level: dp, tp_model, tp_ff, pp, ep.
using Share = std::array<std::int64_t, 5>;

/// Devices in one group of each level but the last: the largest divisor of what remains of N that is not above the
/// level's size ("64 of 72 used"). The last level takes the rest.
std::vector<std::int64_t> group_sizes(const Network& network, double devices);
/// All ways to write a group size as a product of five shares.
std::vector<Share> shares_of(std::int64_t group);

/// Degrees and schedule, enough for the memory a layout needs.
Layout unplaced(const ParallelDegrees& degrees, const Schedule& schedule);

/// The layout of degrees, schedule and the shares of all levels but the last, which takes the rest.
Layout make_layout(const Network& network, const ParallelDegrees& degrees, const Schedule& schedule,
                   const std::array<Share, max_levels>& shares);
/// Does the share divide what is left of the degrees? If so takes it away.
bool divide_out(ParallelDegrees& rest, const Share& share);

} // namespace plateau::limits
