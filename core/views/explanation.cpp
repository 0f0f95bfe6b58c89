// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/explanation.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "core/catalog/accelerator.h"
#include "core/math/formula/glossary.h"
#include "core/views/fact.h"

namespace plateau::narrate {

namespace {

using units::Unit;

bool in_symbol(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Walks over the symbols of an expression: names and the text between them.
template<class Name, class Rest>
void walk(const std::string& expression, Name name, Rest rest)
{
    for (std::size_t at = 0; at < expression.size();) {
        std::size_t end = at;
        while (end < expression.size() && in_symbol(expression[end]))
            ++end;
        if (end == at)
            rest(expression.substr(at, ++end - at));
        else if (std::isdigit(static_cast<unsigned char>(expression[at])))
            rest(expression.substr(at, end - at));
        else
            name(expression.substr(at, end - at));
        at = end;
    }
}

Unit unit_of(Part part)
{
    return part < first_memory_part ? Unit::Seconds
        : part < first_power_part   ? Unit::Bytes
        : part < first_cost_part    ? Unit::Watts
                                    : Unit::Usd;
}

const Ingredient* quantity_named(const Estimate& estimate, const std::string& symbol)
{
    for (const auto* quantities : {&estimate.quantities, &estimate.metric_quantities})
        for (const Ingredient& quantity : *quantities)
            if (quantity.symbol == symbol)
                return &quantity;
    return nullptr;
}

/// Lists the quantities that an expression names, each once.
std::vector<Ingredient> ingredients_of(const Estimate& estimate, const std::string& expression)
{
    std::vector<Ingredient> result;
    walk(
        expression,
        [&](const std::string& symbol) {
            const bool seen = std::any_of(result.begin(), result.end(),
                                          [&](const Ingredient& each) { return each.symbol == symbol; });
            if (const Ingredient* quantity = seen ? nullptr : quantity_named(estimate, symbol))
                result.push_back(*quantity);
        },
        [](const std::string&) {});
    return result;
}

Explained of_term(const Term& term)
{
    Explained result{.symbol = name(term.part),
                     .name = {label(term.part), {}},
                     .value = plain(quantity_words(term.value, unit_of(term.part))),
                     .expression = term.expression,
                     .words = term.words,
                     .source = term.source,
                     .known = {name(term.known_by), {}},
                     .ingredients = term.ingredients};
    std::replace(result.known.text.begin(), result.known.text.end(), '_', '-');
    return result;
}

Explained of_metric(const Estimate& estimate, const Metric& metric)
{
    Explained result{.symbol = metric.key,
                     .name = {metric.label, {}},
                     .value = plain(metric_text(metric, metric.value(estimate.parts))),
                     .words = {metric.definition, {}}};
    for (const MetricFormula& each : estimate.metrics)
        if (each.metric == result.symbol) {
            result.expression = each.expression;
            result.ingredients = each.ingredients;
        }
    return result;
}

Explained of_quantity(const Estimate& estimate, const Ingredient& quantity)
{
    return Explained{.symbol = quantity.symbol,
                     .name = quantity.name,
                     .value = plain(quantity_words(quantity.value, quantity.unit)),
                     .expression = quantity.expression,
                     .source = quantity.expression.empty() ? quantity.source : std::string(),
                     .key = quantity.key,
                     .ingredients = ingredients_of(estimate, quantity.expression)};
}

} // namespace

Argument quantity_words(double value, Unit unit)
{
    if (unit == Unit::None && value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e7)) {
        const std::string shown = fmt::format("{:.3g}", value); // "3.02e-12"
        if (const std::size_t exponent = shown.find('e'); exponent != std::string::npos)
            return Message{"%1" + shown.substr(exponent), {Quantity{std::stod(shown.substr(0, exponent))}}};
    }
    return Quantity{value, unit};
}

std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients)
{
    std::string filled;
    walk(
        formula::typeset(expression),
        [&](const std::string& symbol) {
            const auto found = std::find_if(ingredients.begin(), ingredients.end(),
                                            [&](const Ingredient& each) { return each.symbol == symbol; });
            filled += found == ingredients.end() ? symbol : english(quantity_words(found->value, found->unit));
        },
        [&](const std::string& rest) { filled += rest; });
    return filled;
}

Explained explained(const Estimate& estimate, const std::string& subject)
{
    Explained result;
    if (!estimate.parts.possible())
        return result;
    const auto term = std::find_if(estimate.terms.begin(), estimate.terms.end(),
                                   [&](const Term& each) { return subject == name(each.part); });
    if (term != estimate.terms.end())
        result = of_term(*term);
    else if (const Metric* metric = find_metric(subject))
        result = of_metric(estimate, *metric);
    else if (const Ingredient* quantity = quantity_named(estimate, subject))
        result = of_quantity(estimate, *quantity);
    if (!result.expression.empty()) {
        result.formula = formula::typeset(result.expression);
        result.filled = filled_in(result.expression, result.ingredients);
    }
    return result;
}

} // namespace plateau::narrate
