// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/catalog/stack.h"
#include "core/units/quantity.h"

/// Constants of the cost model that hold for every accelerator, transformer and software stack. The values live in
/// presets/physics, each with a range, a source and how it is known; what a formula does with them is in code.
namespace plateau::catalog {

/// Not a number until a file has given it: an estimate made without shows at once that a value is missing.
struct PhysicsValues {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    // matrix products and attention
    double long_kernel_seconds = missing;
    double batched_efficiency = missing;
    double full_rate_head_size = missing;
    double first_flash_efficiency = missing;
    double flash_backward = missing;
    // memory-bound kernels
    double residual_traffic_bytes = missing;
    double projection_traffic_bytes = missing;
    double rotary_traffic_bytes = missing;
    double gated_traffic_bytes = missing;
    double plain_traffic_bytes = missing;
    double routed_copy_bytes = missing;
    double other_backward = missing;
    double score_traffic_backward = missing;
    double separate_softmax_passes = missing;
    double softmax_block_pairs = missing;
    // host
    double separate_softmax_launch = missing;
    double launch_backward = missing;
    // power
    double clock_power_exponent = missing;
    // selective recomputation by operator
    double repeated_products = missing;
    double operators_kept = missing;
    // memory
    double weight_bytes = missing;
    double activation_bytes = missing;
    double outer_state_bytes = missing;
    double layers_in_transit = missing;
    double tight_share = missing;
};

/// One row of the table: what files, the catalog and tests know a constant by.
struct PhysicsConstant {
    const char* key;
    const char* label;
    const char* meaning;
    units::Unit unit;
    double PhysicsValues::*value;
    double low; ///< what a file may say
    double high;
};
std::span<const PhysicsConstant> physics_constants();

/// The constants, and where each comes from.
struct Physics {
    PhysicsValues values;
    std::vector<ConstantNote> notes; ///< one per constant, in the table's order; without a file: no value yet
    Physics();
};
/// What `with` has a value for, as `with` has it.
void replace(Physics& physics, const Physics& with);

/// One file of presets/physics: some of the constants.
struct PhysicsFile {
    std::string id;
    std::string title;
    std::string file;
    Physics physics;
    std::vector<std::string> sources;
};

} // namespace plateau::catalog
