// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/text/units/quantity.h"

/// What each unit is called and how it scales: the tables behind parse(), show() and exact().
namespace plateau::units {

/// One spelling of a unit: 10^power x multiplier of it make the SI unit.
struct Spelling {
    std::string_view name;
    int power = 0;
    double multiplier = 1;
    bool prefixes = false; ///< may carry k, M, G ... (and m, u, n where the unit can be small)
};

struct UnitRow {
    Unit unit;
    std::span<const Spelling> spellings;
    int bare_power = 0; ///< scale of a number without a unit: 10^bare_power x bare_multiplier
    double bare_multiplier = 1;
    bool small = false; ///< milli, micro, nano exist
    bool unlimited = false; ///< infinity is a value
    const char* example; ///< what would be read
};

const UnitRow& row(Unit unit);

/// Decimal exponent and binary multiplier of a prefix; false when `text` is none. Lower-case k, m, g, t count as
/// kilo to tera where the unit has no small prefixes.
bool read_prefix(std::string_view text, bool small, int& power, double& multiplier);

} // namespace plateau::units
