// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/divisors.h"

#include <algorithm>

namespace plateau::math {

namespace {

/// Every divisor found so far, times prime, prime^2 ... prime^power.
void multiply(std::vector<std::int64_t>& divisors, std::int64_t prime, int power)
{
    const std::size_t known = divisors.size();
    std::int64_t factor = 1;
    for (int i = 0; i < power; ++i) {
        factor *= prime;
        for (std::size_t k = 0; k < known; ++k)
            divisors.push_back(divisors[k] * factor);
    }
}

} // namespace

std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t largest_prime)
{
    std::vector<std::int64_t> result{1};
    for (std::int64_t prime = 2; prime <= largest_prime && prime <= number / prime; ++prime) {
        int power = 0;
        for (; number % prime == 0; number /= prime)
            ++power;
        multiply(result, prime, power);
    }
    if (number > 1 && number <= largest_prime) // what is left has one prime factor, or only large ones
        multiply(result, number, 1);
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace plateau::math
