// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::units {

/// Compute as books set it: "2.05e28 FLOP" becomes "2.05 × 10²⁸ FLOP", with no-break spaces. Words without FLOP stay
/// as they are.
std::string typeset(std::string words);

} // namespace plateau::units
