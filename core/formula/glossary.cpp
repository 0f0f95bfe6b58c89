// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formula/glossary.h"

#include <algorithm>

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
    default:
        return "ceil";
    }
}

} // namespace

const std::string& Glossary::symbol(const ExpressionPointer& quantity)
{
    const auto met = symbols_.find(quantity.get());
    if (met != symbols_.end())
        return met->second;
    met_.push_back(quantity);
    const Origin origin{quantity->symbol, quantity->value, quantity->name, quantity->key};
    const auto same = known_.find(origin);
    if (same != known_.end())
        return symbols_[quantity.get()] = same->second;
    const int use = ++uses_[quantity->symbol];
    std::string& name = symbols_[quantity.get()];
    name = use == 1 ? quantity->symbol : fmt::format("{}_{}", quantity->symbol, use);
    known_[origin] = name;
    all_.push_back(quantity);
    return name;
}

void Glossary::collect(const ExpressionPointer& node, std::vector<ExpressionPointer>& found)
{
    if (!node)
        return;
    if (!is_quantity(*node)) {
        collect(node->left, found);
        collect(node->right, found);
        return;
    }
    const std::string& name = symbol(node);
    const auto same = [&](const ExpressionPointer& other) { return symbol(other) == name; };
    if (std::none_of(found.begin(), found.end(), same))
        found.push_back(node);
}

std::vector<ExpressionPointer> Glossary::quantities(const ExpressionPointer& node)
{
    std::vector<ExpressionPointer> found;
    collect(node, found);
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

std::string typeset(const std::string& expression)
{
    std::string text;
    for (std::size_t at = 0; at < expression.size(); ++at) {
        if (expression.compare(at, 3, " * ") == 0) {
            text += " · ";
            at += 2;
        } else if (expression.compare(at, 3, " - ") == 0) {
            text += " − ";
            at += 2;
        } else if (expression.compare(at, 5, "sqrt(") == 0) {
            text += "√(";
            at += 4;
        } else {
            text += expression[at];
        }
    }
    return text;
}

} // namespace plateau::formula
