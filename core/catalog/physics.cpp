// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/physics.h"

namespace plateau::catalog {

namespace {

using units::Unit;
using V = PhysicsValues;

constexpr PhysicsConstant physics_table[] = {
    {"long_kernel_seconds", PLATEAU_TEXT("Long kernel"),
     PLATEAU_TEXT("Length of a matrix product at which half of the loss on long kernels has set in"), Unit::Seconds,
     &V::long_kernel_seconds, 1e-6, 1},
    {"batched_efficiency", PLATEAU_TEXT("Batched products"),
     PLATEAU_TEXT("Share of the peak that the two batched products of unfused attention reach"), Unit::Fraction,
     &V::batched_efficiency, 0.01, 1},
    {"full_rate_head_size", PLATEAU_TEXT("Full-rate head"),
     PLATEAU_TEXT("Head size from which attention runs at its full rate; a smaller one loses its root (unfused) or "
                  "fourth root (fused)"),
     Unit::Count, &V::full_rate_head_size, 1, 1024},
    {"first_flash_efficiency", PLATEAU_TEXT("FlashAttention 1"),
     PLATEAU_TEXT("Speed of FlashAttention 1 relative to FlashAttention 2"), Unit::Fraction, &V::first_flash_efficiency,
     0.01, 1},
    {"flash_backward", PLATEAU_TEXT("Fused attention, backward"),
     PLATEAU_TEXT("Time of the backward pass of FlashAttention in forward passes: it makes the scores again"),
     Unit::None, &V::flash_backward, 1, 5},
    {"residual_traffic_bytes", PLATEAU_TEXT("Norms and residuals"),
     PLATEAU_TEXT("Memory traffic of norms, residuals and dropout per token and hidden element, forward"), Unit::None,
     &V::residual_traffic_bytes, 0, 100},
    {"projection_traffic_bytes", PLATEAU_TEXT("Queries, keys and values"),
     PLATEAU_TEXT("Memory traffic of splitting and joining heads per token and hidden element, forward"), Unit::None,
     &V::projection_traffic_bytes, 0, 100},
    {"rotary_traffic_bytes", PLATEAU_TEXT("Rotary embedding"),
     PLATEAU_TEXT("Memory traffic of rotary embedding per token and hidden element, forward"), Unit::None,
     &V::rotary_traffic_bytes, 0, 100},
    {"gated_traffic_bytes", PLATEAU_TEXT("Gated activation"),
     PLATEAU_TEXT("Memory traffic of a gated activation function per token and inner element, forward"), Unit::None,
     &V::gated_traffic_bytes, 0, 100},
    {"plain_traffic_bytes", PLATEAU_TEXT("Plain activation"),
     PLATEAU_TEXT("Memory traffic of an activation function per token and inner element, forward"), Unit::None,
     &V::plain_traffic_bytes, 0, 100},
    {"routed_copy_bytes", PLATEAU_TEXT("Routed copy"),
     PLATEAU_TEXT("Memory traffic per hidden element of a copy of a token: written for its expert, read and summed on "
                  "the way back"),
     Unit::None, &V::routed_copy_bytes, 0, 100},
    {"other_backward", PLATEAU_TEXT("Memory-bound kernels, backward"),
     PLATEAU_TEXT("Time of norms, activations and residuals in the backward pass, in forward passes"), Unit::None,
     &V::other_backward, 1, 4},
    {"score_traffic_backward", PLATEAU_TEXT("Score traffic, backward"),
     PLATEAU_TEXT("Traffic of a stored score matrix in the backward pass, in forward passes"), Unit::None,
     &V::score_traffic_backward, 1, 4},
    {"separate_softmax_passes", PLATEAU_TEXT("Separate softmax"),
     PLATEAU_TEXT("Passes over the score matrix that scale, mask, softmax and casts add as kernels of their own"),
     Unit::None, &V::separate_softmax_passes, 0, 20},
    {"softmax_block_pairs", PLATEAU_TEXT("Fused softmax block"),
     PLATEAU_TEXT("Pairs of a sequence and a head that one block of the fused scale-mask-softmax kernel takes; counts "
                  "that it does not divide fall back to separate kernels"),
     Unit::Count, &V::softmax_block_pairs, 1, 64},
    {"separate_softmax_launch", PLATEAU_TEXT("Separate softmax, launch"),
     PLATEAU_TEXT("Host time that a separate softmax adds, in launches of a whole layer"), Unit::Fraction,
     &V::separate_softmax_launch, 0, 2},
    {"launch_backward", PLATEAU_TEXT("Launching, backward"),
     PLATEAU_TEXT("Host time to launch a layer's backward kernels, in forward passes"), Unit::None, &V::launch_backward,
     1, 4},
    {"repeated_products", PLATEAU_TEXT("Products made again"),
     PLATEAU_TEXT("Share of the matrix products that selective recomputation by operator makes again"), Unit::Fraction,
     &V::repeated_products, 0, 1},
    {"operators_kept", PLATEAU_TEXT("Operators kept"),
     PLATEAU_TEXT("Share of a layer's activations that selective recomputation by operator keeps"), Unit::Fraction,
     &V::operators_kept, 0, 1},
    {"weight_bytes", PLATEAU_TEXT("Weight"), PLATEAU_TEXT("Bytes of one weight that the passes read"),
     Unit::BytesPerParameter, &V::weight_bytes, 1, 4},
    {"activation_bytes", PLATEAU_TEXT("Activation"), PLATEAU_TEXT("Bytes of one element of an activation in memory"),
     Unit::None, &V::activation_bytes, 1, 4},
    {"outer_state_bytes", PLATEAU_TEXT("Outer optimizer"),
     PLATEAU_TEXT("Bytes per parameter that local steps hold beside the optimizer: the parameters of the last "
                  "exchange and a momentum"),
     Unit::BytesPerParameter, &V::outer_state_bytes, 0, 16},
    {"layers_in_transit", PLATEAU_TEXT("Layers in transit"),
     PLATEAU_TEXT("Layers whose offloaded tensors are on the device at a time"), Unit::Count, &V::layers_in_transit, 1,
     16},
    {"clock_power_exponent", PLATEAU_TEXT("Power of the clock"),
     PLATEAU_TEXT("Board power above idle goes with the clock to this power: what a power limit does to the clock"),
     Unit::None, &V::clock_power_exponent, 1, 4},
    {"tight_share", PLATEAU_TEXT("Tight"),
     PLATEAU_TEXT("Share of the memory from which an estimate that fits is called tight"), Unit::Fraction,
     &V::tight_share, 0.5, 1},
};

} // namespace

std::span<const PhysicsConstant> physics_constants() { return physics_table; }

Physics::Physics()
{
    for (const PhysicsConstant& constant : physics_table)
        notes.push_back({constant.key, constant.low, constant.high, KnownBy::Estimated, {}});
}

void replace(Physics& physics, const Physics& with)
{
    for (std::size_t i = 0; i < std::size(physics_table); ++i) {
        if (with.notes[i].file.empty())
            continue;
        physics.values.*physics_table[i].value = with.values.*physics_table[i].value;
        physics.notes[i] = with.notes[i];
    }
}

} // namespace plateau::catalog
