// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

/// A reader of printed expressions that shares nothing with what prints them.
namespace plateau::test {

class ExpressionReader {
public:
    explicit ExpressionReader(const std::map<std::string, double>& values) : values_(values) { }

    /// NaN where the text is no expression over the values.
    double read(const std::string& text)
    {
        text_ = text;
        at_ = 0;
        const double value = sum();
        return at_ == text_.size() ? value : std::nan("");
    }

private:
    bool take(char wanted)
    {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
        if (at_ >= text_.size() || text_[at_] != wanted)
            return false;
        ++at_;
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
        return true;
    }

    double sum()
    {
        double value = product();
        for (;;) {
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                return value;
        }
    }

    double product()
    {
        double value = power();
        for (;;) {
            if (take('*'))
                value *= power();
            else if (take('/'))
                value /= power();
            else
                return value;
        }
    }

    double power()
    {
        const double base = operand();
        return take('^') ? std::pow(base, operand()) : base;
    }

    double operand()
    {
        if (take('-'))
            return -operand();
        if (take('(')) {
            const double value = sum();
            return take(')') ? value : std::nan("");
        }
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
            return number();
        const std::string word = name();
        if (!take('('))
            return values_.count(word) ? values_.at(word) : std::nan("");
        std::vector<double> arguments{sum()};
        while (take(','))
            arguments.push_back(sum());
        return take(')') ? call(word, arguments) : std::nan("");
    }

    double number()
    {
        char* end = nullptr;
        const double value = std::strtod(text_.c_str() + at_, &end);
        at_ = std::size_t(end - text_.c_str());
        return value;
    }

    std::string name()
    {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }

    static double call(const std::string& function, const std::vector<double>& of)
    {
        if (function == "max")
            return *std::max_element(of.begin(), of.end());
        if (function == "min")
            return *std::min_element(of.begin(), of.end());
        if (function == "sqrt")
            return std::sqrt(of[0]);
        if (function == "log2")
            return std::log2(of[0]);
        if (function == "ceil")
            return std::ceil(of[0]);
        if (function == "exp")
            return std::exp(of[0]);
        if (function == "expm1")
            return std::expm1(of[0]);
        return std::nan("");
    }

    const std::map<std::string, double>& values_;
    std::string text_;
    std::size_t at_ = 0;
};

} // namespace plateau::test
