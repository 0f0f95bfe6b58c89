// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/limits/placement.h"

/// The best layout of a cluster, and the smallest cluster that meets a deadline.
namespace plateau::limits {

/// A layout with the step it takes. Of equal steps (within rounding) the better one has less traffic, then the smaller
/// tensor degree, then the squarer tensor cut, then fewer hops.
struct Found {
    Layout layout;
    double step_seconds = std::numeric_limits<double>::infinity();
    double traffic_seconds = std::numeric_limits<double>::infinity(); ///< t_TP + t_PP + t_DP, hidden or not
    double hop_seconds = std::numeric_limits<double>::infinity(); ///< all network latency
};
bool better(const Found& a, const Found& b);

/// Finds the same layouts by branch and bound. A choice of degrees and schedule is looked at in the order of a lower
/// bound of its step time - arithmetic instead of matmuls, each kind of traffic as if it had the network for itself -
/// until the bound exceeds the best step found; Placements finds its places. Times of matmuls are kept per shard and
/// nanobatch. One Search per model; not shared between threads.
class Search {
public:
    Search(const Machine& machine, const Model& model);

    /// The best layout that fits memory and takes less than `below_seconds` a step.
    std::optional<Found> best_layout(double devices, double below_seconds = std::numeric_limits<double>::infinity());
    /// Partial and whole placements looked at so far.
    long placements() const { return placed_; }

private:
    struct Candidate {
        double bound;
        double bubble;
        std::uint32_t degrees;
        Schedule schedule;
    };
    /// A block's shard, and the tokens it works on at a time.
    struct Block {
        std::int64_t tp_model = 0;
        std::int64_t tp_ff = 0;
        double nanobatch = 0;

        friend bool operator==(const Block&, const Block&) = default;
    };
    struct BlockHash {
        std::size_t operator()(const Block& block) const;
    };

    void collect(double devices, double below_seconds);
    void add_schedules(std::uint32_t index, double devices, double below_seconds);
    double matmul_seconds(const ParallelDegrees& degrees, const Schedule& schedule);
    void find_placement(const Candidate& candidate, double matmul_seconds, Found& best);

    const Machine& machine_;
    const Model& model_;
    std::vector<std::int64_t> batch_cuts_;
    std::vector<ParallelDegrees> degrees_;
    std::vector<Candidate> candidates_;
    std::optional<Placements> placements_; ///< of the cluster asked for last
    std::unordered_map<Block, double, BlockHash> block_seconds_; ///< of the matmuls of one nanobatch
    long placed_ = 0;
};

/// A cluster, and the layout of all or most of it.
struct ChosenCluster {
    double devices = 0; ///< idle ones counted
    Found best;
};
/// N = E 2^i upwards from C / (T e peak): the first cluster whose best layout takes less than T, if any up to E 2^59
/// (and 4e18). With whole domains, N beyond one of G devices are lcm(E, G) 2^i, used whole or as far as E 2^j go; the
/// same clusters where G divides E 2^i, as the published 8 do.
std::optional<ChosenCluster> smallest_cluster(const Machine& machine, const Model& model, double run_seconds,
                                              bool whole_domains = true);

/// The best use of a given cluster: all of it, or the E x divisible number of devices within it that is fastest.
std::optional<ChosenCluster> fixed_cluster(const Machine& machine, const Model& model, double devices);

} // namespace plateau::limits
