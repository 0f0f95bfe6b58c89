// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/goodput.h"

#include <algorithm>
#include <cmath>

namespace plateau {

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
