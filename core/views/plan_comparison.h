// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/plans.h"
#include "core/model/metrics.h"
#include "core/search/objective.h"
#include "core/views/fact.h"

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

/// Says what the search found, beside the plan one has: "TP 8 × PP 1 × ZeRO-1 256 gives 1,072 tokens/s per GPU, 28 %
/// more than the current plan (TP 4 × PP 4 × FSDP 128)." `best` is what best_plan() answers.
Message best_plan_sentence(const Parts& best, const Parts& current, search::Objective objective);

struct CauseShare {
    Cause cause = Cause::None;
    double share = 0; ///< of the GPU-seconds of a token
};
/// By what a GPU-second of `to` trains fewer tokens than one of `from`, the largest first. What makes less than a per
/// cent is left out.
std::vector<CauseShare> loss_causes(const Parts& from, const Parts& to);

/// Why `plan` differs from `current` in speed, the largest cause first: GPU-seconds per token of the time parts, in
/// units of the current plan's; causes below one per cent are left out. Then what its degrees mean for the network and
/// the pipeline.
std::vector<Message> plan_reasons(const Parts& plan, const Parts& current, double domain_size);

/// "76.4 GB of 80.0 GB is tight: fragmentation may not fit." Empty unless the verdict is Tight.
Message tight_warning(const Parts& parts);
/// "TP 4 · PP 4 gives 3 % more with 99 % of the memory: tight." Beside the best plan, which leaves the head room.
Message tight_offer(const Parts& tight, const Parts& best, search::Objective objective);

} // namespace plateau::narrate
