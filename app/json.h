// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/evidence/known.h"

/// Scenarios and estimates as JSON, with the keys that scripts rely on. SI units; non-finite numbers are null.
namespace plateau::app {

using Json = nlohmann::ordered_json;

/// Which keys a document has: resources/json/plateau.schema.json. Goes up with a change that a script may notice;
/// CHANGELOG.md names what changed.
inline constexpr const char* json_version_key = "json_version";
inline constexpr int json_version = 4;

Json number(double value);
/// Null where there is none.
Json number(const std::optional<double>& value);
Json to_json(const Value& value);
/// The title, every parameter's value, and which of them were chosen.
template<class S>
Json parameters_json(const S& scenario);
/// A scenario's parameters as parameters_json() writes them, and which were locked or left open.
Json to_json(const Scenario& scenario);
/// `missing`, `assumed` and `unknown`: what the answer hangs on that nobody said (core/question/scenario/unsaid.h).
Json unsaid_json(const std::vector<Unsaid>& all);
Json unsaid_json(const Scenario& scenario);
/// `price`: what money is counted with, when and where it was seen.
Json price_json(const Scenario& scenario);
/// What unsaid_json() says, for a reader at a terminal, a line for each list that is not empty. No --quiet hides it.
std::string unsaid_text(const std::vector<Unsaid>& all);
std::string unsaid_text(const Scenario& scenario);
Json to_json(const Plan& plan);
Json to_json(const Term& term);
Json to_json(const CollectiveUse& use);
/// `known_by`, the nearest run with its distance (null: none), bands of eight in ten of step time and memory, and the
/// chance that the plan fits; nulls where it is impossible.
Json known_json(const evidence::Nearest& nearest, const Scenario& scenario, const Parts& parts);

/// Verdict, reason, scalars and the plan in use: one row of a sweep.
Json answer(const Parts& parts, const Message& reason = {});
/// The answer with the scenario in front and the terms behind.
Json to_json(const Scenario& scenario, const Estimate& estimate);
/// Of a model: all, and those at work on one token.
void add_parameters(Json& json, const catalog::ModelShape& shape);

/// What `make` makes of each of the items.
template<class Items, class Make, class List = Json>
List list_of(const Items& items, const Make& make)
{
    List list = List::array();
    for (const auto& item : items)
        list.push_back(make(item));
    return list;
}

std::string known_words(catalog::KnownBy known_by);

/// As text, without what would steer a terminal; `indent` -1: on one line.
std::string json_text(const Json& document, int indent);
/// Prints the document on standard output, its version first, and a line feed; a captured one on one line without it.
void print(const Json& document);

} // namespace plateau::app
