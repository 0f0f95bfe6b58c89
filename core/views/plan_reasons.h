// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/search/objective.h"

/// Sentences about one plan beside another, from their terms.
namespace plateau::narrate {

/// What the search found, beside the plan one has: "TP 8 × PP 1 × ZeRO-1 256 gives 1,072 tokens/s per GPU, 28 % more
/// than the current plan (TP 4 × PP 4 × FSDP 128)." `best` is what best_plan() answers.
Message best_plan_sentence(const Parts& best, const Parts& current, search::Objective objective);

/// Why `plan` differs from `current` in speed, the largest cause first: GPU-seconds per token of the time parts, in
/// units of the current plan's; causes below one per cent are left out. Then what its degrees mean for the network and
/// the pipeline.
std::vector<Message> plan_reasons(const Parts& plan, const Parts& current, double domain_size);

/// "76.4 GB of 80.0 GB is tight: fragmentation may not fit." Empty unless the verdict is Tight.
Message tight_warning(const Parts& parts);
/// "TP 4 · PP 4 gives 3 % more with 99 % of the memory: tight." Beside the best plan, which leaves the head room.
Message tight_offer(const Parts& tight, const Parts& best, search::Objective objective);

} // namespace plateau::narrate
