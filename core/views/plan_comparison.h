// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/plans.h"
#include "core/model/metrics.h"
#include "core/views/fact.h"

/// Tells of a list of plans, and of one plan beside the current one.
namespace plateau::narrate {

/// Writes a change of so many per cent or points: "+0.9 %", "−12 pts". A dash stands for what is not known.
Argument change_words(double change, const char* unit = "%");

/// Lists the metrics that are compared, in order.
const std::vector<const Metric*>& compared_metrics();
/// Makes a fact of each of them: this plan, the current one, the change. `plan` is null if there is none.
std::vector<Fact> plan_comparison(const Parts* plan, const Parts& current);
/// "2 micro-batches, micro-batch 4, full recomputation"; it adds "; with ...", ", on 64 GPUs" where these matter.
Message plan_setup(const Parts& plan, const Parts& current, const Message& settings);

/// With `searching` the answer is to an earlier question.
Status plans_status(const answers::PlanCounts& counts, bool any_fits, bool searching);
/// Heads the list: "the best 1,000, of 288,780 considered".
Message listed_words(int listed, const answers::PlanCounts& counts, bool filtered, bool searching);
/// Says what a step holds: "128 GPUs, 256 sequences of 4,096".
Message batch_words(const Scenario& scenario);

} // namespace plateau::narrate
