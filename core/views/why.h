// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/curve_points.h"
#include "core/answers/suggestions.h"
#include "core/model/metrics.h"
#include "core/model/timeline.h"
#include "core/text/messages/message.h"

namespace plateau::narrate {

struct Explained {
    std::string symbol
        = {}; ///< the name of a term or a quantity, the key of a metric; empty if there is no such number
    Message name = {};
    Message value = {}; ///< with its unit
    std::string expression = {}; ///< arithmetic over the symbols of `ingredients`; empty if it is given, not computed
    std::string formula = {}; ///< the same as people write it
    std::string filled = {}; ///< the same with numbers in place of symbols
    Message words = {}; ///< the same in a sentence; may be empty
    std::string source = {};
    std::string key = {}; ///< the row that changes it; empty if none does
    Message known = {}; ///< how it is known; may be empty
    std::vector<Ingredient> ingredients = {}; ///< in the order of the expression
};

/// Finds a number by the name of a term ("all_gather"), the key of a metric ("mfu") or the symbol of a quantity
/// ("t_gather"), whichever of these there is first.
Explained explained(const Estimate& estimate, const std::string& subject);

/// Says what a term is counted in.
units::Unit unit_of(Part part);
/// How something is known, in a word: "second-hand".
const char* known_word(catalog::KnownBy known_by);

/// Writes a quantity of a formula: "6.55 ms", "2,048", "3.02e-12".
Argument quantity_words(double value, units::Unit unit);

/// Replaces every symbol of `ingredients` in the expression by its value, as people write it.
std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients);

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
std::vector<Message> bend_sentences(const std::vector<answers::CurvePoint>& curve, const Parts& here);

/// A suggestion in three parts. The first says what to change: "Micro-batch: 4 seq", "Whole hosts: 776 GPUs",
/// "Best plan: TP 2 × PP 1 × FSDP 64"; the second what memory it takes: "78.4 of 80 GB, tight".
Message suggestion_words(const answers::Suggestion& suggestion);
Message suggestion_detail(const answers::Suggestion& suggestion);
/// The third says what it trains: "1.25 M tokens/s".
Message suggestion_rate(const answers::Suggestion& suggestion);
/// Says what a suggestion gains: "+44 %", or "fits" where the question fits only with it.
Argument gain_words(const answers::Suggestion& suggestion);

} // namespace plateau::narrate
