// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/formula/number.h"

namespace plateau::formula {

/// The quantities of some expressions under symbols of their own: where two go by the same one, the later gets a number
/// ("t_gather_2").
class Glossary {
public:
    /// Arithmetic with + - * / ( ) and max, min, sqrt, log2, ceil over the symbols of quantities(). A named result
    /// stands there under its symbol.
    std::string expression(const ExpressionPointer& node);
    /// The quantities that expression(node) names, each once, in its order.
    std::vector<ExpressionPointer> quantities(const ExpressionPointer& node);

    const std::string& symbol(const ExpressionPointer& quantity);
    /// All quantities met so far and those that their definitions name, each once.
    const std::vector<ExpressionPointer>& all();

private:
    using Origin = std::tuple<std::string, double, std::string, std::string>;
    void collect(const ExpressionPointer& node, std::vector<ExpressionPointer>& found);
    std::string operand(const ExpressionPointer& node, int outer, bool right);

    std::map<const Expression*, std::string> symbols_;
    std::map<Origin, std::string> known_; ///< the same quantity may be made many times
    std::map<std::string, int> uses_;
    std::vector<ExpressionPointer> met_; ///< kept alive: symbols_ goes by address
    std::vector<ExpressionPointer> all_;
    std::size_t expanded_ = 0;
};

/// The expression as people write it: · for times, − for minus, √ for the root.
std::string typeset(const std::string& expression);

} // namespace plateau::formula
