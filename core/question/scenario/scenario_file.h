// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/question/scenario/scenario.h"

namespace plateau::files {
struct Document;
}

namespace plateau {

/// Keys that no row has: an error, or a remark that names the nearest.
enum class UnknownKeys { Refuse, Keep };

/// Reads `kind: training` YAML:
///
///     kind: training
///     title: Weak scaling
///     notes: |-            # any number of lines
///     presets: 0123...     # preset_hash() when saved; optional
///     hardware: h100_sxm   # then what the user set, one row of the parameter table per line, as people type it
///     gpus: 128
///     tp: auto             # open to the search
///     locked: [pp]         # plan keys a search must keep
///     unsaid: {missing: ["model=llama2_7b"]} # what a program's file left out, and what stands in for it
///     view: {plan: best}   # what the window remembers (core/views/looks.h, Beginning); kept as it is
///     saved: {version: 1}  # what the file recorded when it was saved: saved_record(); not part of the question
///
/// Unknown keys name the nearest. A model given as a relative path is looked for in the current folder, then beside
/// the file.
Expected<Scenario> read_scenario(const catalog::Catalog& catalog, const std::filesystem::path& file,
                                 UnknownKeys unknown = UnknownKeys::Refuse);
Expected<Scenario> read_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                      const std::string& where, UnknownKeys unknown = UnknownKeys::Refuse);

/// What a file recorded when it was saved, as key and text: `version` of the program, then headline results. Empty: it
/// recorded nothing. with_saved_record() is written behind the scenario.
using SavedRecord = std::vector<std::pair<std::string, std::string>>;
inline constexpr const char* saved_key = "saved";
inline constexpr const char* unsaid_key = "unsaid";
SavedRecord saved_record(const std::string& yaml);
std::string with_saved_record(const std::string& yaml, const SavedRecord& record);

/// The version of this program: "0.1.0".
const char* core_version();
/// "1.10.0" is later than "1.9".
bool is_later_version(const std::string& version, const std::string& than);

/// "training" or "limits": the first key of a scenario file.
Expected<std::string> scenario_kind(const files::Document& document);
Expected<std::string> scenario_kind(const std::filesystem::path& file);
Expected<std::string> scenario_kind_of_text(const std::string& text, const std::string& where);

/// catalog::read() without the assumed values that no parameter takes; each is a problem at its place.
catalog::Catalog read_presets(const std::vector<std::filesystem::path>& folders = catalog::preset_folders());

/// A file, or the name of one in scenarios/ of the preset folders.
Expected<std::filesystem::path> find_scenario_file(const catalog::Catalog& catalog, const std::string& name_or_file);
/// Reads the scenario that find_scenario_file() finds.
Expected<Scenario> find_scenario(const catalog::Catalog& catalog, const std::string& name_or_file);

/// The scenario as YAML with stable key order; reading it back gives the same choices, writing that the same bytes.
std::string write_scenario(const Scenario& scenario);

/// Fingerprint of the preset files that the scenario draws on (hardware, transport, model, stack, what the stack
/// extends, assumptions): 16 hexadecimal digits, FNV-1a over their contents. Files that record another one still load,
/// with a remark.
std::string preset_hash(const Scenario& scenario);

/// Several scenarios in one file: the YAML documents of a stream, each the text of a scenario file as it stands.
///
///     kind: training
///     hardware: h100_sxm
///     ---
///     kind: training
///     hardware: b200
///
/// Errors name the line of the whole file.
Expected<std::vector<Scenario>> read_scenarios(const catalog::Catalog& catalog, const std::filesystem::path& file);
Expected<std::vector<Scenario>> read_scenarios_text(const catalog::Catalog& catalog, const std::string& text,
                                                    const std::string& where);
std::string write_scenarios(const std::vector<Scenario>& scenarios);

/// The documents of a text, each after as many empty lines as stand before it, so that errors name the right line.
std::vector<std::string> scenario_documents(const std::string& text);
/// Documents as one text.
std::string joined_documents(const std::vector<std::string>& documents);

/// Does the text hold more than one document?
bool is_scenario_set(const std::string& text);

} // namespace plateau
