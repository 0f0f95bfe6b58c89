// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/explore/curve.h"
#include "core/answers/explore/suggestions.h"
#include "core/model/waiting.h"

/// Why a step takes as long as it does, and what would make it quicker.
namespace plateau::narrate {

/// What most of the waiting is for, and why nothing hides it: "41 % of each step waits for parameter and gradient
/// traffic. An all-gather takes 15.6 ms, the forward pass that could hide it 9.3 ms; 14.4 ms of it are latency, 2,047 ×
/// 7.0 µs." Of a question without an answer the reason.
std::vector<Message> why_sentences(const Estimate& estimate);

/// "latency-bound"
Message bound_words(WaitBound bound);
/// Sentences on what a step waits for that is bound so.
Message wait_words(const Estimate& estimate, WaitBound bound);

/// What bends the curve at `gpus` and from there on: the causes by which a GPU-second trains fewer tokens than at the
/// smallest count, and at the next doubling. Empty where nothing bends it by a per cent.
std::vector<Message> bend_sentences(const std::vector<explore::CurvePoint>& curve, const Parts& here);

/// "Micro-batch 4 seq", "Whole hosts: 776 GPUs", "Best plan: TP 2 × PP 1 × FSDP 64", "78.4 GB per GPU, tight"
Message suggestion_words(const explore::Suggestion& suggestion);
Message suggestion_detail(const explore::Suggestion& suggestion);
/// "1.25 M tokens/s"
Message suggestion_rate(const explore::Suggestion& suggestion);
/// "+44 %"; where the question fits only with it, "fits".
Argument gain_words(const explore::Suggestion& suggestion);

} // namespace plateau::narrate
