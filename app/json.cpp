// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/question.h"
#include "app/terminal.h"
#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/scaling_view.h"
#include "core/views/words.h"

namespace plateau::app {

namespace {

/// An object with room for so many members: one that grows copies all it holds.
Json with_room(std::size_t members)
{
    Json json = Json::object();
    json.get_ref<Json::object_t&>().reserve(members);
    return json;
}

/// A member that the object does not have yet.
void add(Json& json, std::string key, Json value)
{
    json.get_ref<Json::object_t&>().emplace_back(std::move(key), std::move(value));
}

} // namespace

Json number(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    if (value == std::floor(value) && std::abs(value) < 9e15)
        return static_cast<std::int64_t>(value);
    return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json to_json(const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return number(std::get<double>(value));
}

template<class S>
Json parameters_json(const S& scenario)
{
    const auto& rows = parameters<S>().rows();
    Json json = with_room(rows.size() + 4);
    add(json, "title", scenario.title);
    for (const Parameter<S>& parameter : rows) {
        const Value value = parameter.get(scenario);
        const bool is_switch = parameter.kind == ParameterKind::Switch && std::holds_alternative<double>(value);
        add(json, parameter.key, is_switch ? Json(std::get<double>(value) != 0) : to_json(value));
    }
    add(json, "overrides", Json::array());
    for (const auto& [key, value] : scenario.overrides)
        json["overrides"].push_back(key);
    return json;
}
template Json parameters_json(const LimitsScenario& scenario);

Json to_json(const Scenario& scenario)
{
    Json json = parameters_json(scenario);
    json["locked"] = scenario.locked;
    json["open"] = scenario.open;
    return json;
}

Json unsaid_json(const Scenario& scenario) { return unsaid_json(unsaid(scenario)); }

Json unsaid_json(const std::vector<Unsaid>& all)
{
    Json json;
    for (const char* kind : names_of<UnsaidKind>)
        json[kind] = Json::array();
    for (const Unsaid& entry : all) {
        Json one;
        if (entry.kind != UnsaidKind::Unknown) {
            one["parameter"] = entry.parameter.empty() ? entry.key : entry.parameter;
            one["value"] = entry.value.empty() ? Json(nullptr) : Json(entry.value);
        }
        if (!entry.key.empty())
            one["key"] = entry.key;
        if (!entry.text.empty())
            one["text"] = entry.text;
        if (entry.line > 0)
            one["line"] = entry.line;
        one["why"] = english(entry.why);
        json[name(entry.kind)].push_back(std::move(one));
    }
    return json;
}

Json price_json(const Scenario& scenario)
{
    const bool owned = scenario.assumptions.money.pricing == Pricing::Owned;
    const bool is_set = scenario.overrides.contains(owned ? "capex_per_gpu" : "usd_per_gpu_hour");
    const catalog::Price& rent = scenario.cluster.accelerator.price;
    const catalog::PurchasePrice& purchase = scenario.cluster.accelerator.purchase;
    const auto words = [&](const std::string& text) { return is_set || text.empty() ? Json(nullptr) : Json(text); };
    const auto listed = [&](double usd) { return is_set || owned || usd <= 0 ? Json(nullptr) : number(usd); };
    return {{"usd", number(owned ? scenario.assumptions.money.usd_per_gpu : scenario.assumptions.usd_per_gpu_hour)},
            {"per", owned ? "gpu" : "gpu_hour"},
            {"low", listed(rent.low)},
            {"high", listed(rent.high)},
            {"date", words(owned ? purchase.date : rent.date)},
            {"source", words(owned ? purchase.source : rent.source)}};
}

std::string unsaid_text(const Scenario& scenario) { return unsaid_text(unsaid(scenario)); }

std::string unsaid_text(const std::vector<Unsaid>& all)
{
    std::string text;
    for (const Message& line : narrate::unsaid_lines(all))
        text += english(line) + "\n";
    return text;
}

Json to_json(const Plan& plan)
{
    Json json;
    for (const PlanDimension& dimension : plan_dimensions) {
        if (!dimension.reported)
            continue;
        const int value = dimension.get(plan);
        if (dimension.is_switch)
            json[dimension.key] = value != 0;
        else if (dimension.options.empty())
            json[dimension.key] = value;
        else
            json[dimension.key] = plan_value_name(dimension, value);
    }
    return json;
}

Json to_json(const Ingredient& ingredient)
{
    Json json = with_room(7);
    add(json, "symbol", ingredient.symbol);
    add(json, "name", english(ingredient.name));
    add(json, "value", number(ingredient.value));
    add(json, "unit", units::si_name(ingredient.unit));
    add(json, "source", ingredient.expression.empty() ? ingredient.source : std::string("computed"));
    if (!ingredient.key.empty())
        add(json, "key", ingredient.key);
    if (!ingredient.expression.empty())
        add(json, "expression", ingredient.expression);
    return json;
}

Json known_json(const evidence::Nearest& nearest, const Scenario& scenario, const Parts& parts)
{
    const bool possible = parts.possible();
    const auto known = [possible](double value) { return possible ? number(value) : Json(nullptr); };
    const ReachBand step = step_band(nearest, scenario, parts);
    const ReachBand memory = band_of(nearest.doubt.memory * nearest.doubt.memory);
    Json json;
    json["known_by"] = possible ? Json(name(nearest.known)) : Json(nullptr);
    json["nearest_run"] = nearest.run.empty() ? Json(nullptr) : Json(nearest.run);
    json["distance"] = number(nearest.distance.total());
    json["step_time_low_s"] = known(parts.step_seconds * step.low);
    json["step_time_high_s"] = known(parts.step_seconds * step.high);
    json["memory_low_bytes"] = known(parts.memory_bytes * memory.low);
    json["memory_high_bytes"] = known(parts.memory_bytes * memory.high);
    const evidence::MemoryChances chances = memory_chances(parts, nearest.doubt);
    json["chance_to_fit"] = known(chances.fits);
    json["chance_to_thrash"] = known(chances.thrashes);
    return json;
}

constexpr auto each_to_json = [](const auto& thing) { return to_json(thing); };

Json to_json(const Term& term)
{
    Json json = with_room(11);
    add(json, "name", name(term.part));
    add(json, "label", label(term.part));
    add(json, "kind", name(kind(term.part)));
    if (term.part < first_memory_part) {
        add(json, "seconds", number(term.busy));
        add(json, "exposed_seconds", number(term.value));
    } else if (term.part < first_power_part) {
        add(json, "bytes", number(term.value));
    } else if (term.part < first_cost_part) {
        add(json, "watts", number(term.value));
    } else {
        add(json, "usd", number(term.value));
    }
    add(json, "formula", term.formula);
    add(json, "expression", term.expression);
    add(json, "words", english(term.words));
    add(json, "ingredients", list_of(term.ingredients, each_to_json));
    add(json, "source", term.source);
    add(json, "known_by", known_words(term.known_by));
    return json;
}

Json to_json(const CollectiveUse& use)
{
    return {{"operation", name(use.operation)},
            {"among", name(use.among)},
            {"ranks", number(use.ranks)},
            {"domains", number(use.domains)},
            {"bytes", number(use.bytes)},
            {"algorithm", name(use.algorithm)},
            {"protocol", name(use.protocol)},
            {"seconds", number(use.seconds)},
            {"latency_s", number(use.latency_seconds)}};
}

Json answer(const Parts& parts, const Message& reason)
{
    Json json;
    const bool possible = parts.possible();
    json["fits"] = parts.fits();
    json["verdict"] = name(parts.verdict);
    json["reason"] = parts.fits() || reason.empty() ? Json(nullptr) : Json(english(reason));
    for (const Metric& metric : metrics())
        json[metric.key] = possible ? number(metric.value(parts)) : Json(nullptr);
    json["gpus_used"] = possible ? number(parts.gpus_used) : Json(nullptr);
    json["micro_batches"] = possible ? number(parts.micro_batches) : Json(nullptr);
    json["plan"] = to_json(parts.plan);
    return json;
}

/// What a device of each pipeline stage has.
Json stages_json(const Scenario& scenario, const Plan& plan)
{
    Json json = Json::array();
    const auto prepared = prepare(scenario);
    const std::vector<Peak> moments = peaks(timeline(*prepared, plan, 0));
    for (const Stage& stage : stages(*prepared, plan)) {
        const Peak& peak = moments[json.size()];
        Json memory, largest = Json::array();
        for (std::size_t i = 0; i < stage.memory.size(); ++i)
            memory[name(Part(int(first_memory_part) + int(i)))] = number(stage.memory[i]);
        for (const Part part : narrate::largest_parts(stage))
            largest.push_back(name(part));
        json.push_back({{"stage", json.size() + 1},
                        {"layers", number(stage.layers)},
                        {"embedding", number(stage.embedding)},
                        {"head", number(stage.head)},
                        {"parameters", number(stage.parameters)},
                        {"micro_batches_in_flight", number(stage.micro_batches_in_flight)},
                        {"seconds", number(stage.seconds)},
                        {"memory_bytes", number(stage.bytes())},
                        {"memory", memory},
                        {"peak",
                         {{"moment", stage.fullest_at_loss() ? "loss" : "backward"},
                          {"micro_batch", peak.micro_batch + 1},
                          {"seconds", number(peak.seconds)},
                          {"largest", largest}}}});
    }
    return json;
}

void add_parameters(Json& json, const catalog::ModelShape& shape)
{
    json["parameters"] = number(catalog::total_parameters(shape));
    json["active_parameters"] = number(catalog::active_parameters(shape));
}

Json to_json(const Scenario& scenario, const Estimate& estimate)
{
    Json json = with_room(128);
    json["scenario"] = to_json(scenario);
    add_parameters(json, scenario.workload.shape);
    json.update(unsaid_json(scenario));
    json["price"] = price_json(scenario);
    json.update(answer(estimate.parts, estimate.reason));
    json["reason_key"] = estimate.reason_key.empty() ? Json(nullptr) : Json(estimate.reason_key);
    json["remarks"] = Json::array();
    for (const narrate::Remark& remark : narrate::remarks(scenario, estimate.parts))
        json["remarks"].push_back({{"text", english(remark.text)}, {"metric", remark.metric}, {"key", remark.key}});
    json["terms"] = estimate.parts.possible() ? list_of(estimate.terms, each_to_json) : Json::array();
    json["stages"] = estimate.parts.possible() ? stages_json(scenario, estimate.parts.plan) : Json::array();
    json["collectives"] = list_of(estimate.collectives, each_to_json);
    json["collective_library"] = scenario.cluster.accelerator.transport.version;
    json["quantities"] = list_of(estimate.quantities, each_to_json);
    return json;
}

std::string json_text(const Json& document, int indent)
{
    const std::string plain = document.dump(indent, ' ', false, Json::error_handler_t::replace);
    const auto stays = [](char letter) { return letter == '\x7f' || letter == '\xc2'; };
    std::string text;
    text.reserve(plain.size());
    for (auto from = plain.begin(); from != plain.end();) { // dump() escapes what is below a space; DEL and C1 remain
        const auto at = std::find_if(from, plain.end(), stays);
        text.append(from, at);
        const bool second = at != plain.end() && at + 1 != plain.end() && *at == '\xc2';
        const bool is_control = second && static_cast<unsigned char>(at[1]) < 0xA0;
        if (is_control)
            text += fmt::format("\\u{:04x}", static_cast<unsigned char>(at[1]));
        else if (at != plain.end())
            text += *at == '\x7f' ? "\\u007f" : "\xc2";
        from = at == plain.end() ? at : at + (is_control ? 2 : 1);
    }
    return text;
}

void print(const Json& document)
{
    const bool one_line = captured_here() != nullptr;
    if (one_line && document.contains("id")) { // of a batch: the question's id takes its place
        Json answer = document;
        answer["chosen"] = answer["id"];
        answer.erase("id");
        return print(answer);
    }
    std::string text = json_text(document, one_line ? -1 : 2);
    text.insert(1,
                fmt::format("{}\"{}\":{}{}{}", one_line ? "" : "\n  ", json_version_key, one_line ? "" : " ",
                            json_version, document.empty() ? "" : ","));
    put(one_line ? text : text + "\n");
}

std::string known_words(catalog::KnownBy known_by)
{
    std::string words = name(known_by);
    std::replace(words.begin(), words.end(), '_', '-');
    return words;
}

} // namespace plateau::app
