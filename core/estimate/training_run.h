// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/goodput.h"
#include "core/estimate/prepared.h"

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
    Interruptions every; ///< what an interruption and a checkpoint cost
};
TrainingRun training_run(const Prepared& prepared, const Parts& parts);

/// Hosts that accelerators in use stand in.
double nodes_at_work(const Prepared& prepared, double gpus_used);

/// How a run on so many hosts is held up, whatever its step.
struct RunPace {
    Interruptions every; ///< its interval: as typed, else the one that loses least
    double available = 1;
    double goodput = 1; ///< at that interval
};
RunPace run_pace(const Prepared& prepared, double nodes);

/// Fills the run of `parts`: between two checkpoints lies a step at least. A run that never ends has no numbers.
void add_run(Parts& parts, const Prepared& prepared, const RunPace& pace);

} // namespace plateau
