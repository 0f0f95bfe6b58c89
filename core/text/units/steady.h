// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::units {

/// Always as many digits, so that a read-out does not jitter: 25.0, 5,358, 0.130. Minus is U+2212; an en dash for what
/// is not known.
std::string steady(double value, int digits = 3);

/// Always as many decimals, not grouped: 45.8, 2032.3.
std::string fixed(double value, int decimals);

/// Hundred times a share with its sign: "+3.1", "\u22120.4", "0.0"; from a hundred on without decimals.
std::string signed_percent(double share);

} // namespace plateau::units
