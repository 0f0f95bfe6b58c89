// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/math/formula/number.h"

namespace plateau::formula {

/// The quantities of some expressions under symbols of their own: where two go by the same one, the later gets a number
/// ("t_gather_2").
class Glossary {
public:
    /// Arithmetic with + - * / ( ) and max, min, sqrt, log2, ceil, exp, expm1 over the symbols of quantities(). A named
    /// result stands there under its symbol.
    std::string expression(const ExpressionPointer& node);
    /// The quantities that expression(node) names, each once, in its order.
    std::vector<ExpressionPointer> quantities(const ExpressionPointer& node);

    const std::string& symbol(const ExpressionPointer& quantity);
    /// All quantities met so far and those that their definitions name, each once.
    const std::vector<ExpressionPointer>& all();

private:
    using Origin = std::tuple<std::string, double, std::string, std::string>;
    std::size_t place(const ExpressionPointer& quantity);
    void collect(const ExpressionPointer& node, std::vector<bool>& seen, std::vector<ExpressionPointer>& found);
    std::string operand(const ExpressionPointer& node, int outer, bool right);

    std::unordered_map<const Expression*, std::size_t> places_; ///< in all_ and symbols_
    std::map<Origin, std::size_t> known_; ///< the same quantity may be made many times
    std::map<std::string, int> uses_;
    std::vector<ExpressionPointer> met_; ///< kept alive: places_ goes by address
    std::vector<ExpressionPointer> all_;
    std::deque<std::string> symbols_; ///< of all_; stay where they are
    std::size_t expanded_ = 0;
};

/// The expression as people write it: · for times, − for minus, √ for the root, 3 · t for t + (t + t), t² for t * t.
std::string typeset(const std::string& expression);

} // namespace plateau::formula
