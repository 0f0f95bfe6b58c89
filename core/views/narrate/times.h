// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// Numbers of sentences and tables that have no unit.
namespace plateau::narrate {

/// "1,024"
inline Quantity count(double number) { return {number, units::Unit::Count}; }

/// "1.5 ×"
inline Quantity times(double factor) { return {factor, units::Unit::None, 3, Quantity::Style::Times}; }

/// Always as many digits: "25.0", "5,358".
inline Quantity steady(double value, int digits = 3)
{
    return {value, units::Unit::None, digits, Quantity::Style::Steady};
}

/// Always as many decimals: "45.8".
inline Quantity fixed(double value, int decimals)
{
    return {value, units::Unit::None, decimals, Quantity::Style::Fixed};
}

/// Hundred times a share with its sign: "+3.1".
inline Quantity signed_percent(double share) { return {share, units::Unit::None, 3, Quantity::Style::SignedPercent}; }

/// What stands after a number: "M tokens", "GB".
inline Message unit_words(const units::NumberInParts& shown)
{
    return shown.prefix_is_word && !shown.prefix.empty() && !shown.noun.empty()
        ? Message{"%1 %2", {Verbatim{shown.prefix}, Word{shown.noun}}}
        : Message{shown.unit(), {}};
}

} // namespace plateau::narrate
