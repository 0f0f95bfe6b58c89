// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/explore/curve.h"
#include "core/answers/explore/suggestions.h"
#include "core/model/waiting.h"

/// Tells why a step takes as long as it does, and what would make it quicker.
namespace plateau::narrate {

/// Tells what most of the waiting is for, and why nothing hides it: "41 % of each step waits for parameter and gradient
/// traffic. An all-gather takes 15.6 ms, the forward pass that could hide it 9.3 ms; 14.4 ms of it are latency, 2,047 ×
/// 7.0 µs." Of a question without an answer it tells the reason.
std::vector<Message> why_sentences(const Estimate& estimate);

/// Names a bound: "latency-bound".
Message bound_words(WaitBound bound);
/// Tells what a step waits for that is bound so.
Message wait_words(const Estimate& estimate, WaitBound bound);

/// Tells what bends the curve at `gpus` and from there on: the causes by which a GPU-second trains fewer tokens than at
/// the smallest count, and at the next doubling. It is empty where nothing bends it by a per cent.
std::vector<Message> bend_sentences(const std::vector<explore::CurvePoint>& curve, const Parts& here);

/// A suggestion in three parts. The first says what to change: "Micro-batch: 4 seq", "Whole hosts: 776 GPUs",
/// "Best plan: TP 2 × PP 1 × FSDP 64"; the second what memory it takes: "78.4 GB of 80 GB, tight".
Message suggestion_words(const explore::Suggestion& suggestion);
Message suggestion_detail(const explore::Suggestion& suggestion);
/// The third says what it trains: "1.25 M tokens/s".
Message suggestion_rate(const explore::Suggestion& suggestion);
/// Says what a suggestion gains: "+44 %", or "fits" where the question fits only with it.
Argument gain_words(const explore::Suggestion& suggestion);

} // namespace plateau::narrate
