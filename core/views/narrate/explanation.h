// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metrics.h"
#include "core/text/messages/message.h"

/// Where a number of an estimate comes from: its formula with the numbers filled in, and every quantity in it.
namespace plateau::narrate {

struct Explained {
    std::string symbol
        = {}; ///< of a term or a quantity its own name, of a metric its key; empty: there is no such number
    Message name = {};
    Message value = {}; ///< with its unit
    std::string expression = {}; ///< arithmetic over the symbols of `ingredients`; empty: given, not computed
    std::string formula = {}; ///< the same as people write it
    std::string filled = {}; ///< the same with numbers in place of symbols
    Message words = {}; ///< the same in a sentence; may be empty
    std::string source = {};
    std::string key = {}; ///< the row that changes it; empty: none
    Message known = {}; ///< how it is known; may be empty
    std::vector<Ingredient> ingredients = {}; ///< in the order of the expression
};

/// By the name of a term ("all_gather"), the key of a metric ("mfu") or the symbol of a quantity ("t_gather"): the
/// first of these that there is.
Explained explained(const Estimate& estimate, const std::string& subject);

/// "6.55 ms", "2,048", "3.02e-12": of a quantity in a formula.
Argument quantity_words(double value, units::Unit unit);

/// The expression with every symbol of `ingredients` replaced by its value, as people write it.
std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients);

} // namespace plateau::narrate
