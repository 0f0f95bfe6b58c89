// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/known_runs.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/fact.h"

/// What stands beside the limits curve.
namespace plateau::narrate {

/// The run at the marker. `growth`: reads the year off; a rate of 0: no year.
std::vector<Fact> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                 const catalog::Growth& growth);
/// The reason at the marker; `problem` first when there is one.
std::vector<Message> what_binds_here(const LimitsScenario& scenario, const limits::Point& point,
                                     const Message& problem);
/// Beside the closed forms: what goes in and what comes out.
std::vector<Fact> closed_form_readout(const LimitsScenario& scenario);
/// What the model does not count, and what the years assume.
std::vector<Message> limits_leave_out(const catalog::KnownRuns& known);
/// What is said of a known run: "5e25 FLOP, another party's estimate".
Message run_words(const catalog::KnownRun& run);
/// The status of the curves of these scenarios. `seconds`: that the last search took; 0: none is through yet.
Status limits_status(const std::vector<const LimitsScenario*>& scenarios, int points, bool searching, double seconds);

} // namespace plateau::narrate
