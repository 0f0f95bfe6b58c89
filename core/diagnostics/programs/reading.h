// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/diagnostics/programs/collective_tables.h"
#include "core/diagnostics/programs/log.h"
#include "core/diagnostics/programs/products.h"
#include "core/diagnostics/programs/trace.h"
#include "core/question/scenario/scenario.h"

/// What people have, read: a file of a training program as a scenario, with every step shown.
namespace plateau::programs {

enum class FileKind { Configuration, Log, Collectives, Trace, Products };

/// A setting of the file.
struct Line {
    std::string key = {}; ///< as the file has it
    std::string value = {};
    std::string parameter = {}; ///< of Plateau, or of a model's shape; empty: none
    std::string meaning = {}; ///< the parameter's value
    Message why = {};
    int line = 0;
    int column = 0;
};

struct Reading {
    FileKind kind = FileKind::Configuration;
    std::string program; ///< "Megatron-LM"
    std::string version; ///< empty: any
    std::string file;
    /// Parameter -> value as people type it; of a model of its own the keys of a model's file too.
    std::map<std::string, std::string> scenario;
    /// What makes the model what it is beside its sizes, as presets/programs/blocks.yaml calls it; stated or by
    /// default.
    std::map<std::string, std::string, std::less<>> block;
    std::vector<Line> understood;
    std::vector<Line> assumed; ///< what follows from the program's defaults, or from other settings
    std::vector<Line> missing; ///< what the file does not say and the program does not decide; Plateau's default stands
    std::vector<Line> harmless; ///< changes nothing that is modelled: a list of the program says so
    std::vector<Line> unknown; ///< in no list: it may matter
    std::vector<Line> not_expressible; ///< changes something, and no parameter says it
    std::vector<Line> contradictions;
    /// The scenario, resolved; the keys of the file alone are its overrides.
    Scenario resolved;
    std::string device; ///< the accelerator, as the file calls it; empty: not told
    /// What was measured: of a log its run, of other kinds their tables. Empty for a configuration.
    std::variant<std::monostate, LoggedRun, std::vector<CollectiveTable>, Trace, ProductTable> measured;
};

/// Parameters and values that a person sets over what the file says.
using Corrections = std::vector<std::pair<std::string, Value>>;

/// Fails, with a place, on what is no file of a known program, what is damaged, and what says nothing.
Expected<Reading> read_file(const catalog::Catalog& catalog, const std::filesystem::path& file,
                            const Corrections& corrections = {});
/// `file`: what the text is called.
Expected<Reading> read_text(const catalog::Catalog& catalog, const std::string& text, const std::string& file,
                            const Corrections& corrections = {});

/// The error is that no program is known which has such a file.
bool is_unknown(const Error& error);

/// What kind of file a text is and of which program, by its content alone; nothing where none is known. Cheap: looks at
/// the beginning.
struct Sign {
    FileKind kind = FileKind::Configuration;
    std::string program;
    const LogFormat* log = nullptr; ///< of a log
};
std::optional<Sign> sign_of(const std::vector<std::filesystem::path>& presets, const std::string& text,
                            const std::string& file);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::FileKind>{"configuration", "log", "collectives",
                                                                           "trace", "products"};
