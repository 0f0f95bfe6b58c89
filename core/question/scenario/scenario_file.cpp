// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/scenario_file.h"

#include <cstdlib>

#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/question/scenario/scenario_file_impl.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau {

namespace fs = std::filesystem;
using files::Node;

namespace {

constexpr const char* kind_name = PLATEAU_TEXT("training");

tl::unexpected<Error> no_kind(const files::Document& document)
{
    if (document.root.find("model_type") || document.root.find("architectures"))
        return failure(
            {PLATEAU_TEXT("this is the shape of a model (a Hugging Face config.json), not a scenario"), {}},
            document.file,
            {PLATEAU_TEXT("it as the model of a scenario: model: %1, or --set model=%1"), {Verbatim{document.file}}});
    return failure({PLATEAU_TEXT("the key kind is missing"), {}}, files::where(document.file, 1, 1),
                   {PLATEAU_TEXT("kind: training or kind: limits as the first key"), {}});
}

Expected<Scenario> read_choices(const files::Document& document, UnknownKeys unknown)
{
    const Node& root = document.root;
    if (root.kind != Node::Kind::Map)
        return failure({PLATEAU_TEXT("this is not a scenario"), {}}, files::where(document.file),
                       {PLATEAU_TEXT("a file that begins with kind: training"), {}});
    if (!root.find("kind"))
        return no_kind(document);
    return scenario_file::ChoicesReader<Scenario>(document, kind_name, training_parameters(), unknown).read();
}

void find_model_beside(Scenario& scenario, const fs::path& file)
{
    const auto model = scenario.overrides.find("model");
    if (model == scenario.overrides.end())
        return;
    const fs::path path = std::get<std::string>(model->second);
    std::error_code ignored;
    if (path.has_extension() && path.is_relative() && !fs::exists(path, ignored)
        && fs::exists(file.parent_path() / path, ignored))
        model->second = (file.parent_path() / path).string();
}

Expected<Scenario> read_document(const catalog::Catalog& catalog, const Expected<files::Document>& document,
                                 UnknownKeys unknown)
{
    if (!document)
        return tl::make_unexpected(document.error());
    Expected<Scenario> choices = read_choices(*document, unknown);
    if (!choices)
        return choices;
    find_model_beside(*choices, document->file);
    return scenario_file::resolved(catalog, *choices, *document,
                                   {PLATEAU_TEXT("The hardware, model or stack files have changed since this scenario "
                                                 "was saved; its numbers may differ."),
                                    {}});
}

bool names_a_file(const std::string& text)
{
    const fs::path path = text;
    return path.has_parent_path() || path.extension() == ".yaml" || path.extension() == ".yml";
}

} // namespace

Expected<Scenario> read_scenario(const catalog::Catalog& catalog, const fs::path& file, UnknownKeys unknown)
{
    return read_document(catalog, files::read_yaml(file), unknown);
}

Expected<Scenario> read_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                      const std::string& where, UnknownKeys unknown)
{
    return read_document(catalog, files::parse_yaml(text, where), unknown);
}

SavedRecord saved_record(const std::string& yaml)
{
    const auto document = files::parse_yaml(yaml, {});
    const Node* saved = document ? document->root.find(saved_key) : nullptr;
    SavedRecord record;
    if (saved && saved->kind == Node::Kind::Map)
        for (std::size_t i = 0; i < saved->items.size(); ++i)
            record.emplace_back(saved->keys[i].text, saved->items[i].text);
    return record;
}

std::string with_saved_record(const std::string& yaml, const SavedRecord& record)
{
    if (record.empty())
        return yaml;
    files::YamlWriter writer;
    writer.begin(saved_key);
    for (const auto& [key, text] : record)
        writer.entry(key, text);
    writer.end();
    return yaml + writer.text();
}

const char* core_version() { return PLATEAU_VERSION; }

bool is_later_version(const std::string& version, const std::string& than)
{
    const auto numbers = [](const std::string& text) {
        std::vector<long> result;
        for (const std::string& part : split(text, "."))
            result.push_back(std::strtol(part.c_str(), nullptr, 10));
        while (!result.empty() && result.back() == 0)
            result.pop_back();
        return result;
    };
    return numbers(version) > numbers(than);
}

Expected<std::string> scenario_kind(const files::Document& document)
{
    const Node* kind = document.root.find("kind");
    if (!kind)
        return no_kind(document);
    if (kind->text != "training" && kind->text != "limits")
        return failure({PLATEAU_TEXT("this is not a scenario"), {}},
                       files::where(document.file, kind->line, kind->column),
                       {PLATEAU_TEXT("a file that begins with kind: training or kind: limits"), {}});
    return kind->text;
}

Expected<std::string> scenario_kind(const fs::path& file)
{
    const auto document = files::read_yaml(file);
    return document ? scenario_kind(*document) : tl::unexpected(document.error());
}

Expected<std::string> scenario_kind_of_text(const std::string& text, const std::string& where)
{
    const auto document = files::parse_yaml(text, where);
    return document ? scenario_kind(*document) : tl::unexpected(document.error());
}

Expected<fs::path> find_scenario_file(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    std::error_code ignored;
    if (fs::is_regular_file(name_or_file, ignored))
        return fs::path(name_or_file);
    const bool is_name = !name_or_file.empty() && fs::path(name_or_file).filename() == name_or_file;
    for (auto folder = catalog.folders.rbegin(); is_name && folder != catalog.folders.rend(); ++folder)
        if (const fs::path file = *folder / "scenarios" / (name_or_file + ".yaml"); fs::is_regular_file(file, ignored)
            && (catalog::is_shipped(file.string()) || files::read_yaml(file))) // else an earlier one stands
            return file;
    std::vector<std::string> names;
    for (const fs::path& file : catalog::preset_files(catalog.folders, "scenarios"))
        names.push_back(file.stem().string());
    if (fs::exists(name_or_file, ignored) || names_a_file(name_or_file))
        return tl::unexpected(files::check_file(name_or_file).error());
    return tl::unexpected(
        unknown_name({PLATEAU_TEXT("%1 is neither a file nor a known scenario"), {Verbatim{name_or_file}}},
                     name_or_file, names, "plateau catalog scenarios"));
}

Expected<Scenario> find_scenario(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    const auto file = find_scenario_file(catalog, name_or_file);
    if (!file)
        return tl::make_unexpected(file.error());
    return read_scenario(catalog, *file);
}

std::string write_scenario(const Scenario& scenario)
{
    return scenario_file::written(scenario, kind_name, training_parameters());
}

std::string preset_hash(const Scenario& scenario)
{
    std::vector<std::string> files{scenario.cluster.accelerator.file, scenario.cluster.accelerator.transport.file,
                                   scenario.workload.shape.file, scenario.assumptions.stack.file};
    const auto add = [&](const std::string& file) {
        if (std::find(files.begin(), files.end(), file) == files.end())
            files.push_back(file);
    };
    for (const catalog::ConstantNote& note : scenario.assumptions.stack.notes)
        add(note.file);
    for (const catalog::AssumedValue& assumed : scenario.assumptions.assumed)
        add(assumed.file);
    return scenario_file::fingerprint(files);
}

std::string scenario_file::fingerprint(const std::vector<std::string>& paths)
{
    files::Fingerprint fingerprint;
    for (const std::string& file : paths)
        fingerprint.add(files::read_text(file).value_or(""));
    return fingerprint.text();
}

/// A line that begins so stands between two documents, wherever it is.
constexpr const char* marker = "---";

std::vector<std::string> scenario_documents(const std::string& text)
{
    std::vector<std::string> found(1);
    bool any = false;
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string line = text.substr(begin, end - begin);
        begin = end;
        ++lines;
        if (line.starts_with(marker)) {
            if (any)
                found.emplace_back();
            found.back() = std::string(lines, '\n');
            any = false;
            continue;
        }
        found.back() += line;
        any = any || line.find_first_not_of(" \t\r\n") != std::string::npos;
    }
    if (!any && found.size() > 1)
        found.pop_back();
    return found;
}

std::string joined_documents(const std::vector<std::string>& documents)
{
    std::string text;
    for (const std::string& document : documents)
        text += (text.empty() ? std::string() : std::string(marker) + "\n") + document;
    return text;
}

bool is_scenario_set(const std::string& text) { return scenario_documents(text).size() > 1; }

Expected<std::vector<Scenario>> read_scenarios_text(const catalog::Catalog& catalog, const std::string& text,
                                                    const std::string& where)
{
    std::vector<Scenario> scenarios;
    for (const std::string& document : scenario_documents(text)) {
        auto scenario = read_scenario_text(catalog, document, where);
        if (!scenario)
            return tl::make_unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    return scenarios;
}

Expected<std::vector<Scenario>> read_scenarios(const catalog::Catalog& catalog, const std::filesystem::path& file)
{
    const auto text = files::read_text(file);
    if (!text)
        return tl::make_unexpected(text.error());
    return read_scenarios_text(catalog, *text, file.string());
}

std::string write_scenarios(const std::vector<Scenario>& scenarios)
{
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const Scenario& scenario : scenarios)
        documents.push_back(write_scenario(scenario));
    return joined_documents(documents);
}

} // namespace plateau
