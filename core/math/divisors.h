// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace plateau::math {

/// All divisors of a positive number, ascending; those with a prime factor above `largest_prime` are left out. Takes
/// at most min(sqrt(number), largest_prime) trial divisions.
std::vector<std::int64_t> divisors(std::int64_t number,
                                   std::int64_t largest_prime = std::numeric_limits<std::int64_t>::max());

} // namespace plateau::math
