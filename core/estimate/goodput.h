// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau {

/// Interruptions of a run come at random, M seconds apart in the mean (exponential). Every tau seconds of training a
/// checkpoint is written, which takes delta seconds; after an interruption the run restarts in R seconds from the last
/// checkpoint. All in seconds.
struct Interruptions {
    double mean_between = 0; ///< M of the whole run; 0: none
    double checkpoint = 0; ///< delta
    double interval = 0; ///< tau
    double restart = 0; ///< R
};

/// The interval that loses least, Daly, FGCS 22 (2006) 303, eq. 37, a refinement of Young's sqrt(2 delta M):
///     tau = sqrt(2 delta M) [1 + sqrt(delta / 2M) / 3 + (delta / 2M) / 9] - delta    for delta < 2M, else M
double optimal_interval(double mean_between, double checkpoint);

/// Share of the time that advances the run, Daly 2006 eq. 20, exact for exponential interruptions, those during
/// restarts and checkpoints included:
///     goodput = tau / (M e^(R/M) (e^((tau + delta)/M) - 1))
double goodput(const Interruptions& interruptions);

/// Share of the time in which no more than `spares` of the hosts are down: hosts fail every `node_mtbf` seconds and
/// come back after `repair`; Poisson with mean nodes repair / node_mtbf.
double availability(double nodes, double spares, double node_mtbf, double repair);

} // namespace plateau
