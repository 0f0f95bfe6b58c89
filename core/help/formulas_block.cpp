// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "core/help/examples.h"
#include "core/help/writer.h"
#include "core/math/formula/glossary.h"
#include "core/views/why.h"

namespace plateau::help {

namespace {

struct ExampleTerm {
    const Example* example = nullptr;
    const Term* term = nullptr;
};

ExampleTerm first_with(const std::vector<Example>& examples, Part part)
{
    for (const Example& example : examples)
        for (const Term& term : example.estimate.terms)
            if (term.part == part)
                return {&example, &term};
    return {};
}

units::Unit unit_of(Part part)
{
    return part < first_memory_part ? units::Unit::Seconds
        : part < first_power_part   ? units::Unit::Bytes
        : part < first_cost_part    ? units::Unit::Watts
                                    : units::Unit::Usd;
}

std::string origin(const Writer& writer, const Ingredient& quantity)
{
    if (!quantity.expression.empty())
        return code(formula::typeset(quantity.expression));
    const std::string source = writer.say(quantity.source);
    return quantity.key.empty() ? source : "[" + code(quantity.key) + "](parameters.md#" + quantity.key + ") " + source;
}

using Quantities = std::map<std::string, const Ingredient*>; ///< by symbol

std::string quantity_table(const Writer& writer, const std::vector<const Ingredient*>& quantities)
{
    std::string table = Writer::head({writer.say(PLATEAU_TEXT("Symbol")), writer.say(PLATEAU_TEXT("What it is")),
                                      writer.say(PLATEAU_TEXT("In the example")), writer.say(PLATEAU_TEXT("From"))});
    for (const Ingredient* each : quantities)
        table += Writer::row({code(each->symbol), writer.say(each->name),
                              writer.number(narrate::quantity_words(each->value, each->unit)), origin(writer, *each)});
    return table + "\n";
}

std::string term_words(const Writer& writer, const ExampleTerm& shown, Quantities& seen)
{
    const Term& term = *shown.term;
    std::string text = writer.entry(name(term.part), writer.say(label(term.part))) + writer.say(term.words) + "\n\n";
    text += "    " + std::string(name(term.part)) + " = " + term.formula + "\n\n";
    std::vector<const Ingredient*> named;
    for (const Ingredient& ingredient : term.ingredients)
        named.push_back(&ingredient);
    text += quantity_table(writer, named);
    text += writer.say(PLATEAU_TEXT("Example"), {}) + ": " + escaped(shown.example->title) + ", **"
        + writer.number(narrate::quantity_words(term.value, unit_of(term.part))) + "**. "
        + writer.say(PLATEAU_TEXT("Source")) + ": " + writer.say(term.source) + " (" + writer.known(term.known_by)
        + ").\n\n";
    for (const Ingredient& quantity : shown.example->estimate.quantities)
        seen.emplace(quantity.symbol, &quantity);
    return text;
}

const char* kind_title(Part part)
{
    return part < first_memory_part ? PLATEAU_TEXT("Seconds of a step")
        : part < first_power_part   ? PLATEAU_TEXT("Bytes of a GPU")
        : part < first_cost_part    ? PLATEAU_TEXT("Watts for each GPU, facility included")
                                    : PLATEAU_TEXT("Dollars for a million tokens");
}

} // namespace

std::string formulas_block(const Writer& writer)
{
    const std::vector<Example> all = examples(*writer.answers());
    std::string text;
    Quantities seen;
    const char* title = "";
    for (int i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        if (const char* next = kind_title(part); std::string(next) != title) {
            text += "## " + writer.say(next) + "\n\n";
            title = next;
        }
        if (const ExampleTerm shown = first_with(all, part); shown.term)
            text += term_words(writer, shown, seen);
    }
    std::vector<const Ingredient*> computed;
    for (const auto& [symbol, quantity] : seen)
        if (!quantity->expression.empty())
            computed.push_back(quantity);
    return text + "## " + writer.say(PLATEAU_TEXT("Quantities that are computed themselves")) + "\n\n"
        + quantity_table(writer, computed);
}

} // namespace plateau::help
