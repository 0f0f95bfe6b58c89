// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"

/// What a file records beside its question, and what has become of that when it is opened again.
namespace plateau::answers {

/// The version and the headline results of the plan as given (open keys searched): step time, tokens/s, MFU, memory
/// and cost per token; of one that is not possible no results.
SavedRecord record(Answers& answers, const Scenario& scenario);
/// The version, and the run at the scenario's marker: compute, utilization, devices, time and cost. Its whole curve
/// takes too long to be computed at every save.
SavedRecord record(Answers& answers, const LimitsScenario& scenario);

/// One sentence where the results are others than those recorded: by how much, and what differs that may be why.
/// Empty: they agree to `tolerance` (relative), or nothing was recorded. `presets_differ`: the presets are not those
/// it was saved with.
Message since_saved(const SavedRecord& then, const SavedRecord& now, bool presets_differ, double tolerance = 1e-3);

/// What a person should know of a file that was opened, `held` its text: since_saved(), then the scenario's own
/// remarks, of which the general one about other presets goes where the results say more.
std::vector<Message> opening_remarks(Answers& answers, const Scenario& opened, const std::string& held);
std::vector<Message> opening_remarks(Answers& answers, const LimitsScenario& opened, const std::string& held);

} // namespace plateau::answers
