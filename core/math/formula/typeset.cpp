// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/math/formula/glossary.h"

namespace plateau::formula {

namespace {

struct Part {
    std::string text;
    char sign = '+'; ///< before it
    int times = 1; ///< how often it stands there
};
using Parts = std::vector<Part>;

void add(Parts& parts, const Part& part)
{
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& each) {
        return each.text == part.text && each.sign == part.sign && part.sign != '/';
    });
    if (same == parts.end())
        parts.push_back(part);
    else
        same->times += part.times;
}

const char* sign_words(char sign)
{
    switch (sign) {
    case '+':
        return " + ";
    case '-':
        return " − ";
    case '*':
        return " · ";
    default:
        return " / ";
    }
}

/// Whether it needs no brackets to be raised to a power.
bool is_one(const std::string& text)
{
    int depth = 0;
    return std::none_of(text.begin(), text.end(), [&](char each) {
        depth += each == '(' ? 1 : each == ')' ? -1 : 0;
        return each == ' ' && depth == 0;
    });
}

std::string power(const Part& factor)
{
    static constexpr std::array<const char*, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (factor.times == 1)
        return factor.text;
    std::string text = is_one(factor.text) ? factor.text : "(" + factor.text + ")";
    for (const char digit : std::to_string(factor.times))
        text += raised[std::size_t(digit - '0')];
    return text;
}

/// "3 · t"; twice "t / 2" is t.
std::string counted(const Part& summand)
{
    const std::string times = std::to_string(summand.times), share = " / " + times;
    if (summand.times > 1 && summand.text.ends_with(share))
        return summand.text.substr(0, summand.text.size() - share.size());
    return summand.times > 1 ? times + " · " + summand.text : summand.text;
}

/// Reads what Glossary::expression() writes.
class Typesetter {
public:
    explicit Typesetter(std::string_view expression) : rest_(expression) { }

    std::string sum() { return joined(summands()); }
    std::string_view rest() const { return rest_; }

private:
    static std::string joined(const Parts& summands)
    {
        std::string text;
        for (const Part& part : summands)
            text += (text.empty() ? "" : sign_words(part.sign)) + counted(part);
        return text;
    }

    bool take(std::string_view wanted)
    {
        if (rest_.substr(0, wanted.size()) != wanted)
            return false;
        rest_.remove_prefix(wanted.size());
        return true;
    }

    Parts summands()
    {
        Parts parts;
        char sign = '+';
        for (;;) {
            Parts inner
                = sign == '+' && rest_.substr(0, 1) == "(" && rest_.substr(0, 2) != "(-" ? bracketed_sum() : Parts();
            if (inner.empty())
                inner.push_back({product(), sign});
            for (const Part& part : inner)
                add(parts, part);
            if (take(" + "))
                sign = '+';
            else if (take(" - "))
                sign = '-';
            else
                return parts;
        }
    }

    /// The summands of a bracket that is a whole summand itself; nothing where more than addition follows it.
    Parts bracketed_sum()
    {
        const std::string_view start = rest_;
        take("(");
        Parts parts = summands();
        take(")");
        if (rest_.substr(0, 3) == " * " || rest_.substr(0, 3) == " / ") {
            rest_ = start;
            parts.clear();
        }
        return parts;
    }

    std::string product()
    {
        Parts factors;
        for (char sign = '*';;) {
            add(factors, {factor(sign), sign});
            if (take(" * "))
                sign = '*';
            else if (take(" / "))
                sign = '/';
            else
                break;
        }
        std::string text;
        for (const Part& each : factors)
            text += (text.empty() ? "" : sign_words(each.sign)) + power(each);
        return text;
    }

    std::string factor(char sign)
    {
        if (take("sqrt("))
            return "√" + bracket();
        if (take("(")) {
            const Parts inner = summands();
            take(")");
            const bool bare = inner.size() == 1 && sign == '*' && inner.front().text.front() != '-';
            return bare ? joined(inner) : "(" + joined(inner) + ")";
        }
        const std::size_t end = std::min(rest_.find_first_of(" (),"), rest_.size());
        std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return take("(") ? text + bracket() : text;
    }

    /// To its end, its arguments divided by commas.
    std::string bracket()
    {
        std::string text = "(" + sum();
        while (take(", "))
            text += ", " + sum();
        take(")");
        return text + ")";
    }

    std::string_view rest_;
};

} // namespace

std::string typeset(const std::string& expression)
{
    Typesetter setter(expression);
    const std::string text = setter.sum();
    return text + std::string(setter.rest());
}

} // namespace plateau::formula
