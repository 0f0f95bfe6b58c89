// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "core/answers/step.h"
#include "core/catalog/catalog.h"
#include "core/help/writer.h"
#include "core/math/formula/glossary.h"
#include "core/model/metrics.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/view.h"
#include "core/views/why.h"

namespace plateau::help {

namespace {

bool is_number(const ParameterDescription& row)
{
    return row.kind == ParameterKind::Number || row.kind == ParameterKind::Whole;
}

std::string range_words(const Writer& writer, const ParameterDescription& row)
{
    std::string words = writer.say(PLATEAU_TEXT("%1 to %2"),
                                   {value_words(row, Value(row.minimum)), value_words(row, Value(row.maximum))});
    if (row.unlimited)
        words += writer.say(PLATEAU_TEXT(", or unlimited"));
    if (!row.zero_name.empty())
        words += writer.say(PLATEAU_TEXT(", or 0: %1"), {Word{row.zero_label}});
    if (row.may_be_auto)
        words += writer.say(PLATEAU_TEXT(", or auto: the search chooses"));
    return words;
}

const char* effect_words(const ParameterDescription& row)
{
    switch (row.on_step) {
    case catalog::OnStep::Nothing:
        return PLATEAU_TEXT("It does not change the step time.");
    case catalog::OnStep::NeverFaster:
        return PLATEAU_TEXT("More of it never makes a step faster.");
    case catalog::OnStep::NeverSlower:
        return PLATEAU_TEXT("More of it never makes a step slower.");
    case catalog::OnStep::Anything:
        break;
    }
    return PLATEAU_TEXT("More of it may make a step faster or slower.");
}

std::string row_words(const Writer& writer, const ParameterDescription& row, const std::string& anchor,
                      const std::string& usual, bool is_of_limits)
{
    std::string text = writer.entry(anchor, writer.say(row.label), 4) + writer.say(row.help) + "\n\n";
    text += Writer::item(writer.say(PLATEAU_TEXT("Key")), code(row.key));
    if (is_number(row))
        text += Writer::item(writer.say(PLATEAU_TEXT("Range")), range_words(writer, row));
    text += Writer::item(writer.say(PLATEAU_TEXT("Default")),
                         usual + (usual.empty() || row.provenance.empty() ? "" : "; ") + writer.say(row.provenance));
    if (const auto* assumed = catalog::assumed(writer.catalog(), row.key))
        text += Writer::item(writer.say(PLATEAU_TEXT("Source")),
                             writer.number(catalog::words_of_file(assumed->source, catalog::is_shipped(assumed->file)))
                                 + " (" + writer.known(assumed->known_by) + ")");
    if (is_number(row) && !is_of_limits)
        text += Writer::item(writer.say(PLATEAU_TEXT("Effect")), writer.say(effect_words(row)));
    for (const Option& option : row.options)
        text += "- " + code(option.value) + " " + writer.say(option.label)
            + (option.help.empty() ? "" : ": " + writer.say(option.help)) + "\n";
    return text + "\n";
}

template<class S>
std::string table_words(const Writer& writer, const ParameterTable<S>& table, const Expected<S>& usual,
                        const std::set<std::string>& named)
{
    std::string text;
    for (const ParameterGroup& group : parameter_groups()) {
        std::string rows;
        for (const Parameter<S>& row : table.rows())
            if (row.group == group.name)
                rows += row_words(writer, row, (named.count(row.key) ? of_limits : "") + row.key,
                                  usual ? writer.number(value_words(row, row.get(*usual))) : std::string(),
                                  std::is_same_v<S, LimitsScenario>);
        if (!rows.empty())
            text += "### " + writer.say(group.title) + "\n\n" + rows;
    }
    return text;
}

} // namespace

std::string parameters_block(const Writer& writer)
{
    std::set<std::string> named;
    for (const TrainingParameter& row : training_parameters().rows())
        named.insert(row.key);
    return "## " + writer.say(PLATEAU_TEXT("Of a training run")) + "\n\n"
        + table_words(writer, training_parameters(), default_scenario(writer.catalog()), {}) + "## "
        + writer.say(PLATEAU_TEXT("Of the limits of scaling")) + "\n\n"
        + table_words(writer, limits_parameters(), default_limits_scenario(writer.catalog()), named);
}

namespace {

/// A question whose terms are shown as examples.
struct Example {
    std::string title;
    Scenario scenario;
    Estimate estimate;
};

struct Change {
    const char* key;
    const char* value;
};
struct ExampleQuestion {
    const char* scenario;
    std::vector<Change> changes = {};
};

const std::vector<ExampleQuestion>& example_questions()
{
    static const std::vector<ExampleQuestion> all{
        {"fernandez-weak-scaling"},
        {"fernandez-hsdp"},
        {"fernandez-weak-scaling", {{"stack", "torchtitan"}}},
        {"fernandez-weak-scaling", {{"hardware", "b200"}, {"precision", "mxfp8"}}},
        {"fernandez-weak-scaling", {{"compute_slowdown", "0.1"}}},
        {"fernandez-weak-scaling", {{"offload_optimizer", "1"}}},
        {"fernandez-weak-scaling", {{"pricing", "owned"}}},
        {"fernandez-weak-scaling", {{"recompute", "full"}}},
        {"fernandez-weak-scaling", {{"cp", "2"}}},
        {"llama3-405b-16k-h100"},
        {"mixtral-8x22b-256-h100"},
    };
    return all;
}

std::string title_of(const Scenario& scenario, const ExampleQuestion& question)
{
    std::string title = scenario.title;
    for (const Change& change : question.changes)
        title += std::string(", ") + change.key + "=" + change.value;
    return title;
}

/// Examples made of shipped scenarios and of changes to them, so that every term is more than nothing in one of them.
std::vector<Example> examples(answers::Answers& answers)
{
    const catalog::Catalog& catalog = answers.data()->catalog();
    std::vector<Example> all;
    for (const ExampleQuestion& question : example_questions()) {
        Expected<Scenario> scenario = find_scenario(catalog, question.scenario);
        for (const Change& change : question.changes)
            if (scenario)
                scenario = with(catalog, *scenario, change.key, change.value);
        if (scenario)
            all.push_back({title_of(*scenario, question), *scenario,
                           *answers.get<answers::StepEstimate>(answers::TrainingQuestion(*scenario))});
    }
    return all;
}

} // namespace

std::string metrics_block(const Writer& writer)
{
    const std::vector<Example> all = examples(*writer.answers());
    std::string text;
    for (const Metric& metric : metrics()) {
        text += writer.entry(metric.key, writer.say(metric.label)) + writer.say(metric.definition) + "\n\n";
        text += "- **" + writer.say(PLATEAU_TEXT("Key")) + ":** " + code(metric.key)
            + (*metric.word ? ", " + code(metric.word) : std::string()) + "\n";
        if (*metric.shown_in.words.usual)
            text += "- **" + writer.say(PLATEAU_TEXT("Unit")) + ":** " + writer.say(metric.shown_in.words.usual) + "\n";
        if (!all.empty())
            if (const auto told = narrate::explained(all.front().estimate, metric.key); !told.formula.empty())
                text += "- **" + writer.say(PLATEAU_TEXT("Formula")) + ":** " + code(told.formula) + "\n";
        text += "\n";
    }
    return text;
}

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
        + writer.number(narrate::quantity_words(term.value, narrate::unit_of(term.part))) + "**. "
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

/// The views that stand in a dock of their own.
std::string views_block(const Writer& writer)
{
    std::string all;
    for (const views::View& view : views::all())
        if (*view.dock)
            all += std::string("\n<a id=\"") + views::dock_name(view) + "\"></a>\n**" + writer.say(view.dock) + ".** "
                + writer.say(view.title) + ".\n";
    return all;
}

} // namespace plateau::help
