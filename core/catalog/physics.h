// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/stack.h"
#include "core/text/units/quantity.h"

/// Constants that hold for every accelerator, transformer and software stack: of the cost model, of reading published
/// runs and of fits to them. The values live in presets/physics, each with a range, a source and how it is known; what
/// a formula does with them is in code.
namespace plateau::catalog {

/// Not a number until a file has given it: an estimate made without shows at once that a value is missing.
struct PhysicsValues {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    // matrix products and attention
    double long_kernel_seconds = missing;
    double product_tile = missing;
    double narrow_product_tile = missing;
    double batched_efficiency = missing;
    double full_rate_head_size = missing;
    double first_flash_efficiency = missing;
    double triton_flash_efficiency = missing;
    double flash_backward = missing;
    // memory-bound kernels
    double residual_traffic_bytes = missing;
    double projection_traffic_bytes = missing;
    double rotary_traffic_bytes = missing;
    double gated_traffic_bytes = missing;
    double plain_traffic_bytes = missing;
    double adapter_sum_bytes = missing;
    double compiled_passes = missing;
    double loss_chunks = missing;
    double fused_loss_bytes = missing;
    double row_scaled_products = missing;
    double routed_copy_bytes = missing;
    double expert_bias_bytes = missing;
    double clamp_traffic_bytes = missing;
    double clamp_kept_bytes = missing;
    double expert_product_seconds = missing;
    double piece_overlap_penalty = missing;
    double other_backward = missing;
    double score_traffic_backward = missing;
    double separate_softmax_passes = missing;
    double softmax_block_pairs = missing;
    // host
    double unfused_launch = missing;
    double separate_softmax_launch = missing;
    double tensor_launch = missing;
    double attention_launch = missing;
    double router_launch = missing;
    double exchange_launch = missing;
    double forwarding_launch = missing;
    double each_expert_launch = missing;
    double narrow_expert_launch = missing;
    double read_back_seconds = missing;
    double experts_launched = missing;
    double looped_expert_launch = missing;
    double routing_spread = missing;
    double strange_routing_spread = missing;
    double new_routing_spread = missing;
    double settled_routing_spread = missing;
    double routing_steps = missing;
    double launch_backward = missing;
    double graph_launch_share = missing;
    // power
    double clock_power_exponent = missing;
    // the loss that a model reaches
    double loss_floor = missing;
    double loss_of_parameters = missing;
    double loss_parameter_exponent = missing;
    double loss_of_tokens = missing;
    double loss_token_exponent = missing;
    // clipping
    double gradient_norm_passes = missing;
    // orthogonal updates
    double orthogonal_iterations = missing;
    // memory
    double weight_bytes = missing;
    double activation_bytes = missing;
    double four_bit_bytes = missing;
    double outer_state_bytes = missing;
    double layers_in_transit = missing;
    double graph_pool = missing;
    double partial_graph_pool = missing;
    // reading published runs
    double same_size_share = missing;
    double other_kind_factor = missing;
    double clearly_nearer = missing;
    double largest_micro_batch = missing;
    double run_memory_margin = missing;
    double offload_link_bytes_per_s = missing;
    double overlapped_experts = missing;
    double contradiction_per_year = missing;
    double most_for_years = missing;
    double large_model_parameters = missing;
    double huge_model_parameters = missing;
    double same_batch_share = missing;
    // fits to measured runs
    double fit_soft_error = missing;
    double fit_prior = missing;
    double pooled_far_error = missing;
    double shared_prior = missing;
    double own_prior = missing;
    double verdict_margin = missing;
    double site_spread = missing;
    double kernel_known = missing;
    double network_known = missing;
    double shipped_scatter_runs = missing;
    double memory_known_bytes = missing;
    double range_deviations = missing;
    // why a run is not as predicted
    double left_by_cause = missing;
    double as_predicted = missing;
    double nothing_to_explain = missing;
};

using PhysicsConstant = ConstantRow<PhysicsValues>;
std::span<const PhysicsConstant> physics_constants();

/// A parameter of a question that may be other than it is thought to be, and how far it was ever seen to be off. What
/// explains a run that is not as predicted is looked for within these limits.
struct Suspect {
    std::string key; ///< of the parameter
    bool as_factor = true; ///< the limits are factors of its value; else they are values in SI units
    double least = 1;
    double most = 1;
    KnownBy known_by = KnownBy::Estimated;
    std::string source = {};
};

/// A kind of link between accelerator and host, and whose it is: what a hardware file does not say of it.
struct HostLink {
    std::string key; ///< "pcie_5"
    std::vector<std::string> chips; ///< ids of accelerators, or generations
    bool racks = false; ///< only of accelerators whose switched domain spans hosts
    double bytes_per_s = 0; ///< per accelerator and direction, achieved
    std::string source = {};
};

/// What a level of the network is made of, and how messages cross it.
struct FabricRow {
    std::string key; ///< the name of its kind: "infiniband"
    FabricKind kind = FabricKind::InfiniBand;
    std::string title;
    bool rails = false; ///< a switch serves the card at one position of every host
    bool sums = false; ///< its switches can sum
    bool kernels_post = false; ///< kernels of a dispatcher post their messages themselves; else a thread of the host
    double joined = 1; ///< messages that one request may hold
    double in_flight = 1; ///< messages between two accelerators at a time
    double message_bytes = 0; ///< what longer ones are cut into
    double round_trip_seconds = 0; ///< asking for a message and getting it
    double single_bytes_per_s = 0; ///< what messages that are not joined carry; 0: the line rate
    double dispatched_tokens = 0; ///< of a message of a dispatcher
    std::vector<std::string> measured; ///< what was measured on it
    KnownBy known_by = KnownBy::Estimated;
    std::string source = {};
};

/// A choice that may have been made otherwise than one thinks, and what is tried in its place.
struct OtherChoice {
    std::string key; ///< of the parameter
    bool of_memory = false; ///< explains memory; else the step
    std::vector<std::string> values = {}; ///< as people type them; empty: every option
};

/// How to find out in a minute whether a cause is one.
struct CauseCheck {
    std::string key; ///< of a parameter, or of a cause that is none ("memory", "peak_flops", "unit")
    std::string vendor; ///< of the accelerators on which it exists; empty: of all
    std::string words;
};

/// A peak that programs divide an MFU by, whatever the accelerator is.
struct UsualPeak {
    double flop_per_s = 0; ///< dense, of one accelerator
    std::string of; ///< "A100, in torchtitan and nanoGPT"
    std::string source = {};
};

/// The constants, and where each comes from.
struct Physics {
    PhysicsValues values;
    std::vector<ConstantNote> notes; ///< one per constant, in the table's order
    std::vector<Suspect> suspects; ///< in the order of the files
    std::vector<HostLink> host_links; ///< in the order of the files; the first that names an accelerator is its own
    std::vector<FabricRow> fabrics;
    std::vector<OtherChoice> choices;
    std::vector<CauseCheck> checks;
    std::vector<UsualPeak> peaks;
    Physics();

    /// In the words of that vendor's tools, else those that hold for all; empty where none is known.
    const std::string& check(std::string_view key, std::string_view vendor) const;
};
/// The values of the constants; NaN where `physics` is null.
const PhysicsValues& values_of(const std::shared_ptr<const Physics>& physics);
/// The link of an accelerator whose file states none: one that names its id, else its generation; null: no such row.
const HostLink* host_link_of(const std::vector<HostLink>& links, const Accelerator& accelerator);
/// How messages cross that kind of fabric; null where no file says.
const FabricRow* fabric_of(const Physics& physics, FabricKind kind);
/// What bounds an all-to-all on it. `token_bytes`: of one token as dispatchers send it; `extra_seconds`: one way,
/// beyond the fabric's own.
MessageLaw message_law(const FabricRow& fabric, double token_bytes, double extra_seconds);
/// Takes over every constant and row that `with` has.
void replace(Physics& physics, const Physics& with);

/// One file of presets/physics: some of the constants, and suspects.
struct PhysicsFile {
    std::string id;
    std::string title;
    std::string file;
    Physics physics;
    std::vector<std::string> sources;
};

} // namespace plateau::catalog
