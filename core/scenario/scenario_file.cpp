// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario_file.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "core/files/nearest.h"
#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/scenario/parameter_table.h"

namespace plateau {

namespace fs = std::filesystem;
using files::Node;

namespace {

/// Fills a scenario's choices key by key; the first thing wrong is kept.
class ScenarioReader {
public:
    explicit ScenarioReader(const files::Document& document) : document_(document) { }

    Expected<Scenario> read()
    {
        const Node& root = document_.root;
        if (root.kind != Node::Kind::Map)
            return failure({PLATEAU_TEXT("this is not a scenario"), {}}, files::where(document_.file),
                           {PLATEAU_TEXT("a file that begins with kind: training"), {}});
        if (!root.find("kind"))
            return failure({PLATEAU_TEXT("the key kind is missing"), {}}, files::where(document_.file, 1, 1),
                           {PLATEAU_TEXT("kind: training as the first key"), {}});
        for (std::size_t i = 0; i < root.items.size() && !error_; ++i)
            entry(root.keys[i], root.items[i]);
        if (error_)
            return tl::make_unexpected(*error_);
        return std::move(scenario_);
    }

private:
    std::string at(const Node& node) const { return files::where(document_.file, node.line, node.column); }

    void refuse(const Node& node, Message what, Message accepted = {})
    {
        error_ = Error{std::move(what), at(node), std::move(accepted)};
    }

    std::string scalar(const files::Key& key, const Node& node)
    {
        if (node.kind == Node::Kind::List || node.kind == Node::Kind::Map)
            refuse(node, {PLATEAU_TEXT("%1 needs a single value"), {key.text}});
        return node.text;
    }

    void entry(const files::Key& key, const Node& node)
    {
        if (key.text == "kind") {
            const std::string kind = scalar(key, node);
            if (!error_ && kind != "training")
                refuse(node, {PLATEAU_TEXT("the kind of this scenario is %1"), {kind}}, {PLATEAU_TEXT("training"), {}});
        } else if (key.text == "title") {
            scenario_.title = scalar(key, node);
        } else if (key.text == "notes") {
            scenario_.notes = scalar(key, node);
        } else if (key.text == "presets") {
            scenario_.presets = scalar(key, node);
        } else if (key.text == "locked") {
            locked(key, node);
        } else if (key.text == "view") {
            view(node);
        } else {
            parameter(key, node);
        }
    }

    void locked(const files::Key& key, const Node& node)
    {
        if (node.kind == Node::Kind::Empty)
            return;
        if (node.kind != Node::Kind::List) {
            lock(node, scalar(key, node));
            return;
        }
        for (const Node& item : node.items) {
            if (!error_)
                lock(item, item.text);
        }
    }

    void lock(const Node& node, const std::string& name)
    {
        std::vector<std::string> plan_keys;
        for (const TrainingParameter& row : training_parameters().rows()) {
            if (row.may_be_auto)
                plan_keys.push_back(row.key);
        }
        if (!error_ && !is_plan_key(name))
            refuse(
                node,
                {PLATEAU_TEXT("%1 cannot be locked; the nearest key is %2"), {name, files::nearest(name, plan_keys)}},
                {PLATEAU_TEXT("one of %1"), {fmt::format("{}", fmt::join(plan_keys, ", "))}});
        scenario_.locked.insert(name);
    }

    void view(const Node& node)
    {
        if (node.kind != Node::Kind::Map && node.kind != Node::Kind::Empty)
            refuse(node, {PLATEAU_TEXT("view needs keys and values"), {}});
        for (std::size_t i = 0; i < node.items.size() && !error_; ++i)
            scenario_.view[node.keys[i].text] = scalar(node.keys[i], node.items[i]);
    }

    void parameter(const files::Key& key, const Node& node)
    {
        const TrainingParameter* row = training_parameters().find(key.text);
        if (!row) {
            unknown(key);
            return;
        }
        const std::string text = scalar(key, node);
        if (error_)
            return;
        const Expected<Value> value = parse_value(*row, text);
        if (!value && node.kind == Node::Kind::Empty)
            error_
                = Error{value.error().what, files::where(document_.file, key.line, key.column), value.error().accepted};
        else if (!value)
            refuse(node, value.error().what, value.error().accepted);
        else if (is_auto(*value) && row->may_be_auto)
            scenario_.open.insert(key.text);
        else
            scenario_.overrides[key.text] = *value;
    }

    void unknown(const files::Key& key)
    {
        std::vector<std::string> keys{"kind", "title", "notes", "presets", "locked", "view"};
        for (const TrainingParameter& row : training_parameters().rows())
            keys.push_back(row.key);
        error_ = Error{
            {PLATEAU_TEXT("%1 is not a known key; the nearest is %2"), {key.text, files::nearest(key.text, keys)}},
            files::where(document_.file, key.line, key.column),
            {PLATEAU_TEXT("one of %1"), {fmt::format("{}", fmt::join(keys, ", "))}}};
    }

    const files::Document& document_;
    Scenario scenario_;
    std::optional<Error> error_;
};

/// The place of the one key that does not resolve.
std::string culprit(const catalog::Catalog& catalog, const Scenario& scenario, const files::Document& document)
{
    for (std::size_t i = 0; i < document.root.items.size(); ++i) {
        const auto found = scenario.overrides.find(document.root.keys[i].text);
        if (found == scenario.overrides.end())
            continue;
        Scenario alone;
        alone.overrides.insert(*found);
        if (!resolve(catalog, alone))
            return files::where(document.file, document.root.items[i].line, document.root.items[i].column);
    }
    const Node* locked = document.root.find("locked");
    return locked ? files::where(document.file, locked->line, locked->column) : files::where(document.file);
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

Expected<Scenario> read_document(const catalog::Catalog& catalog, const files::Document& document)
{
    Expected<Scenario> choices = ScenarioReader(document).read();
    if (!choices)
        return choices;
    find_model_beside(*choices, document.file);
    Expected<Scenario> scenario = resolve(catalog, *choices);
    if (!scenario) {
        Error error = scenario.error();
        if (error.where.empty())
            error.where = culprit(catalog, *choices, document);
        return tl::make_unexpected(std::move(error));
    }
    if (!scenario->presets.empty() && scenario->presets != preset_hash(*scenario))
        scenario->remarks.push_back(
            {PLATEAU_TEXT("The hardware, model or stack files have changed since this scenario was "
                          "saved; its numbers may differ."),
             {}});
    return scenario;
}

bool names_a_file(const std::string& text)
{
    const fs::path path = text;
    return path.has_parent_path() || path.extension() == ".yaml" || path.extension() == ".yml";
}

} // namespace

Expected<Scenario> read_scenario(const catalog::Catalog& catalog, const fs::path& file)
{
    const auto document = files::read_yaml(file);
    if (!document)
        return tl::make_unexpected(document.error());
    return read_document(catalog, *document);
}

Expected<Scenario> read_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                      const std::string& where)
{
    const auto document = files::parse_yaml(text, where);
    if (!document)
        return tl::make_unexpected(document.error());
    return read_document(catalog, *document);
}

Expected<std::string> scenario_kind(const fs::path& file)
{
    const auto document = files::read_yaml(file);
    if (!document)
        return tl::make_unexpected(document.error());
    const Node* kind = document->root.find("kind");
    if (!kind || (kind->text != "training" && kind->text != "limits"))
        return failure({PLATEAU_TEXT("this is not a scenario"), {}},
                       files::where(document->file, kind ? kind->line : 1, kind ? kind->column : 1),
                       {PLATEAU_TEXT("a file that begins with kind: training or kind: limits"), {}});
    return kind->text;
}

Expected<fs::path> find_scenario_file(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    std::error_code ignored;
    if (fs::is_regular_file(name_or_file, ignored))
        return fs::path(name_or_file);
    std::vector<std::string> names;
    for (const fs::path& file : catalog::preset_files(catalog.folders, "scenarios")) {
        if (file.stem() == name_or_file)
            return file;
        names.push_back(file.stem().string());
    }
    if (names_a_file(name_or_file))
        return failure({PLATEAU_TEXT("there is no such file"), {}}, name_or_file);
    return failure({PLATEAU_TEXT("%1 is not a known scenario; the nearest is %2"),
                    {name_or_file, files::nearest(name_or_file, names)}},
                   {}, {PLATEAU_TEXT("a file, or one of %1"), {fmt::format("{}", fmt::join(names, ", "))}});
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
    files::YamlWriter yaml;
    yaml.entry("kind", "training");
    if (!scenario.title.empty())
        yaml.entry("title", scenario.title);
    if (!scenario.notes.empty())
        yaml.block("notes", scenario.notes);
    if (!scenario.presets.empty())
        yaml.entry("presets", scenario.presets);
    std::vector<std::string> locked;
    for (const TrainingParameter& row : training_parameters().rows()) {
        const auto found = scenario.overrides.find(row.key);
        if (scenario.open.count(row.key))
            yaml.entry(row.key, "auto");
        else if (found != scenario.overrides.end())
            yaml.entry(row.key, exact_value(row, found->second));
        if (scenario.locked.count(row.key))
            locked.push_back(row.key);
    }
    if (!locked.empty())
        yaml.list("locked", locked);
    if (!scenario.view.empty()) {
        yaml.begin("view");
        for (const auto& [key, value] : scenario.view)
            yaml.entry(key, value);
        yaml.end();
    }
    return yaml.text();
}

std::string preset_hash(const Scenario& scenario)
{
    std::uint64_t hash = 14695981039346656037ull;
    for (const std::string& file : {scenario.cluster.accelerator.file, scenario.cluster.accelerator.transport.file,
                                    scenario.workload.shape.file, scenario.assumptions.stack.file}) {
        const auto text = files::read_text(file);
        for (const char c : text ? *text : std::string())
            hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    }
    return fmt::format("{:016x}", hash);
}

} // namespace plateau
