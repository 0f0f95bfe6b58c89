// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/units/quantity.h"

namespace plateau::narrate {

/// "1,024"
inline std::string count(double number) { return units::format(number, units::Unit::Count); }

/// "1.5 ×"
inline std::string times(double factor) { return units::format(factor, units::Unit::None) + "\u00a0×"; }

} // namespace plateau::narrate
