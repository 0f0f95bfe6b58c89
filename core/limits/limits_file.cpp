// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits/limits_file.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "core/files/nearest.h"
#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/scenario/scenario_file.h"

namespace plateau {

namespace fs = std::filesystem;
using files::Node;

namespace {

/// Fills a scenario's choices key by key; the first thing wrong is kept.
class LimitsReader {
public:
    explicit LimitsReader(const files::Document& document) : document_(document) { }

    Expected<LimitsScenario> read()
    {
        const Node& root = document_.root;
        const Node* kind = root.find("kind");
        if (!kind || kind->text != "limits")
            return failure({PLATEAU_TEXT("this is not a question about the limits of scaling"), {}},
                           files::where(document_.file, kind ? kind->line : 1, kind ? kind->column : 1),
                           {PLATEAU_TEXT("kind: limits as the first key"), {}});
        for (std::size_t i = 0; i < root.items.size() && !error_; ++i)
            entry(root.keys[i], root.items[i]);
        if (error_)
            return tl::make_unexpected(*error_);
        return std::move(scenario_);
    }

private:
    std::string scalar(const files::Key& key, const Node& node)
    {
        if (node.kind == Node::Kind::List || node.kind == Node::Kind::Map)
            refuse(node, {PLATEAU_TEXT("%1 needs a single value"), {key.text}});
        return node.text;
    }

    void refuse(const Node& node, Message what, Message accepted = {})
    {
        error_ = Error{std::move(what), files::where(document_.file, node.line, node.column), std::move(accepted)};
    }

    void entry(const files::Key& key, const Node& node)
    {
        if (key.text == "kind")
            return;
        if (key.text == "title")
            scenario_.title = scalar(key, node);
        else if (key.text == "notes")
            scenario_.notes = scalar(key, node);
        else if (key.text == "presets")
            scenario_.presets = scalar(key, node);
        else if (key.text == "view")
            view(node);
        else
            parameter(key, node);
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
        const LimitsParameter* row = limits_parameters().find(key.text);
        if (!row) {
            unknown(key);
            return;
        }
        const std::string text = scalar(key, node);
        if (error_)
            return;
        const Expected<Value> value = parse_value(*row, text);
        if (!value)
            refuse(node, value.error().what, value.error().accepted);
        else
            scenario_.overrides[key.text] = *value;
    }

    void unknown(const files::Key& key)
    {
        std::vector<std::string> keys{"kind", "title", "notes", "presets", "view"};
        for (const LimitsParameter& row : limits_parameters().rows())
            keys.push_back(row.key);
        error_ = Error{
            {PLATEAU_TEXT("%1 is not a known key; the nearest is %2"), {key.text, files::nearest(key.text, keys)}},
            files::where(document_.file, key.line, key.column),
            {PLATEAU_TEXT("one of %1"), {fmt::format("{}", fmt::join(keys, ", "))}}};
    }

    const files::Document& document_;
    LimitsScenario scenario_;
    std::optional<Error> error_;
};

/// The place of the one key that does not resolve.
std::string culprit(const catalog::Catalog& catalog, const LimitsScenario& scenario, const files::Document& document)
{
    for (std::size_t i = 0; i < document.root.items.size(); ++i) {
        const auto found = scenario.overrides.find(document.root.keys[i].text);
        if (found == scenario.overrides.end())
            continue;
        LimitsScenario alone;
        alone.overrides.insert(*found);
        if (!resolve(catalog, alone))
            return files::where(document.file, document.root.items[i].line, document.root.items[i].column);
    }
    return files::where(document.file);
}

Expected<LimitsScenario> read_document(const catalog::Catalog& catalog, const files::Document& document)
{
    Expected<LimitsScenario> choices = LimitsReader(document).read();
    if (!choices)
        return choices;
    Expected<LimitsScenario> scenario = resolve(catalog, *choices);
    if (!scenario) {
        Error error = scenario.error();
        if (error.where.empty())
            error.where = culprit(catalog, *choices, document);
        return tl::make_unexpected(std::move(error));
    }
    if (!scenario->presets.empty() && scenario->presets != preset_hash(*scenario))
        scenario->remarks.push_back({PLATEAU_TEXT("The hardware's file has changed since this scenario was saved; its "
                                                  "numbers may differ."),
                                     {}});
    return scenario;
}

} // namespace

Expected<LimitsScenario> read_limits_scenario(const catalog::Catalog& catalog, const fs::path& file)
{
    const auto document = files::read_yaml(file);
    if (!document)
        return tl::make_unexpected(document.error());
    return read_document(catalog, *document);
}

Expected<LimitsScenario> read_limits_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                                   const std::string& where)
{
    const auto document = files::parse_yaml(text, where);
    if (!document)
        return tl::make_unexpected(document.error());
    return read_document(catalog, *document);
}

Expected<LimitsScenario> find_limits_scenario(const catalog::Catalog& catalog, const std::string& name_or_file)
{
    const auto file = find_scenario_file(catalog, name_or_file);
    if (!file)
        return tl::make_unexpected(file.error());
    return read_limits_scenario(catalog, *file);
}

std::string write_scenario(const LimitsScenario& scenario)
{
    files::YamlWriter yaml;
    yaml.entry("kind", "limits");
    if (!scenario.title.empty())
        yaml.entry("title", scenario.title);
    if (!scenario.notes.empty())
        yaml.block("notes", scenario.notes);
    if (!scenario.presets.empty())
        yaml.entry("presets", scenario.presets);
    for (const LimitsParameter& row : limits_parameters().rows()) {
        const auto found = scenario.overrides.find(row.key);
        if (found != scenario.overrides.end())
            yaml.entry(row.key, exact_value(row, found->second));
    }
    if (!scenario.view.empty()) {
        yaml.begin("view");
        for (const auto& [key, value] : scenario.view)
            yaml.entry(key, value);
        yaml.end();
    }
    return yaml.text();
}

std::string preset_hash(const LimitsScenario& scenario)
{
    std::uint64_t hash = 14695981039346656037ull;
    const auto text = files::read_text(scenario.accelerator.file);
    for (const char c : text ? *text : std::string())
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return fmt::format("{:016x}", hash);
}

} // namespace plateau
