// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/formula/number.h"

namespace plateau {

/// Interruptions of a run come at random, M seconds apart in the mean (exponential). Every tau seconds of training a
/// checkpoint is written, which takes delta seconds; after an interruption the run restarts in R seconds from the last
/// checkpoint. All in seconds.
template<class N>
struct InterruptionsOf {
    N mean_between = 0; ///< M of the whole run; 0: none
    N checkpoint = 0; ///< delta
    N interval = 0; ///< tau
    N restart = 0; ///< R
};
using Interruptions = InterruptionsOf<double>;

/// The interval that loses least, Daly, FGCS 22 (2006) 303, eq. 37, a refinement of Young's sqrt(2 delta M):
///     tau = sqrt(2 delta M) [1 + sqrt(delta / 2M) / 3 + (delta / 2M) / 9] - delta    for delta < 2M, else M
template<class N = double>
N optimal_interval(const std::type_identity_t<N>& mean_between, const std::type_identity_t<N>& checkpoint)
{
    if (checkpoint >= 2 * mean_between)
        return mean_between;
    const N x = checkpoint / (2 * mean_between);
    return formula::sqrt(N(2 * checkpoint * mean_between)) * (1 + formula::sqrt(x) / 3 + x / 9) - checkpoint;
}

/// Share of the time that advances the run, Daly 2006 eq. 20, exact for exponential interruptions, those during
/// restarts and checkpoints included:
///     goodput = tau / (M e^(R/M) (e^((tau + delta)/M) - 1))
template<class N = double>
N goodput(const InterruptionsOf<N>& interruptions)
{
    const N& mean = interruptions.mean_between;
    const N cycle = interruptions.interval + interruptions.checkpoint;
    if (cycle <= N(0.0))
        return mean > N(0.0) ? formula::exp(N((0 - interruptions.restart) / mean)) : N(1.0);
    if (mean <= N(0.0))
        return interruptions.interval / cycle;
    return interruptions.interval
        / (mean * formula::exp(N(interruptions.restart / mean)) * formula::expm1(N(cycle / mean)));
}

/// Share of the time in which no more than `spares` of the hosts are down: hosts fail every `node_mtbf` seconds and
/// come back after `repair`; Poisson with mean nodes repair / node_mtbf.
double availability(double nodes, double spares, double node_mtbf, double repair);

} // namespace plateau
