// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/formula/glossary.h"

#include <fmt/format.h>

namespace plateau::formula {

namespace {

bool is_quantity(const Expression& node)
{
    return node.operation == Operation::Given || node.operation == Operation::Defined;
}

/// How tightly an operation binds its operands.
int rank(Operation operation)
{
    switch (operation) {
    case Operation::Add:
    case Operation::Subtract:
        return 1;
    case Operation::Multiply:
    case Operation::Divide:
        return 2;
    default:
        return 3;
    }
}

const char* sign(Operation operation)
{
    switch (operation) {
    case Operation::Add:
        return " + ";
    case Operation::Subtract:
        return " - ";
    case Operation::Multiply:
        return " * ";
    default:
        return " / ";
    }
}

const char* function(Operation operation)
{
    switch (operation) {
    case Operation::Maximum:
        return "max";
    case Operation::Minimum:
        return "min";
    case Operation::SquareRoot:
        return "sqrt";
    case Operation::Log2:
        return "log2";
    case Operation::Exponential:
        return "exp";
    case Operation::ExponentialLessOne:
        return "expm1";
    default:
        return "ceil";
    }
}

} // namespace

/// The place of a quantity among those that differ.
std::size_t Glossary::place(const ExpressionPointer& quantity)
{
    const auto [met, is_new] = places_.try_emplace(quantity.get(), all_.size());
    if (!is_new)
        return met->second;
    met_.push_back(quantity);
    const auto [same, is_first]
        = known_.try_emplace(Origin{quantity->symbol, quantity->value, quantity->name, quantity->key}, all_.size());
    if (!is_first)
        return met->second = same->second;
    const int use = ++uses_[quantity->symbol];
    symbols_.push_back(use == 1 ? quantity->symbol : fmt::format("{}_{}", quantity->symbol, use));
    all_.push_back(quantity);
    return met->second;
}

const std::string& Glossary::symbol(const ExpressionPointer& quantity) { return symbols_[place(quantity)]; }

void Glossary::collect(const ExpressionPointer& node, std::vector<bool>& seen, std::vector<ExpressionPointer>& found)
{
    if (!node)
        return;
    if (!is_quantity(*node)) {
        collect(node->left, seen, found);
        collect(node->right, seen, found);
        return;
    }
    const std::size_t at = place(node);
    if (at >= seen.size())
        seen.resize(all_.size());
    if (!seen[at])
        found.push_back(node);
    seen[at] = true;
}

std::vector<ExpressionPointer> Glossary::quantities(const ExpressionPointer& node)
{
    std::vector<ExpressionPointer> found;
    std::vector<bool> seen(all_.size());
    collect(node, seen, found);
    return found;
}

const std::vector<ExpressionPointer>& Glossary::all()
{
    for (; expanded_ < all_.size(); ++expanded_)
        quantities(all_[expanded_]->left);
    return all_;
}

std::string Glossary::expression(const ExpressionPointer& node) { return operand(node, 0, false); }

/// Parentheses wherever leaving them out would change the order of the operations.
std::string Glossary::operand(const ExpressionPointer& node, int outer, bool right)
{
    if (is_quantity(*node))
        return symbol(node);
    if (node->operation == Operation::Literal)
        return node->value < 0 ? fmt::format("({})", node->value) : fmt::format("{}", node->value);
    const int own = rank(node->operation);
    if (own == 3) {
        const std::string second = node->right ? ", " + operand(node->right, 0, false) : std::string();
        return fmt::format("{}({}{})", function(node->operation), operand(node->left, 0, false), second);
    }
    const std::string text = operand(node->left, own, false) + sign(node->operation) + operand(node->right, own, true);
    return own < outer || (own == outer && right) ? "(" + text + ")" : text;
}

} // namespace plateau::formula
