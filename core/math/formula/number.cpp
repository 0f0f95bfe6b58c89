// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/formula/number.h"

namespace plateau::formula {

namespace {

Traced made(Operation operation, double value, const Traced& left, const Traced& right)
{
    if (left.is_literal() && right.is_literal())
        return Traced(value);
    return Traced(std::make_shared<const Expression>(
        Expression{.operation = operation, .value = value, .left = left.node(), .right = right.node()}));
}

Traced made(Operation operation, double value, const Traced& of)
{
    if (of.is_literal())
        return Traced(value);
    return Traced(
        std::make_shared<const Expression>(Expression{.operation = operation, .value = value, .left = of.node()}));
}

bool is(const Traced& number, double value) { return number.is_literal() && number.value() == value; }

} // namespace

ExpressionPointer Traced::node() const
{
    return node_ ? node_ : std::make_shared<const Expression>(Expression{.value = value_});
}

Traced operator+(const Traced& left, const Traced& right)
{
    if (is(left, 0))
        return right;
    if (is(right, 0))
        return left;
    return made(Operation::Add, left.value_ + right.value_, left, right);
}

Traced operator-(const Traced& left, const Traced& right)
{
    if (is(right, 0))
        return left;
    return made(Operation::Subtract, left.value_ - right.value_, left, right);
}

Traced operator*(const Traced& left, const Traced& right)
{
    if (is(left, 1))
        return right;
    if (is(right, 1))
        return left;
    if (is(left, 0) || is(right, 0))
        return Traced(left.value_ * right.value_);
    return made(Operation::Multiply, left.value_ * right.value_, left, right);
}

Traced operator/(const Traced& left, const Traced& right)
{
    if (is(right, 1))
        return left;
    if (is(left, 0))
        return Traced(left.value_ / right.value_);
    return made(Operation::Divide, left.value_ / right.value_, left, right);
}

Traced max(const Traced& left, const Traced& right)
{
    return made(Operation::Maximum, max(left.value(), right.value()), left, right);
}

Traced min(const Traced& left, const Traced& right)
{
    return made(Operation::Minimum, min(left.value(), right.value()), left, right);
}

Traced sqrt(const Traced& value) { return made(Operation::SquareRoot, std::sqrt(value.value()), value); }
Traced log2(const Traced& value) { return made(Operation::Log2, std::log2(value.value()), value); }
Traced ceil(const Traced& value) { return made(Operation::Ceiling, std::ceil(value.value()), value); }
Traced exp(const Traced& value) { return made(Operation::Exponential, std::exp(value.value()), value); }
Traced expm1(const Traced& value) { return made(Operation::ExponentialLessOne, std::expm1(value.value()), value); }

Traced named(const Symbol& symbol, const Traced& value)
{
    if (value.is_literal())
        return value;
    return Traced(std::make_shared<const Expression>(Expression{.operation = Operation::Defined,
                                                                .value = value.value(),
                                                                .left = value.node(),
                                                                .symbol = symbol.symbol,
                                                                .name = symbol.name,
                                                                .unit = symbol.unit}));
}

Traced given(const Symbol& symbol, double value, std::string source, std::string key)
{
    return Traced(std::make_shared<const Expression>(Expression{.operation = Operation::Given,
                                                                .value = value,
                                                                .symbol = symbol.symbol,
                                                                .name = symbol.name,
                                                                .unit = symbol.unit,
                                                                .source = std::move(source),
                                                                .key = std::move(key)}));
}

} // namespace plateau::formula
