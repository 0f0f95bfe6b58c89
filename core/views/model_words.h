// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/scenario/scenario.h"

namespace plateau::narrate {

/// What is trained: the model's title; where its shape was changed, the size it has now and the model it was:
/// "13.1 T parameters, from GPT-3 175B".
Message model_words(const Scenario& scenario);

/// What MFU and HFU count of attention: "attention in full", "half of attention", "no attention".
const char* counted_words(const Scenario& scenario);

} // namespace plateau::narrate
