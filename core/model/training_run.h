// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/goodput.h"
#include "core/model/prepared.h"

namespace plateau {

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

} // namespace plateau
