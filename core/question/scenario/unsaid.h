// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/text/messages/error.h"
#include "core/text/messages/message.h"
#include "core/text/messages/names.h"

/// What an answer hangs on and nobody said: it stands beside every figure that rests on it.
namespace plateau {

struct Scenario;

namespace catalog {
struct Catalog;
}

enum class UnsaidKind {
    Missing, ///< not said, and it decides; a stand-in is named, or what follows from it is left out
    Assumed, ///< not said, and taken: a program's default, what follows from other settings, what --assume takes
    Unknown, ///< said, and not understood
};
template<>
inline constexpr std::array names_of<UnsaidKind>{"missing", "assumed", "unknown"};

struct Unsaid {
    UnsaidKind kind = UnsaidKind::Missing;
    std::string parameter = {}; ///< empty: no parameter of ours
    std::string value = {}; ///< what stands in, as people type it; empty: nothing does. In Choices only what was chosen
    Message why = {};
    std::string key = {}, text = {}; ///< of the file's line, as they stand there; empty: no line is about it
    std::string file = {};
    int line = 0, column = 0; ///< from 1; 0: no line is about it
};

/// All that nobody said: what a reader found in the file (Choices::unsaid), then the house's own parameters that decide
/// (hardware, model, GPUs, sequence, batch, software) at their defaults, and the length of the run. What was set since
/// is on no list. Values are those the scenario has now.
std::vector<Unsaid> unsaid(const Scenario& scenario);

/// The entry of that parameter; nothing where it was said.
const Unsaid* find_unsaid(const std::vector<Unsaid>& list, const std::string& parameter);

/// Fails where one of the parameters is missing: an answer for a stand-in would be about something else. The error
/// names the line of the file that looks like it, and what to type.
Expected<void> require_said(const Scenario& scenario, std::initializer_list<const char*> parameters);

/// Whether anybody said how many tokens the run has: only then has it days and a cost.
bool is_length_said(const Scenario& scenario);
/// The tokens that time and money are told for: the run's, or a million where nobody said how long it is.
double told_tokens(const Scenario& scenario);

/// Takes the stand-ins: what is missing and has one is assumed; a run is 10^12 tokens long, but one that trains
/// adapters, whose length nobody can guess.
Expected<Scenario> with_stand_ins(const catalog::Catalog& catalog, const Scenario& scenario);

/// Takes the entries of a parameter off a list: somebody said it.
void say_parameter(std::vector<Unsaid>& list, const std::string& key);

/// What a saved scenario keeps of the list, "model=llama2_7b" by kind, and back. Of a parameter that has another value
/// than was kept a person has said it since.
std::vector<std::string> kept_unsaid(const std::vector<Unsaid>& list, UnsaidKind kind);
Unsaid read_unsaid(UnsaidKind kind, const std::string& kept);

} // namespace plateau
