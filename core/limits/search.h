// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/limits/layouts.h"

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

/// Every layout that fits memory, one after the other through step_time(): slow, for checking Search.
std::optional<Found> best_layout_exhaustive(const Machine& machine, const Model& model, double devices);

/// Finds the same layouts by branch and bound. A choice of degrees and schedule is looked at in the order of a lower
/// bound of its step time - arithmetic instead of matmuls; a network of one level with the summed bandwidth and the
/// least latency, or the outermost level alone - until the bound exceeds the best step found. Times of matmuls are
/// kept per shard and nanobatch. One Search per model; not shared between threads.
class Search {
public:
    Search(const Machine& machine, const Model& model);

    /// The best layout that fits memory and takes less than `below_seconds` a step.
    std::optional<Found> best_layout(double devices, double below_seconds = std::numeric_limits<double>::infinity());
    /// Step times computed so far, bounds not counted.
    long evaluations() const { return evaluations_; }

private:
    struct Candidate {
        double bound;
        double bubble;
        std::uint32_t degrees;
        Schedule schedule;
    };
    struct Bounds {
        NetworkTime tensor;
        NetworkTime data;
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
    Bounds network_bounds(const ParallelDegrees& degrees, double devices) const;
    NetworkTime point_bound(const ParallelDegrees& degrees, double interleaving, double devices) const;
    double matmul_seconds(const ParallelDegrees& degrees, const Schedule& schedule);
    void place(const Candidate& candidate, double matmul_seconds, double devices, Found& best);
    void measure(const Candidate& candidate, double matmul_seconds, double devices,
                 const std::array<Share, max_levels>& chosen, Found& best);

    const Machine& machine_;
    const Model& model_;
    Network flat_; ///< one level: summed bandwidth, least latency
    double groups_ = 1; ///< devices below the outermost level
    std::vector<std::int64_t> batch_cuts_;
    std::vector<ParallelDegrees> degrees_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<Share>> shares_;
    std::unordered_map<Block, double, BlockHash> block_seconds_; ///< of the matmuls of one nanobatch
    long evaluations_ = 0;
};

/// N = E 2^i upwards from C / (T e peak): the first cluster whose best layout takes less than T, if any up to E 2^59
/// (and 4e18).
struct ChosenCluster {
    double devices = 0;
    Found best;
};
std::optional<ChosenCluster> smallest_cluster(const Machine& machine, const Model& model, double run_seconds);

/// The best use of a given cluster: all of it, or the E x divisible number of devices within it that is fastest.
std::optional<ChosenCluster> fixed_cluster(const Machine& machine, const Model& model, double devices);

} // namespace plateau::limits
