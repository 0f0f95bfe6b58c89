// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/json.h"
#include "core/catalog/catalog.h"
#include "core/model/estimate.h"

/// What annexes bring to the terminal: core/registers.h says how they join.
namespace plateau::app {

/// A flag that an annex adds to a command of the house.
struct AddedFlag {
    const char* command; ///< "export"
    Flag flag;
    Expected<int> (*run)(const Arguments&) = nullptr; ///< answers in the command's place where the flag is given
};

/// What may stand as the value of a flag: completions of shells list it.
struct ValueWords {
    const char* form; ///< of the flag's value: "PROGRAM"
    std::vector<std::string> (*words)();
};

/// What an annex says of a plan beside its estimate, by the commands that answer with plans.
struct PlanOutput {
    /// Before anything is computed.
    Expected<void> (*check)(const Arguments&) = [](auto&...) { return Expected<void>(); };
    /// Keys of the plan's JSON.
    void (*add)(Json&, const Arguments&, const Parts&, const Scenario&) = [](auto&...) {};
    /// Below a table; empty: nothing.
    std::string (*text)(const Arguments&, const Parts&, const Scenario&) = [](auto&...) { return std::string(); };
    /// Before a search: what the scenario becomes, and what is said of that.
    void (*pose)(const Arguments&, const catalog::Catalog&, Scenario&) = [](auto&...) {};
    /// How much of a plan it cannot say.
    std::size_t (*unsaid)(const Arguments&, const Parts&, const Scenario&) = [](auto&...) { return std::size_t(0); };
};

/// A file that is no scenario, read as one, with what it does not say (Choices::unsaid) once these are set. Nothing for
/// a file that is not known; an error for one that is and holds no scenario.
using ScenarioReader
    = std::optional<Expected<Scenario>> (*)(const catalog::Catalog&, const std::string& file,
                                            const std::vector<std::pair<std::string, Value>>& settings);

/// A part of `plateau catalog`.
struct CatalogSection {
    const char* name;
    const char* also; ///< everyday words for it
    Json (*list)(const catalog::Catalog&);
    bool has_ids = false; ///< that people ask for without their section
};
/// What every entry of a list has.
Json catalog_entry(const std::string& name, const std::string& title, const std::string& file);

struct Registers {
    std::vector<const Command*> commands;
    std::vector<AddedFlag> flags; ///< stand behind the command's own
    std::vector<ValueWords> values;
    PlanOutput plan_output;
    std::vector<ScenarioReader> readers; ///< asked in order; the first that can read a file does
    std::vector<CatalogSection> catalog;
};

const Registers& registers();

} // namespace plateau::app
