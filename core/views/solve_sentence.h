// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/equal_gpus.h"
#include "core/answers/solutions.h"

namespace plateau::narrate {

/// Answers in a line: "15T tokens in 60 days: 6,144 H100 SXM, bound by the deadline", or what stands in the way.
Message solve_sentence(const Scenario& scenario, const answers::Limits& limits, const answers::Solution& solution);

/// Answers in a sentence to repeat: "300,000 USD train Llama 3 8B on 2.1 trillion tokens: 46 H100 SXM for 90 days; the
/// loss is then about 2.06." It names a deadline that nobody set.
Message solution_sentence(const answers::Solutions::Key& asked, const answers::Solutions::Found& found);

/// Says how sure that is: "Eight in ten: 1.6 T to 2.8 T tokens." It is empty where no measured run tells.
Message solution_range(const answers::Solutions::Key& asked, const answers::Solutions::Found& found);

/// Says what value makes a question as good as its rival, which `own` and `rival` name: "Scale-out link: at 870 Gb/s
/// and more FSDP 128 is at least as fast as TP 8 × ZeRO-1 16; below, TP 8 × ZeRO-1 16 is faster. It is 400 Gb/s now."
Message needed_sentence(const answers::NeededValue::Key& asked, const answers::Needed& needed, const Message& own,
                        const Message& rival);

/// Says how the two compare now: "Now FSDP 128 is 0.93 × as fast as TP 8 × ZeRO-1 16. Eight in ten: 0.86 to 1.01 × as
/// fast; slower in 9 of 10." It is empty where there is no rival, or one of the two does not fit now.
Message needed_range(const answers::Needed& needed, const Message& own, const Message& rival);

/// Names a lever: "Network × 2", "B200".
Message lever_words(const answers::EqualGpus& equal);
/// "1,024 more", "512 to 2,048 more", "no number".
Message equal_gpus_words(const answers::EqualCounts::Value& answer, const answers::EqualGpus& equal);
/// "Network × 2 brings +4.2 % tokens kept a day, and no number of GPUs does: more of them bring +0.9 % at most, with
/// 20,480."
Message equal_gpus_sentence(const answers::EqualCounts::Value& answer, const answers::EqualGpus& equal,
                            const Message& name);
/// What no number of GPUs equals, or what brings most, before another generation does; null: nothing brings anything.
const answers::EqualGpus* most_telling(const answers::EqualCounts::Value& answer);

/// Names a bound: "the deadline", "memory". Other sentences take it as an argument.
const char* bound_words(answers::Bound bound);

} // namespace plateau::narrate
