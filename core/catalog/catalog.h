// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/catalog/assumptions.h"
#include "core/catalog/model_shape.h"
#include "core/catalog/physics.h"
#include "core/catalog/stack.h"
#include "core/catalog/transport.h"
#include "core/text/messages/error.h"

namespace plateau::catalog {

inline constexpr const char* common_stack = "common"; ///< id of what all stacks extend; it is no stack itself

/// Everything that exists, as read from the preset folders. An entry's id is its file's name without extension.
/// Later folders add to earlier ones; a file whose id is taken replaces the shipped entry. Immutable once read; shared
/// between threads.
struct Catalog {
    std::vector<std::filesystem::path> folders = {}; ///< the folders read, shipped first
    std::vector<Accelerator> accelerators = {};
    std::vector<ModelShape> models = {};
    std::vector<Stack> stacks = {};
    Stack common = {}; ///< stacks/common.yaml: constants that a stack has unless it or its base gives them
    SharedList<Program> programs = {}; ///< one for each of `stacks`
    std::vector<Transport> transports = {};
    std::vector<AssumedValues> assumptions = {}; ///< in the order in which they apply: "defaults" first
    std::shared_ptr<const Physics> physics = {}; ///< null when a constant has no value: nothing can be estimated then
    std::vector<Error> problems = {}; ///< files that could not be read; the rest still loaded

    const Accelerator* accelerator(const std::string& id) const;
    const ModelShape* model(const std::string& id) const;
    const Stack* stack(const std::string& id) const;
    const Transport* transport(const std::string& id) const;
};

/// Reads hardware/, transports/, models/, stacks/, assumptions/ and physics/ below each folder; of a person's own files
/// of other kinds it tells which cannot be read. A folder that does not exist is skipped.
Catalog read(const std::vector<std::filesystem::path>& folders);

/// The shipped presets (PLATEAU_PRESETS, else the build's or the installation's folder), then the user's own
/// ($XDG_DATA_HOME/plateau/presets).
std::vector<std::filesystem::path> preset_folders();

/// Whether a file is a preset that comes with the program. Its words are translated; a person's stay as they are.
bool is_shipped(const std::string& file);
/// Words that stand in a file.
inline Argument words_of_file(const std::string& words, bool shipped)
{
    return shipped ? Argument(Word{words}) : Verbatim{words};
}

inline Argument title_of(const Stack& stack) { return words_of_file(stack.title, is_shipped(stack.file)); }

/// Files of one kind in all preset folders, a folder after the other. A person's own that cannot be read is left out:
/// read() has told.
std::vector<std::filesystem::path> all_preset_files(const std::vector<std::filesystem::path>& folders,
                                                    const std::string& kind, const std::string& extension = ".yaml");
/// Of those, one for each stem; a later folder's file wins.
std::vector<std::filesystem::path> preset_files(const std::vector<std::filesystem::path>& folders,
                                                const std::string& kind, const std::string& extension = ".yaml");

/// An entry takes the place of the one of its name, else it comes last.
template<class Entry>
void put(std::vector<Entry>& entries, Entry entry)
{
    const auto same = std::ranges::find(entries, entry.name, &Entry::name);
    if (same == entries.end())
        entries.push_back(std::move(entry));
    else
        *same = std::move(entry);
}

/// Without a value for each constant of the cost model nothing can be estimated; what to tell then.
Expected<void> has_physics(const Catalog& catalog);

/// One file of each kind; the first thing wrong with it is the error. An accelerator's transport holds only its id
/// until read() resolves it, a stack's based_on likewise.
Expected<Accelerator> read_accelerator(const std::filesystem::path& file);
/// A shape in Plateau's YAML or a Hugging Face config.json (any file that ends in .json).
Expected<ModelShape> read_model(const std::filesystem::path& file);
Expected<Stack> read_stack(const std::filesystem::path& file);
Expected<Transport> read_transport(const std::filesystem::path& file);

/// Their ids. Of accelerators the measured ones come first, and of those the larger ones: "h100" is as near to h100_sxm
/// as to h100_nvl, "a100" as near to the one of 40 GB as to that of 80 GB, and people mean the one that is in use.
template<class Entry>
std::vector<std::string> names_of_entries(const std::vector<Entry>& entries)
{
    std::vector<const Entry*> ordered;
    ordered.reserve(entries.size());
    for (const Entry& entry : entries)
        ordered.push_back(&entry);
    if constexpr (std::is_same_v<Entry, Accelerator>)
        std::stable_sort(ordered.begin(), ordered.end(), [](const Accelerator* one, const Accelerator* other) {
            const auto order = [](const Accelerator& entry) {
                return std::pair(entry.measured_kernels && entry.measured_collectives, entry.memory_bytes);
            };
            return order(*one) > order(*other);
        });
    std::vector<std::string> names;
    names.reserve(ordered.size());
    for (const Entry* entry : ordered)
        names.push_back(entry->id);
    return names;
}

/// The value that files of presets/assumptions give this key of the training parameters, the last of them; null when
/// none does.
inline const AssumedValue* assumed(const Catalog& catalog, const std::string& key)
{
    const AssumedValue* found = nullptr;
    for (const AssumedValues& file : catalog.assumptions) {
        for (const AssumedValue& value : file.values)
            found = value.key == key ? &value : found;
    }
    return found;
}

} // namespace plateau::catalog
