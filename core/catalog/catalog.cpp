// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <map>

#include "core/catalog/accelerator.h"
#include "core/catalog/entry_file.h"
#include "core/files/csv.h"
#include "core/files/text_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include <cstdlib>

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
    std::ranges::sort(result, {}, [&](const fs::path& file) { // "journal" before "journal-wide"
        return std::string_view(file.native()).substr(0, file.native().size() - extension.size());
    });
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

/// What comes with the program is read by its tests.
bool is_own(const fs::path& folder) { return !is_shipped((folder / "own").string()); }

/// What a file is no table or YAML for.
std::optional<Error> unreadable(const fs::path& file)
{
    if (file.extension() == ".csv") {
        const auto table = files::read_csv(file);
        return table ? std::nullopt : std::optional(table.error());
    }
    const auto document = files::read_yaml(file);
    return document ? std::nullopt : std::optional(document.error());
}

struct Kind {
    const char* folder;
    const char* extension;
    bool others_read = false; ///< not read() itself
};
constexpr Kind kinds[] = {{"transports", ".yaml"},    {"hardware", ".yaml"},        {"stacks", ".yaml"},
                          {"physics", ".yaml"},       {"assumptions", ".yaml"},     {"models", ".yaml"},
                          {"models", ".json"},        {"scenarios", ".yaml", true}, {"tours", ".yaml", true},
                          {"claims", ".yaml", true},  {"claims", ".csv", true},     {"evidence", ".yaml", true},
                          {"evidence", ".csv", true}, {"programs", ".yaml", true},  {"figures", ".yaml", true},
                          {"styles", ".yaml", true},  {"runs", ".yaml", true}};

void find_what_cannot_be_read(const std::vector<fs::path>& folders, std::vector<Error>& problems)
{
    for (const fs::path& folder : folders) {
        const bool own = is_own(folder);
        for (const Kind& kind : kinds) {
            std::vector<fs::path> others;
            const std::vector<fs::path> found = files_in(folder / kind.folder, kind.extension, &others);
            for (const fs::path& path : others)
                problems.push_back(not_a_file(path));
            for (const fs::path& path : found)
                if (auto error = own && kind.others_read ? unreadable(path) : std::nullopt)
                    problems.push_back(std::move(*error));
        }
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
    find_what_cannot_be_read(folders, catalog.problems);
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

std::vector<fs::path> all_preset_files(const std::vector<fs::path>& folders, const std::string& kind,
                                       const std::string& extension)
{
    std::vector<fs::path> result;
    for (const fs::path& folder : folders) {
        const bool own = is_own(folder);
        for (fs::path& file : files_in(folder / kind, extension))
            if (!own || !unreadable(file))
                result.push_back(std::move(file));
    }
    return result;
}

std::vector<fs::path> preset_files(const std::vector<fs::path>& folders, const std::string& kind,
                                   const std::string& extension)
{
    std::map<std::string, fs::path> by_stem;
    for (const fs::path& file : all_preset_files(folders, kind, extension))
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

namespace {

fs::path variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

fs::path shipped()
{
    const fs::path chosen = variable("PLATEAU_PRESETS");
    return chosen.empty() ? files::shipped("presets") : chosen;
}

} // namespace

std::vector<fs::path> preset_folders()
{
    std::vector<fs::path> folders{shipped()};
    fs::path data = variable("XDG_DATA_HOME");
    if (data.empty() && !variable("HOME").empty())
        data = variable("HOME") / ".local/share";
    if (!data.empty())
        folders.push_back(data / "plateau/presets");
    return folders;
}

bool is_shipped(const std::string& file)
{
    return fs::path(file).lexically_normal().string().starts_with((shipped() / "").lexically_normal().string());
}

EntryFile<AssumedValues> parse_assumptions(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<AssumedValues> result;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", result.entry.title, files::Need::Required);
    reader.texts("sources", result.entry.sources, files::Need::Required);
    if (const files::Node* values = reader.map("values", files::Need::Required)) {
        for (std::size_t i = 0; i < values->items.size(); ++i) {
            const files::Key& key = values->keys[i];
            const files::Node& node = values->items[i];
            AssumedValue value{
                .key = key.text, .file = document.file, .where = files::where(document.file, key.line, key.column)};
            if (node.kind != files::Node::Kind::Map) {
                reader.refuse(node, {PLATEAU_TEXT("%1 needs a value and a source"), {Verbatim{key.text}}},
                              {PLATEAU_TEXT("{value: ..., known_by: estimated, source: ...}"), {}});
                continue;
            }
            files::Reader entry(node, document.file, errors);
            entry.text("value", value.value, files::Need::Required);
            entry.choice("known_by", value.known_by);
            entry.text("source", value.source, files::Need::Required);
            entry.finish();
            result.entry.values.push_back(std::move(value));
        }
    }
    reader.finish();
    return result;
}

} // namespace plateau::catalog
