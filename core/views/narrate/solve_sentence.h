// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/advice.h"

namespace plateau::narrate {

/// "15T tokens in 60 days under $20M: 6,144 H100 SXM, bound by the deadline", or what stands in the way.
Message solve_sentence(const Scenario& scenario, const explore::Limits& limits, const explore::Solution& solution);

/// What was looked for, in a sentence to repeat: "300 k USD train Llama 3 8B on 2.1 T tokens: 46 H100 SXM for 90 days;
/// the loss is then about 2.06." A deadline that nobody set is named.
Message solution_sentence(const answers::Solutions::Key& asked, const answers::Solutions::Found& found);

/// "Eight in ten: 1.6 T to 2.8 T tokens." Empty where no measured run says how far off it may be.
Message solution_range(const answers::Solutions::Key& asked, const answers::Solutions::Found& found);

/// "Scale-out link: at 870 Gb/s and more FSDP 128 is at least as fast as TP 8 × ZeRO-1 16; below, TP 8 × ZeRO-1 16 is
/// faster. It is 400 Gb/s now." Of a question and its rival, as `own` and `rival` call them.
Message needed_sentence(const answers::NeededValue::Key& asked, const explore::Needed& needed, const Message& own,
                        const Message& rival);

/// "Now FSDP 128 is 0.93 × as fast as TP 8 × ZeRO-1 16. Eight in ten: 0.86 to 1.01 × as fast; slower in 9 of 10." Empty
/// where there is no rival, or one of the two does not fit now.
Message needed_range(const explore::Needed& needed, const Message& own, const Message& rival);

/// "the deadline", "memory"; translated apart, as an argument of other sentences.
const char* bound_words(explore::Bound bound);

} // namespace plateau::narrate
