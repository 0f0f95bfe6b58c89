// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/prepared.h"
#include "core/model/training_run.h"

namespace plateau {

template<class N>
struct LayerLedger;
struct LayerMemo;

/// One collective as the plan sees it: over which ranks, how far apart, how much.
struct Traffic {
    Among among = Among::Shards;
    collectives::Operation operation = collectives::Operation::AllGather;
    double ranks = 1;
    double stride = 1;
    double usable = 8; ///< accelerators in use of one scale-up domain
    double neighbours = 1; ///< such groups that follow one another
    double bytes = 0;
    double copies = 0; ///< of an all-to-all that sends a piece once to each domain: ranks it goes to; 0: it does not
};

/// Direct-mapped memo of what layers cost and of the ways collectives can go. The ways stay as long as the network
/// does, whatever else changes from one scenario to the next.
class Workspace {
public:
    Workspace();
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    const LayerLedger<double>& layer(const Prepared& prepared, const Degrees& degrees);
    collectives::Cost collective(const Prepared& prepared, const Traffic& traffic);
    /// Every way that collective may go.
    const collectives::Candidates& candidates(const Prepared& prepared, const Traffic& traffic);
    /// run_pace() of that many hosts.
    const RunPace& pace(const Prepared& prepared, double nodes);
    /// Collectives asked for, in that order: by a traced evaluation, and while `records` by one that finds nothing in
    /// the memo of layers.
    std::vector<Traffic> traced;
    bool records = false;
    CollectiveUse use_of(const Prepared& prepared, const Traffic& traffic);

private:
    /// All that the ways of a collective depend on beside its Traffic.
    struct Network {
        std::vector<catalog::NetworkTier> tiers;
        catalog::Transport transport;
        double fabric_fraction = 1;
        double network_fraction = 1;
        double slice = 0;
        int version = 1; ///< counts the networks this workspace has met
    };
    struct WaysEntry {
        Traffic key; ///< whatever its bytes
        int version = 0; ///< of the network; 0: empty
        collectives::Candidates candidates;
    };
    struct PaceEntry {
        double nodes = 0;
        RunPace pace;
    };
    void bind(const Prepared& prepared);
    void bind_network(const Prepared& prepared);
    WaysEntry& ways_entry(const Traffic& traffic);
    const collectives::Group& group(const Prepared& prepared, const Traffic& traffic);

    std::uint64_t identity_ = 0;
    collectives::Placement placement_; ///< of the latest group
    collectives::Group group_;
    std::unique_ptr<LayerMemo> layers_; ///< of a size that collectives alone do without
    Network network_;
    std::vector<WaysEntry> ways_ = std::vector<WaysEntry>(32); ///< grows with what is asked: a power of two
    std::size_t ways_found_ = 0; ///< of this network, since it last grew
    std::array<PaceEntry, 64> paces_{};
};

} // namespace plateau
