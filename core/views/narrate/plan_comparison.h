// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/plans.h"
#include "core/model/metrics.h"
#include "core/views/narrate/fact.h"

/// A list of plans, and one plan beside the current one.
namespace plateau::narrate {

/// "+0.9 %", "−12 pts": a change of so many percent or points; an en dash for none and for what is not known.
Argument change_words(double change, const char* unit = "%");

/// The metrics that are compared, in order.
const std::vector<const Metric*>& compared_metrics();
/// A fact for each of them: this plan, the current one, the change. Null: no plan.
std::vector<Fact> plan_comparison(const Parts* plan, const Parts& current);
/// "2 micro-batches, micro-batch 4, full recomputation", and where it needs more: "; with ...", ", on 64 GPUs".
Message plan_setup(const Parts& plan, const Parts& current, const Message& settings);

/// `searching`: the answer is to an earlier question.
Status plans_status(const answers::PlanCounts& counts, bool any_fits, bool searching);
/// Over the list: "the best 1,000, of 288,780 considered"
Message listed_words(int listed, const answers::PlanCounts& counts, bool filtered, bool searching);
/// "128 GPUs, 256 sequences of 4,096"
Message batch_words(const Scenario& scenario);

} // namespace plateau::narrate
