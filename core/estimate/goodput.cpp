// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/goodput.h"

#include <algorithm>
#include <cmath>

namespace plateau {

double optimal_interval(double mean_between, double checkpoint)
{
    if (checkpoint >= 2 * mean_between)
        return mean_between;
    const double x = checkpoint / (2 * mean_between);
    return std::sqrt(2 * checkpoint * mean_between) * (1 + std::sqrt(x) / 3 + x / 9) - checkpoint;
}

double goodput(const Interruptions& interruptions)
{
    const double mean = interruptions.mean_between;
    const double cycle = interruptions.interval + interruptions.checkpoint;
    if (cycle <= 0)
        return mean > 0 ? std::exp(-interruptions.restart / mean) : 1;
    if (mean <= 0)
        return interruptions.interval / cycle;
    return interruptions.interval / (mean * std::exp(interruptions.restart / mean) * std::expm1(cycle / mean));
}

double availability(double nodes, double spares, double node_mtbf, double repair)
{
    if (node_mtbf <= 0 || repair <= 0)
        return 1;
    const double mean = nodes * repair / node_mtbf;
    if (mean > 500) // far from zero the sum is a normal distribution
        return 0.5 * std::erfc((mean - spares - 0.5) / std::sqrt(2 * mean));
    double term = std::exp(-mean);
    double sum = term;
    for (double down = 1; down <= spares && term > 0; ++down) {
        term *= mean / down;
        sum += term;
    }
    return std::min(1.0, sum);
}

} // namespace plateau
