// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metrics.h"
#include "core/text/messages/message.h"

/// Tells where a number of an estimate comes from: its formula with the numbers filled in, and every quantity in it.
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

/// Writes a quantity of a formula: "6.55 ms", "2,048", "3.02e-12".
Argument quantity_words(double value, units::Unit unit);

/// Replaces every symbol of `ingredients` in the expression by its value, as people write it.
std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients);

} // namespace plateau::narrate
