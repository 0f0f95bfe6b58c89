// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/catalog/physics.h"
#include "core/math/formula/number.h"
#include "core/model/prepared.h"

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

/// The whole run: all tokens of the scenario, interruptions included.
///     seconds = tokens / (tokens_per_s goodput);   joules = facility watts x seconds;   kg CO2e = joules x intensity
///     usd     = (dollars per second of hardware + electricity) x seconds
/// The facility is taken to draw as much while it restarts and repeats as while it trains. Leaves out embodied carbon,
/// staff, storage and data transfer.
struct TrainingRun {
    double tokens = 0;
    double steps = 0;
    double seconds = 0;
    double gpu_hours = 0; ///< of the accelerators that are paid, spares included
    double joules = 0;
    double kg_co2e = 0;
    double usd = 0;
    double nodes = 0; ///< hosts at work
    double interruptions = 0; ///< expected
    double checkpoint_bytes = 0;
    double availability = 1; ///< enough hosts are up
    double goodput = 1; ///< availability included
    Interruptions every = {}; ///< what an interruption and a checkpoint cost
};
TrainingRun training_run(const Prepared& prepared, const Parts& parts);

template<class N>
class Constants;

/// Hosts that accelerators in use stand in.
template<class N>
N nodes_at_work(const Constants<N>& x, const N& gpus_used);

/// How a run on so many hosts is held up, whatever its step.
template<class N>
struct RunPaceOf {
    InterruptionsOf<N> every; ///< its interval: as typed, else the one that loses least
    N available = 1;
    N goodput = 1; ///< at that interval
};
using RunPace = RunPaceOf<double>;
template<class N>
RunPaceOf<N> run_pace(const Constants<N>& x, const N& nodes);

/// Fills the run of `parts`: between two checkpoints lies a step at least. A run that never ends has no numbers.
template<class N>
void add_run(PartsOf<N>& parts, const Constants<N>& x, const RunPaceOf<N>& pace);

/// The loss of a dense language model of N parameters after D tokens of fresh text, in nats a token:
///
///     L = E + A / N^a + B / D^b
///
/// Hoffmann et al. 2203.15556, fitted again in 2404.10102. Batches are below the critical one, the learning rate fits
/// the run; other text and other tokens shift E.
inline double training_loss(const catalog::PhysicsValues& physics, double parameters, double tokens)
{
    return physics.loss_floor + physics.loss_of_parameters / std::pow(parameters, physics.loss_parameter_exponent)
        + physics.loss_of_tokens / std::pow(tokens, physics.loss_token_exponent);
}

} // namespace plateau
