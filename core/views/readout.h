// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metrics.h"
#include "core/views/fact.h"

namespace plateau::narrate {

/// An estimate in numbers, group by group. `extrapolated`: the GPU count lies beyond what measurements cover. `known`:
/// how what is not assumed is known. With another answer `beside` it, its value and the change to it follow each value.
std::vector<Fact> readout(const Estimate& estimate, const Scenario& scenario, bool extrapolated, const Message& known,
                          const Parts* beside = nullptr);
/// What to know beside the numbers (remarks()), "MFU of the dense bf16 peak, 989 TFLOP/s, counting attention in full.",
/// "96 of 100 GPUs in use."
std::vector<Message> readout_note(const Estimate& estimate, const Scenario& scenario);

/// "Fits: 41.9 of 80 GB per GPU".
Status estimate_status(const Parts& parts);

/// What is asked, in a few words: "Llama 2 7B on H100 SXM 80GB, FSDP, whole world"; after an edit "2 changes".
Message question_words(const Scenario& scenario, int changes);

} // namespace plateau::narrate
