// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/explanation.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "core/catalog/known_by.h"
#include "core/formula/glossary.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// Quantities of an answer that its terms do not name.
struct AnswerQuantity {
    const char* symbol;
    const char* name;
    Unit unit;
    double (*value)(const Parts&);
};
constexpr AnswerQuantity answer_quantities[] = {
    {"F", PLATEAU_TEXT("model FLOP per token, as MFU counts them"), Unit::Flop,
     [](const Parts& p) { return p.model_flop_per_token; }},
    {"F_executed", PLATEAU_TEXT("the same, with what is computed again"), Unit::Flop,
     [](const Parts& p) { return p.executed_flop_per_token; }},
    {"P_peak", PLATEAU_TEXT("dense peak of an accelerator"), Unit::FlopPerSecond,
     [](const Parts& p) { return p.peak_flops; }},
    {"n", PLATEAU_TEXT("accelerators at work"), Unit::Count, [](const Parts& p) { return p.gpus_used; }},
    {"t_wait", PLATEAU_TEXT("communication the step waits for"), Unit::Seconds,
     [](const Parts& p) { return p.communication_seconds(); }},
    {"t_all", PLATEAU_TEXT("all communication, hidden or not"), Unit::Seconds,
     [](const Parts& p) { return p.communication_busy_seconds(); }},
    {"P_facility", PLATEAU_TEXT("power of the facility"), Unit::Watts, [](const Parts& p) { return p.facility_watts; }},
    {"goodput", PLATEAU_TEXT("share of the time that advances the run"), Unit::Fraction,
     [](const Parts& p) { return p.goodput; }},
    {"t_run", PLATEAU_TEXT("time of the run"), Unit::Seconds, [](const Parts& p) { return p.run_seconds; }},
    {"cost", PLATEAU_TEXT("dollars per million tokens"), Unit::Usd,
     [](const Parts& p) { return p.usd_per_million_tokens; }},
    {"E_run", PLATEAU_TEXT("energy of the run"), Unit::Joules, [](const Parts& p) { return p.run_joules; }},
};

/// What a metric is made of, over the quantities of the estimate and those above. `sum`: of all terms of a kind.
struct MetricFormula {
    const char* metric;
    const char* expression;
    PartKind sum = PartKind::Idle; ///< Idle: none
};
constexpr MetricFormula metric_formulas[] = {
    {"tokens_per_s", "global_batch * s / t_step"},
    {"tokens_per_s_per_gpu", "tokens_per_s / n"},
    {"mfu", "tokens_per_s * F / (n * P_peak)"},
    {"hfu", "tokens_per_s * F_executed / (n * P_peak)"},
    {"communication_fraction", "t_wait / t_step"},
    {"communication_busy_fraction", "min(1, t_all / t_step)"},
    {"bubble_fraction", "pipeline_bubble / t_step"},
    {"memory_bytes_per_gpu", "", PartKind::Memory},
    {"power_w_per_gpu", "P_board"},
    {"tokens_per_joule", "tokens_per_s / P_facility"},
    {"model_gflop_per_joule", "F * tokens_per_s / P_facility / 1000000000"},
    {"usd_per_million_tokens", "", PartKind::Cost},
    {"run_days", "tokens / (tokens_per_s * goodput) / 86400"},
    {"usd_total", "cost * tokens_per_s * t_run / 1000000"},
    {"energy_mwh", "P_facility * t_run / 3600000000"},
    {"kg_co2e", "E_run * intensity"},
};

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

Ingredient as_ingredient(const Term& term)
{
    return {name(term.part), {label(term.part), {}}, term.value, unit_of(term.part), term.source, {}, term.expression};
}

std::optional<Ingredient> term_named(const Estimate& estimate, const std::string& symbol)
{
    for (const Term& term : estimate.terms)
        if (symbol == name(term.part))
            return as_ingredient(term);
    return {};
}

/// A quantity by its symbol, whoever has it. In the formula of a term or a quantity a symbol may also be that of
/// another rank's share, in one of a metric it is the term's.
enum class Within { Term, Metric };
std::optional<Ingredient> find(const Estimate& estimate, const Scenario& scenario, const std::string& symbol,
                               Within within)
{
    const auto term = term_named(estimate, symbol);
    if (term && within == Within::Metric)
        return term;
    for (const Ingredient& quantity : estimate.quantities)
        if (quantity.symbol == symbol)
            return quantity;
    if (term)
        return term;
    for (const AnswerQuantity& quantity : answer_quantities)
        if (symbol == quantity.symbol)
            return Ingredient{symbol, {quantity.name, {}}, quantity.value(estimate.parts), quantity.unit, {}, {}, {}};
    if (symbol == "tokens")
        return Ingredient{
            symbol, {PLATEAU_TEXT("tokens of the run"), {}}, scenario.workload.tokens, Unit::Tokens, {}, "tokens", {}};
    if (symbol == "intensity")
        return Ingredient{symbol,
                          {PLATEAU_TEXT("carbon of the electricity, kg per joule"), {}},
                          scenario.assumptions.money.grid_g_per_kwh / 3.6e9,
                          Unit::None,
                          {},
                          "grid_intensity",
                          {}};
    return {};
}

void fill(Explained& result, const Estimate& estimate, const Scenario& scenario, Within within)
{
    std::vector<std::string> seen;
    walk(
        result.expression,
        [&](const std::string& symbol) {
            if (std::find(seen.begin(), seen.end(), symbol) != seen.end())
                return;
            seen.push_back(symbol);
            if (auto found = find(estimate, scenario, symbol, within))
                result.ingredients.push_back(std::move(*found));
        },
        [](const std::string&) {});
    if (result.expression.empty())
        return;
    result.formula = formula::typeset(result.expression);
    result.filled = filled_in(result.expression, result.ingredients);
}

Explained of_term(const Term& term)
{
    Explained result;
    result.symbol = name(term.part);
    result.name = {label(term.part), {}};
    result.value = quantity_words(term.value, unit_of(term.part));
    result.expression = term.expression;
    result.words = term.words;
    result.source = term.source;
    result.known = {catalog::name(term.known_by), {}};
    std::replace(result.known.text.begin(), result.known.text.end(), '_', '-');
    return result;
}

Explained of_quantity(const Ingredient& quantity)
{
    Explained result;
    result.symbol = quantity.symbol;
    result.name = quantity.name;
    result.value = quantity_words(quantity.value, quantity.unit);
    result.expression = quantity.expression;
    result.source = quantity.expression.empty() ? quantity.source : std::string();
    result.key = quantity.key;
    return result;
}

std::string sum_of(const Estimate& estimate, PartKind wanted)
{
    std::string sum;
    for (const Term& term : estimate.terms)
        if (kind(term.part) == wanted)
            sum += (sum.empty() ? "" : " + ") + std::string(name(term.part));
    return sum;
}

} // namespace

std::string quantity_words(double value, Unit unit)
{
    if (unit == Unit::None && value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e7))
        return fmt::format("{:.3g}", value);
    return units::format(value, unit);
}

std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients)
{
    std::string filled;
    walk(
        formula::typeset(expression),
        [&](const std::string& symbol) {
            const auto found = std::find_if(ingredients.begin(), ingredients.end(),
                                            [&](const Ingredient& each) { return each.symbol == symbol; });
            filled += found == ingredients.end() ? symbol : quantity_words(found->value, found->unit);
        },
        [&](const std::string& rest) { filled += rest; });
    return filled;
}

Explained explained(const Estimate& estimate, const Scenario& scenario, const std::string& subject)
{
    Explained result;
    Within within = Within::Term;
    if (!estimate.parts.possible())
        return result;
    const auto term = std::find_if(estimate.terms.begin(), estimate.terms.end(),
                                   [&](const Term& each) { return subject == name(each.part); });
    const auto told = std::find_if(std::begin(metric_formulas), std::end(metric_formulas),
                                   [&](const MetricFormula& each) { return subject == each.metric; });
    if (term != estimate.terms.end())
        result = of_term(*term);
    else if (subject == "step_time_s") {
        if (const auto step = find(estimate, scenario, "t_step", Within::Term))
            result = of_quantity(*step);
    } else if (const Metric* metric = find_metric(subject); metric && told != std::end(metric_formulas)) {
        result.symbol = metric->key;
        result.name = {metric->label, {}};
        result.value = metric_text(*metric, metric->value(estimate.parts));
        result.words = {metric->definition, {}};
        within = Within::Metric;
        result.expression = told->sum == PartKind::Idle ? told->expression : sum_of(estimate, told->sum);
    } else if (const auto quantity = find(estimate, scenario, subject, Within::Term))
        result = of_quantity(*quantity);
    else if (metric) {
        result.symbol = metric->key;
        result.name = {metric->label, {}};
        result.value = metric_text(*metric, metric->value(estimate.parts));
        result.words = {metric->definition, {}};
    }
    fill(result, estimate, scenario, within);
    return result;
}

} // namespace plateau::narrate
