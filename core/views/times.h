// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// Makes the numbers of sentences and tables that have no unit.
namespace plateau::narrate {

/// A count: "1,024".
inline Quantity count(double number) { return {number, units::Unit::Count}; }

/// A factor: "1.5 ×".
inline Quantity times(double factor) { return {factor, units::Unit::None, 3, Quantity::Style::Times}; }

/// A number that always has as many digits: "25.0", "5,358".
inline Quantity steady(double value, int digits = 3)
{
    return {value, units::Unit::None, digits, Quantity::Style::Steady};
}

/// A number that always has as many decimals: "45.8".
inline Quantity fixed(double value, int decimals)
{
    return {value, units::Unit::None, decimals, Quantity::Style::Fixed};
}

/// A share in per cent, with its sign: "+3.1".
inline Quantity signed_percent(double share) { return {share, units::Unit::None, 3, Quantity::Style::SignedPercent}; }

/// What is too small to be told apart in a sentence: half of the last digit that the sentence shows, or what it says
/// itself. They choose words, no number depends on them.
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
