// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <type_traits>

#include "core/text/units/quantity.h"

/// Numbers that remember how they were made. Physics is written once, as functions of a number type N: with
/// N = double it is fast, with N = Traced the same operations in the same order also write down the expression, so
/// that what is printed is what was computed.
namespace plateau::formula {

/// What a formula calls a quantity.
struct Symbol {
    const char* symbol; ///< letters, digits and underscores
    const char* name; ///< in words
    units::Unit unit = units::Unit::None;
};

enum class Operation {
    Literal,
    Given, ///< a quantity that comes from outside: a preset, the question, a table, a played schedule
    Defined, ///< a quantity with a name of its own for the expression `left`
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,
    Minimum,
    SquareRoot,
    Log2,
    Ceiling,
    Exponential,
    ExponentialLessOne, ///< e^x - 1
};

/// An operation and what it is applied to.
struct Expression {
    Operation operation = Operation::Literal;
    double value = 0;
    std::shared_ptr<const Expression> left = {};
    std::shared_ptr<const Expression> right = {};
    std::string symbol = {}; ///< Given, Defined
    std::string name = {};
    units::Unit unit = units::Unit::None;
    std::string source = {}; ///< Given: where the value comes from
    std::string key = {}; ///< Given: the row of a table that changes it; may be empty
};
using ExpressionPointer = std::shared_ptr<const Expression>;

/// A double and its expression. Where an operand is a literal 0 or 1 that changes nothing, it is left out.
class Traced {
public:
    Traced(double value = 0) : value_(value) { }
    explicit Traced(ExpressionPointer node) : value_(node->value), node_(std::move(node)) { }

    double value() const { return value_; }
    bool is_literal() const { return !node_; }
    ExpressionPointer node() const; ///< never null

    friend Traced operator+(const Traced& left, const Traced& right);
    friend Traced operator-(const Traced& left, const Traced& right);
    friend Traced operator*(const Traced& left, const Traced& right);
    friend Traced operator/(const Traced& left, const Traced& right);
    Traced& operator+=(const Traced& other) { return *this = *this + other; }
    Traced& operator*=(const Traced& other) { return *this = *this * other; }

    friend bool operator<(const Traced& left, const Traced& right) { return left.value_ < right.value_; }
    friend bool operator>(const Traced& left, const Traced& right) { return left.value_ > right.value_; }
    friend bool operator<=(const Traced& left, const Traced& right) { return left.value_ <= right.value_; }
    friend bool operator>=(const Traced& left, const Traced& right) { return left.value_ >= right.value_; }

private:
    double value_;
    ExpressionPointer node_; ///< null: a literal
};

Traced max(const Traced& left, const Traced& right);
Traced min(const Traced& left, const Traced& right);
Traced sqrt(const Traced& value);
Traced log2(const Traced& value);
Traced ceil(const Traced& value);
Traced exp(const Traced& value);
Traced expm1(const Traced& value);

inline double max(double left, double right) { return left < right ? right : left; }
inline double min(double left, double right) { return right < left ? right : left; }
inline double sqrt(double value) { return std::sqrt(value); }
inline double log2(double value) { return std::log2(value); }
inline double ceil(double value) { return std::ceil(value); }
inline double exp(double value) { return std::exp(value); }
inline double expm1(double value) { return std::expm1(value); }

inline double value_of(double number) { return number; }
inline double value_of(const Traced& number) { return number.value(); }

/// Gives an intermediate result its name; a literal stays one.
inline double named(const Symbol&, double value) { return value; }
Traced named(const Symbol& symbol, const Traced& value);

/// A quantity from outside.
Traced given(const Symbol& symbol, double value, std::string source, std::string key = {});
/// The same for either number type.
template<class N>
N given_as(const Symbol& symbol, double value, const char* source, const char* key = "")
{
    if constexpr (std::is_same_v<N, double>)
        return value;
    else
        return given(symbol, value, source, key);
}

} // namespace plateau::formula
