// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"
#include "core/question/limits_scenario/limits_scenario.h"

/// Says in words what the limits curve shows.
namespace plateau::narrate {

/// "On H100 SXM in 3 months linear scaling first ends at 2.05e28 FLOP; beyond 2.71e31 FLOP no cluster finishes."
Message limits_headline(const LimitsScenario& scenario, const limits::Landmarks& landmarks);

/// Names a bound as the plot does: "network-bound".
Message bound_words(limits::Bound bound);

/// Says what keeps a point from the sustained rate, with its share of the step, and why it grows.
Message what_binds(const LimitsScenario& scenario, const limits::Point& point);

/// Says what the two closed forms balance, with the numbers that went in: the nanobatch and shard that a device needs,
/// then the stages that a step waits for.
std::vector<Message> closed_form_reasons(const LimitsScenario& scenario);

/// Says whether the run can be done, and what stops it or costs it most: "Yes: 1e29 FLOP can be done in 3 months on
/// 67.1 million H100 SXM, at 43 % of their peak. It is memory-bound: the GPUs' own memory takes 19 % of a step."
Message limits_answer(const LimitsScenario& scenario, const limits::Point& point);

/// Says why the detailed estimate of the same run differs: what it counts that the limits model leaves out, largest
/// first, and what only the limits model has.
Message why_they_differ(const limits::Point& point, const Estimate& estimate);

/// Writes a time, whole months as months: "3 months", "10 days".
Argument months(double seconds);

} // namespace plateau::narrate
