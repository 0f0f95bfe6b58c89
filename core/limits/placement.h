// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/limits/layout.h"
#include "core/limits/scaling.h"
#include "core/limits/step.h"

/// Which layouts a search looks at.
///
/// Where the groups of a layout lie on the levels of a network: exact, level by level from the outside in.
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

/// Degrees and schedule, enough for the memory a layout needs.
Layout unplaced(const ParallelDegrees& degrees, const Schedule& schedule);

/// The layout of degrees, schedule and the shares of all levels but the last, which takes the rest.
Layout make_layout(const Network& network, const ParallelDegrees& degrees, const Schedule& schedule,
                   const std::array<Share, max_levels>& shares);
/// Does the share divide what is left of the degrees? If so takes it away.
bool divide_out(ParallelDegrees& rest, const Share& share);

/// All placements of one cluster's layouts. Partial placements that leave the same degrees to the inner levels are
/// compared: one that is not better in any part of its traffic is dropped, as is one whose step takes too long even if
/// each kind of traffic had the inner levels for itself.
class Placements {
public:
    Placements(const Machine& machine, const Model& model, double devices);

    /// Least traffic of degrees if each kind had the network for itself.
    StepTraffic alone(const ParallelDegrees& degrees, double interleaving);

    /// Every placement that can be best with a step of at most `most_seconds`; `found` receives its traffic and the
    /// shares of all levels, and returns the seconds that further ones may take.
    using OnPlacement = std::function<double(const StepTraffic&, const std::array<Share, max_levels>&)>;
    void visit(const ParallelDegrees& degrees, double interleaving, double most_seconds, const StepOf& step,
               const OnPlacement& found);

    /// Partial and whole placements of the last visit.
    long looked_at() const { return looked_at_; }

private:
    enum Kind { Tensor, Point, Data };
    /// One or two degrees that move together.
    struct Pair {
        std::int64_t a = 1;
        std::int64_t b = 1;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    /// Degrees come sorted: what was asked last is often asked again.
    struct Recent {
        Pair degrees{0, 0};
        double interleaving = 0;
        NetworkTime least;
    };
    struct Key {
        std::int64_t kind, level, a, b, interleaving;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    using Memo = std::unordered_map<Key, NetworkTime, KeyHash>;
    struct Request {
        Share whole;
        double interleaving;
        const StepOf& step;
    };
    /// Levels from the outermost inwards: what they leave to those inside and what they cost.
    struct Partial {
        Share inside;
        std::int32_t outer; ///< the partial placement it continues
        StepTraffic cost;
        double step_seconds; ///< no less than this
    };

    static Pair pair(Kind kind, const Share& degrees);
    NetworkTime at(Kind kind, int level, double interleaving, const Pair& share, const Pair& outside) const;
    /// The least time of a pair placed on the levels from `level` outwards.
    NetworkTime least_outwards(Kind kind, int level, double interleaving, const Pair& degrees);
    /// The least time of what the levels from `level` inwards hold of the degrees asked for.
    NetworkTime least_inwards(Kind kind, int level, const Request& request, const Pair& inside);

    template<class Visit>
    void each_inside(const Share& degrees, std::int64_t devices, Visit visit) const;
    void extend(int level, std::int32_t outer, const Request& request, double most_seconds);
    void drop_dominated(std::size_t from);
    /// Seconds with what on each level alone looks best: a first limit.
    double dive(const Request& request);

    LevelTraffic traffic_;
    int last_; ///< the outermost level
    std::vector<std::int64_t> groups_; ///< groups of the level below in one of each level but the last
    std::vector<std::int64_t> inside_; ///< devices in one group of the level below; 1 for the innermost
    std::vector<std::vector<std::int64_t>> cuts_; ///< divisors of groups_
    std::vector<std::int64_t> inside_cuts_; ///< divisors of the largest of inside_
    std::array<Recent, 4> recent_; ///< by kind; pipelines without interleaving last
    Memo outwards_;
    Memo inwards_; ///< of the degrees asked for last
    long looked_at_ = 0;
    std::vector<Partial> partial_; ///< of all levels, outermost first
};

} // namespace plateau::limits
