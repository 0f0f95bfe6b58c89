// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/estimate/prepared.h"

namespace plateau {

/// Seconds of one layer and one micro-batch on one rank, before any sharding of parameters.
struct LayerCost {
    // forward
    double matmul = 0;
    double attention = 0;
    double other = 0;
    double conversion = 0; ///< to narrow number formats
    double launch_gap = 0;
    // backward, recomputation apart
    double matmul_backward = 0;
    double attention_backward = 0;
    double other_backward = 0;
    double conversion_backward = 0;
    double launch_gap_backward = 0;
    double recompute = 0;
    // traffic between layers' own kernels: worked and exposed
    double tensor = 0;
    double tensor_backward = 0;
    double context = 0;
    double context_backward = 0;
    double expert = 0;
    double expert_backward = 0;
    double tensor_exposed_share = 1;
    double expert_exposed_share = 1;
    double context_exposed = 0;
    double context_exposed_backward = 0;

    double forward_compute() const { return matmul + attention + other + conversion + launch_gap; }
    double backward_compute() const
    {
        return matmul_backward + attention_backward + other_backward + conversion_backward + launch_gap_backward
            + recompute;
    }
    double forward() const
    {
        return forward_compute() + tensor * tensor_exposed_share + context_exposed + expert * expert_exposed_share;
    }
    double backward() const
    {
        return backward_compute() + tensor_backward * tensor_exposed_share + context_exposed_backward
            + expert_backward * expert_exposed_share;
    }
    /// Of the backward pass, what no other stage waits for: half of its products.
    double weight_gradient() const { return matmul_backward / 2; }
};

/// One collective as the plan sees it: over which ranks, how far apart, how much.
struct Traffic {
    collectives::Operation operation = collectives::Operation::AllGather;
    double ranks = 1;
    double stride = 1;
    double usable = 8; ///< accelerators in use of one scale-up domain
    double bytes = 0;
};

/// Direct-mapped memo of layer costs and of the ways collectives can go. The ways stay as long as the network does,
/// whatever else changes from one scenario to the next.
class Workspace {
public:
    const LayerCost& layer(const Prepared& prepared, const Degrees& degrees);
    collectives::Cost collective(const Prepared& prepared, const Traffic& traffic);
    /// run_goodput() of that many hosts.
    double goodput(const Prepared& prepared, double nodes);

private:
    struct LayerKey {
        int tp = 0, cp = 0, ep = 0, etp = 0, micro_batch = 0, recompute = 0;
        int choices = 0; ///< two-valued ones, as bits
        double usable = 0;
        friend bool operator==(const LayerKey&, const LayerKey&) = default;
    };
    struct LayerEntry {
        LayerKey key;
        LayerCost cost;
    };
    /// All that the ways of a collective depend on beside its Traffic.
    struct Network {
        std::vector<catalog::NetworkTier> tiers;
        catalog::Transport transport;
        double fabric_fraction = 1;
        double network_fraction = 1;
        int version = 1; ///< counts the networks this workspace has met
    };
    struct WaysEntry {
        Traffic key; ///< whatever its bytes
        int version = 0; ///< of the network; 0: empty
        collectives::Ways ways;
    };
    struct GoodputEntry {
        double nodes = 0;
        double goodput = 1;
    };
    void bind(const Prepared& prepared);
    void bind_network(const Prepared& prepared);
    WaysEntry& ways_entry(const Traffic& traffic);
    const collectives::Group& group(const Prepared& prepared, const Traffic& traffic);

    std::uint64_t identity_ = 0;
    collectives::Placement placement_; ///< of the latest group
    collectives::Group group_;
    std::array<LayerEntry, 256> layers_{};
    Network network_;
    std::vector<WaysEntry> ways_ = std::vector<WaysEntry>(32); ///< grows with what is asked: a power of two
    std::size_t ways_found_ = 0; ///< since it last grew
    std::array<GoodputEntry, 64> goodputs_{};
};

/// DualPipe and DualPipeV run the expert traffic of one micro-batch beside the computation of another.
bool hides_expert_traffic(const Plan& plan);

/// Selective recomputation beyond the attention core: what latent attention expands, and the activation function of
/// experts (megatron-core's modules mla_up_proj and moe_act).
bool repeats_modules(const Prepared& prepared, const Plan& plan);

/// Seconds of attention over all gathered keys relative to attention over one piece of a ring after the other.
double gathered_attention_share(const Prepared& prepared, const Plan& plan);

/// What layer() remembers; all arguments in, no memo.
LayerCost layer_cost(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

} // namespace plateau
