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

} // namespace plateau::narrate
