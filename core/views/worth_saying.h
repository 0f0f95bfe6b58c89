// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What is too small to be told apart in a sentence: half of the last digit that the sentence shows, or what it says
/// itself. They choose words, no number depends on them. Private to this room.
namespace plateau::narrate {

inline constexpr double smallest_cause = 0.01; ///< of a step: "by less than 1 % in every cause"
inline constexpr double same_plan_within = 5e-4; ///< of the objective, shown to 0.1 %
inline constexpr double nothing_lost_within = 0.005; ///< of throughput per GPU, shown to whole percents
inline constexpr double much_lost = 0.5; ///< a smaller share of the time advances the run: said beside the numbers
inline constexpr double whole_within = 1e-6; ///< of a count that a rounding error may have left

/// GPUs that a curve is compared from: where the ratio of Fernandez et al. starts
/// (presets/evidence/fernandez_claims.yaml).
inline constexpr double comparison_start = 128;

/// A larger gain is told as a multiple, not in percent.
inline constexpr double many_times = 2;

} // namespace plateau::narrate
