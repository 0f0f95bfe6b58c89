// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <algorithm>
#include <map>

#include "core/catalog/entry_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace fs = std::filesystem;

namespace {

template<class Entry>
using Parser = EntryFile<Entry> (*)(const files::Document&, std::vector<Error>&);

template<class Entry>
EntryFile<Entry> parse_file(const fs::path& file, Parser<Entry> parse, std::vector<Error>& errors)
{
    const bool json = file.extension() == ".json";
    const Expected<files::Document> document = json ? files::read_json(file) : files::read_yaml(file);
    if (!document) {
        errors.push_back(document.error());
        return {};
    }
    EntryFile<Entry> result = parse(*document, errors);
    result.entry.id = id_of(file);
    result.entry.file = file.string();
    if (result.entry.title.empty())
        result.entry.title = result.entry.id;
    return result;
}

template<class Entry>
Expected<Entry> read_file(const fs::path& file, Parser<Entry> parse)
{
    std::vector<Error> errors;
    EntryFile<Entry> result = parse_file<Entry>(file, parse, errors);
    if (!errors.empty())
        return tl::unexpected(errors.front());
    return std::move(result.entry);
}

Parser<ModelShape> model_parser(const fs::path& file)
{
    return file.extension() == ".json" ? parse_model_config : parse_model;
}

/// By name; what has the extension and is no file goes to `others`.
std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension,
                               std::vector<fs::path>* others = nullptr)
{
    std::vector<fs::path> result;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code unknown;
        if (at->path().extension() != extension)
            continue;
        if (at->is_regular_file(unknown))
            result.push_back(at->path());
        else if (others)
            others->push_back(at->path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// A file that cannot be read as one would otherwise be missed in silence.
Error not_a_file(const fs::path& path)
{
    std::error_code error;
    const char* what = fs::is_directory(path, error) ? PLATEAU_TEXT("this preset is a folder")
        : !fs::exists(path, error)                   ? PLATEAU_TEXT("this preset is a link to nothing")
                                                     : PLATEAU_TEXT("this preset is a device or a pipe");
    return {{what, {}}, path.string(), {PLATEAU_TEXT("a file"), {}}};
}

void find_what_is_no_file(const std::vector<fs::path>& folders, std::vector<Error>& problems)
{
    static constexpr std::pair<const char*, const char*> kinds[]
        = {{"transports", ".yaml"},  {"hardware", ".yaml"}, {"stacks", ".yaml"}, {"physics", ".yaml"},
           {"assumptions", ".yaml"}, {"models", ".yaml"},   {"models", ".json"}, {"scenarios", ".yaml"},
           {"tours", ".yaml"},       {"claims", ".yaml"},   {"claims", ".csv"},  {"evidence", ".yaml"},
           {"evidence", ".csv"},     {"programs", ".yaml"}};
    for (const fs::path& folder : folders)
        for (const auto& [kind, extension] : kinds) {
            std::vector<fs::path> others;
            files_in(folder / kind, extension, &others);
            for (const fs::path& path : others)
                problems.push_back(not_a_file(path));
        }
}

/// Entries of one kind by id. A readable file of a later folder takes the place of an earlier one.
template<class Entry>
std::map<std::string, EntryFile<Entry>> read_kind(const std::vector<fs::path>& folders, const char* kind,
                                                  Parser<Entry> parse, std::vector<Error>& problems,
                                                  const char* extension = ".yaml")
{
    std::map<std::string, EntryFile<Entry>> result;
    for (const fs::path& folder : folders)
        for (const fs::path& file : files_in(folder / kind, extension)) {
            std::vector<Error> errors;
            EntryFile<Entry> entry = parse_file<Entry>(file, parse, errors);
            if (errors.empty())
                result[entry.entry.id] = std::move(entry);
            problems.insert(problems.end(), errors.begin(), errors.end());
        }
    return result;
}

template<class Entry>
const Entry* find(const std::vector<Entry>& entries, const std::string& id)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.id == id; });
    return found == entries.end() ? nullptr : &*found;
}

void resolve_transports(Catalog& catalog, std::map<std::string, EntryFile<Accelerator>>&& read)
{
    for (auto& [id, file] : read) {
        Accelerator& accelerator = file.entry;
        const Transport* transport = catalog.transport(accelerator.transport.id);
        if (!transport) {
            const std::vector<std::string> known = names_of_entries(catalog.transports);
            const std::string& wanted = accelerator.transport.id;
            catalog.problems.push_back(unknown_name({PLATEAU_TEXT("%1 is not a known transport"), {Verbatim{wanted}}},
                                                    wanted, known, {}, file.reference_where));
            continue;
        }
        accelerator.transport = *transport;
        catalog.accelerators.push_back(std::move(accelerator));
    }
}

/// The keys of constants that no file gave, in one line; empty when all were given.
std::string keys_without_value(const std::vector<ConstantNote>& notes)
{
    std::string missing;
    for (const ConstantNote& note : notes)
        if (note.given == Given::No)
            missing += (missing.empty() ? "" : ", ") + note.key;
    return missing;
}

Error without_value(Message what, std::string where)
{
    return {std::move(what),
            std::move(where),
            {PLATEAU_TEXT("one line for each: {value: ..., known_by: ..., source: ...}"), {}}};
}

using StackFiles = std::map<std::string, EntryFile<Stack>>;

/// Takes common.yaml out of the stacks of each folder: constants of a later folder over those of an earlier one.
StackFiles read_stacks(const std::vector<fs::path>& folders, Stack& common, std::vector<Error>& problems)
{
    StackFiles stacks;
    std::string where;
    for (const fs::path& folder : folders)
        for (auto& [id, file] : read_kind<Stack>({folder}, "stacks", parse_stack, problems)) {
            if (id != common_stack || file.entry.is_own()) {
                stacks[id] = std::move(file);
                continue;
            }
            inherit_constants(file.entry, common);
            common = std::move(file.entry);
            where = file.constants_where;
        }
    if (const std::string missing = keys_without_value(common.notes); !missing.empty())
        problems.push_back(without_value(
            {PLATEAU_TEXT("constants that all stacks share without a value: %1"), {Verbatim{missing}}}, where));
    return stacks;
}

/// Null, and a problem, where there is none that others can be based on.
const Stack* base_of(const EntryFile<Stack>& file, const StackFiles& stacks, std::vector<Error>& problems)
{
    const auto base = stacks.find(file.entry.based_on);
    if (base != stacks.end() && base->second.entry.based_on.empty())
        return &base->second.entry;
    problems.push_back(
        {{PLATEAU_TEXT("%1 is not a stack that others can be based on"), {Verbatim{file.entry.based_on}}},
         file.reference_where,
         {PLATEAU_TEXT("a stack that is not itself based on another"), {}}});
    return nullptr;
}

/// Fills in what each stack leaves out. One that then still has constants without a value cannot be used.
void resolve_bases(Catalog& catalog, const StackFiles& read)
{
    for (const auto& [id, file] : read) {
        Stack stack = file.entry;
        if (!stack.based_on.empty()) {
            const Stack* base = base_of(file, read, catalog.problems);
            if (!base)
                continue;
            inherit_abilities(stack, *base);
            inherit_constants(stack, *base);
        }
        inherit_constants(stack, catalog.common);
        if (const std::string missing = keys_without_value(stack.notes); !missing.empty()) {
            if (catalog.common.notes.empty())
                catalog.problems.push_back(
                    without_value({PLATEAU_TEXT("constants of the stack without a value: %1"), {Verbatim{missing}}},
                                  file.constants_where));
            continue;
        }
        catalog.programs.edit().push_back(program_of(stack));
        catalog.stacks.push_back(std::move(stack));
    }
}

/// The constants of the cost model, a later folder's over an earlier one's; null when one has no value.
std::shared_ptr<const Physics> read_physics(const std::vector<fs::path>& folders, std::vector<Error>& problems)
{
    auto physics = std::make_shared<Physics>();
    std::string folder;
    for (const fs::path& each : folders)
        for (const auto& [id, file] : read_kind<PhysicsFile>({each}, "physics", parse_physics, problems)) {
            replace(*physics, file.entry.physics);
            folder = folder.empty() ? (each / "physics").string() : folder;
        }
    const std::string missing = keys_without_value(physics->notes);
    if (missing.empty())
        return physics;
    if (!folder.empty())
        problems.push_back(without_value(
            {PLATEAU_TEXT("constants of the cost model without a value: %1"), {Verbatim{missing}}}, folder));
    return nullptr;
}

/// The link to the host of accelerators whose files state none, by their class.
void follow_host_links(Catalog& catalog)
{
    for (Accelerator& accelerator : catalog.accelerators) {
        const HostLink* link = !catalog.physics || accelerator.host_link_stated
            ? nullptr
            : host_link_of(catalog.physics->host_links, accelerator);
        if (link)
            accelerator.host_link_bytes_per_s = link->bytes_per_s;
    }
}

} // namespace

const Accelerator* Catalog::accelerator(const std::string& id) const { return find(accelerators, id); }
const ModelShape* Catalog::model(const std::string& id) const { return find(models, id); }
const Stack* Catalog::stack(const std::string& id) const { return find(stacks, id); }
const Transport* Catalog::transport(const std::string& id) const { return find(transports, id); }

Catalog read(const std::vector<fs::path>& folders)
{
    Catalog catalog{.folders = folders};
    find_what_is_no_file(folders, catalog.problems);
    for (auto& [id, file] : read_kind<Transport>(folders, "transports", parse_transport, catalog.problems))
        catalog.transports.push_back(std::move(file.entry));
    resolve_transports(catalog, read_kind<Accelerator>(folders, "hardware", parse_accelerator, catalog.problems));
    resolve_bases(catalog, read_stacks(folders, catalog.common, catalog.problems));
    catalog.physics = read_physics(folders, catalog.problems);
    follow_host_links(catalog);
    for (auto& [id, file] : read_kind<AssumedValues>(folders, "assumptions", parse_assumptions, catalog.problems))
        catalog.assumptions.push_back(std::move(file.entry));
    std::stable_partition(catalog.assumptions.begin(), catalog.assumptions.end(),
                          [](const AssumedValues& file) { return file.id == "defaults"; });
    auto models = read_kind<ModelShape>(folders, "models", parse_model, catalog.problems);
    models.merge(read_kind<ModelShape>(folders, "models", parse_model_config, catalog.problems, ".json"));
    for (auto& [id, file] : models)
        catalog.models.push_back(std::move(file.entry));
    return catalog;
}

std::vector<fs::path> preset_files(const std::vector<fs::path>& folders, const std::string& kind,
                                   const std::string& extension)
{
    std::map<std::string, fs::path> by_stem;
    for (const fs::path& folder : folders)
        for (const fs::path& file : files_in(folder / kind, extension))
            by_stem[file.stem().string()] = file;
    std::vector<fs::path> result;
    result.reserve(by_stem.size());
    for (auto& [stem, file] : by_stem)
        result.push_back(std::move(file));
    return result;
}

Expected<Accelerator> read_accelerator(const fs::path& file) { return read_file<Accelerator>(file, parse_accelerator); }
Expected<ModelShape> read_written_model(const std::string& text)
{
    const auto document = files::parse_yaml(text, "model");
    if (!document)
        return tl::unexpected(document.error());
    std::vector<Error> errors;
    EntryFile<ModelShape> result = parse_model(*document, errors);
    if (!errors.empty())
        return tl::unexpected(errors.front());
    result.entry.id = text;
    return std::move(result.entry);
}

Expected<ModelShape> read_model(const fs::path& file) { return read_file<ModelShape>(file, model_parser(file)); }
Expected<Stack> read_stack(const fs::path& file) { return read_file<Stack>(file, parse_stack); }
Expected<Transport> read_transport(const fs::path& file) { return read_file<Transport>(file, parse_transport); }

std::string id_of(const fs::path& file)
{
    const std::string stem = file.stem().string();
    const std::string folder = file.parent_path().filename().string();
    return stem == "config" && !folder.empty() ? folder : stem;
}

Expected<void> has_physics(const Catalog& catalog)
{
    if (!catalog.physics)
        return failure({PLATEAU_TEXT("the constants of the cost model could not be read"), {}}, {},
                       {PLATEAU_TEXT("a value for each in presets/physics"), {}});
    return {};
}

} // namespace plateau::catalog
