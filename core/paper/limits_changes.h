// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/paper/report.h"
#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau::views {

/// The changes of hardware, network and time that move the end of linear scaling furthest, each alone, with what a run
/// of that size costs.
ReportSection limits_changes(answers::Answers& answers, const LimitsScenario& scenario);

} // namespace plateau::views
