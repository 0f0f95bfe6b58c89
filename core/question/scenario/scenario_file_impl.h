// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

/// Reading and writing scenario files, for a scenario type S (training or limits). Included by the one .cpp per type
/// that reads its files. Needs resolve() and preset_hash() of S.
namespace plateau::scenario_file {

/// A plan that a search may complete: only some kinds of scenario have one.
template<class S>
inline constexpr bool has_plan = std::is_same_v<S, Scenario>;

/// Fills a scenario's choices key by key; the first thing wrong is kept. Whether there is a key `kind` is the
/// caller's question.
template<class S>
class ChoicesReader {
public:
    ChoicesReader(const files::Document& document, const char* kind, const ParameterTable<S>& table,
                  UnknownKeys unknown)
        : document_(document), kind_(kind), table_(table), unknown_(unknown)
    {
        const Node* saved = document.root.find(saved_key);
        const Node* version = saved ? saved->find("version") : nullptr;
        if (version && is_later_version(version->text, core_version()))
            unknown_ = UnknownKeys::Keep;
    }

    Expected<S> read()
    {
        const files::Node& root = document_.root;
        for (std::size_t i = 0; i < root.items.size() && !error_; ++i)
            entry(root.keys[i], root.items[i]);
        if (error_)
            return tl::make_unexpected(*error_);
        scenario_.shipped = catalog::is_shipped(document_.file);
        said_since();
        return std::move(scenario_);
    }

private:
    using Node = files::Node;

    inline static const Message sizes_beside_model{
        PLATEAU_TEXT(
            "the name of a model, with the sizes that differ as keys beside it, a line each (model: llama2_7b, "
            "layers: 16, hidden: 2048 ...), or a file with a whole shape (model: my_model.yaml, with keys as "
            "in presets/models)"),
        {}};

    void refuse(const Node& node, Message what, Message accepted = {})
    {
        error_ = Error{std::move(what), files::where(document_.file, node.line, node.column), std::move(accepted)};
    }

    void refuse_error(const Node& node, Error error)
    {
        error.where = files::where(document_.file, node.line, node.column);
        error_ = std::move(error);
    }

    std::string scalar(const files::Key& key, const Node& node)
    {
        if (node.kind == Node::Kind::List || node.kind == Node::Kind::Map)
            refuse(node, {PLATEAU_TEXT("%1 needs a single value"), {Verbatim{key.text}}},
                   has_plan<S> && key.text == "model" ? sizes_beside_model : Message{});
        return node.text;
    }

    void entry(const files::Key& key, const Node& node)
    {
        if (key.text == "kind") {
            const std::string kind = scalar(key, node);
            if (!error_ && kind != kind_)
                refuse(node,
                       {PLATEAU_TEXT("the kind of this scenario is %1, not %2"), {Verbatim{kind}, Verbatim{kind_}}});
        } else if (key.text == "title") {
            scenario_.title = scalar(key, node);
        } else if (key.text == "notes") {
            scenario_.notes = scalar(key, node);
        } else if (key.text == "presets") {
            scenario_.presets = scalar(key, node);
        } else if (has_plan<S> && key.text == "locked") {
            locked(key, node);
        } else if (key.text == "view") {
            view(node);
        } else if (key.text == unsaid_key) {
            unsaid(node);
        } else if (key.text == saved_key) {
            return; // about the file, not part of the question
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
        for (const Parameter<S>& row : table_.rows()) {
            if (row.may_be_auto)
                plan_keys.push_back(row.key);
        }
        const Parameter<S>* row = table_.find(name);
        if (!error_ && !(row && row->may_be_auto))
            refuse_error(node, unknown_name({PLATEAU_TEXT("%1 cannot be locked"), {Verbatim{name}}}, name, plan_keys));
        scenario_.locked.insert(name);
    }

    void view(const Node& node)
    {
        if (node.kind != Node::Kind::Map && node.kind != Node::Kind::Empty)
            refuse(node, {PLATEAU_TEXT("view needs keys and values"), {}});
        for (std::size_t i = 0; i < node.items.size() && !error_; ++i)
            scenario_.view[node.keys[i].text] = scalar(node.keys[i], node.items[i]);
    }

    void unsaid(const Node& node)
    {
        if (node.kind != Node::Kind::Map && node.kind != Node::Kind::Empty)
            refuse(node, {PLATEAU_TEXT("%1 needs keys and values"), {Verbatim{unsaid_key}}});
        for (std::size_t i = 0; i < node.items.size() && !error_; ++i) {
            const auto kind = from_name<UnsaidKind>(node.keys[i].text);
            if (!kind)
                refuse(node.items[i], {PLATEAU_TEXT("“%1” is not known"), {Verbatim{node.keys[i].text}}},
                       one_of({names_of<UnsaidKind>.begin(), names_of<UnsaidKind>.end()}));
            for (const Node& item : node.items[i].items)
                if (kind)
                    scenario_.unsaid.push_back(read_unsaid(*kind, item.text));
        }
    }

    /// A parameter that has another value than the one kept was said since.
    void said_since()
    {
        std::erase_if(scenario_.unsaid, [this](const Unsaid& entry) {
            const Parameter<S>* row = table_.find(entry.parameter);
            const auto found = scenario_.overrides.find(entry.parameter);
            return row && found != scenario_.overrides.end() && exact_value(*row, found->second) != entry.value;
        });
    }

    void parameter(const files::Key& key, const Node& node)
    {
        const Parameter<S>* row = table_.find(key.text);
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
        else
            choose(*row, *value);
    }

    void choose(const Parameter<S>& row, const Value& value)
    {
        if (is_auto(value) && row.may_be_auto)
            scenario_.open.insert(row.key);
        else
            scenario_.overrides[row.key] = value;
    }

    void unknown(const files::Key& key)
    {
        std::vector<std::string> keys{"kind", "title", "notes", "presets", unsaid_key, saved_key};
        if (has_plan<S>)
            keys.push_back("locked");
        keys.push_back("view");
        for (const Parameter<S>& row : table_.rows())
            keys.push_back(row.key);
        constexpr std::size_t most = 5; ///< remarks; beyond, it is another kind of file
        if (unknown_ == UnknownKeys::Keep) {
            if (scenario_.remarks.size() < most)
                scenario_.remarks.push_back(
                    {PLATEAU_TEXT("Line %1: %2 is not a known key; the nearest is %3. It changes nothing and is kept."),
                     {Verbatim{std::to_string(key.line)}, Verbatim{key.text}, Verbatim{nearest(key.text, keys)}}});
            return;
        }
        error_ = unknown_name({PLATEAU_TEXT("%1 is not a known key"), {Verbatim{key.text}}}, key.text, keys,
                              "plateau catalog parameters", files::where(document_.file, key.line, key.column));
    }

    const files::Document& document_;
    const char* kind_;
    const ParameterTable<S>& table_;
    UnknownKeys unknown_;
    S scenario_;
    std::optional<Error> error_;
};

/// The place of the one key that does not resolve.
template<class S>
std::string culprit(const catalog::Catalog& catalog, const S& scenario, const files::Document& document)
{
    for (std::size_t i = 0; i < document.root.items.size(); ++i) {
        const auto found = scenario.overrides.find(document.root.keys[i].text);
        if (found == scenario.overrides.end())
            continue;
        S alone;
        alone.overrides.insert(*found);
        if (!resolve(catalog, alone))
            return files::where(document.file, document.root.items[i].line, document.root.items[i].column);
    }
    const files::Node* locked = document.root.find("locked");
    return locked ? files::where(document.file, locked->line, locked->column) : files::where(document.file);
}

/// The choices read from a document, resolved; `files_changed` is the remark when the presets are not those it was
/// saved with.
template<class S>
Expected<S> resolved(const catalog::Catalog& catalog, const S& choices, const files::Document& document,
                     Message files_changed)
{
    Expected<S> scenario = resolve(catalog, choices);
    if (!scenario) {
        Error error = scenario.error();
        if (error.where.empty())
            error.where = culprit(catalog, choices, document);
        return tl::make_unexpected(std::move(error));
    }
    if (!scenario->presets.empty() && scenario->presets != preset_hash(*scenario))
        scenario->remarks.push_back(std::move(files_changed));
    return scenario;
}

/// The choices as YAML: what people wrote, the overrides in table order, the locks, the view.
template<class S>
std::string written(const S& scenario, const char* kind, const ParameterTable<S>& table)
{
    files::YamlWriter yaml;
    yaml.entry("kind", kind);
    if (!scenario.title.empty())
        yaml.entry("title", scenario.title);
    if (!scenario.notes.empty())
        yaml.block("notes", scenario.notes);
    if (!scenario.presets.empty())
        yaml.entry("presets", scenario.presets);
    std::vector<std::string> locked;
    std::size_t left = scenario.overrides.size() + scenario.open.size() + scenario.locked.size();
    for (const Parameter<S>& row : table.rows()) {
        if (left == 0)
            break;
        const auto found = scenario.overrides.find(row.key);
        const bool is_locked = scenario.locked.count(row.key) > 0, is_open = scenario.open.count(row.key) > 0;
        left -= std::size_t(is_locked) + std::size_t(is_open) + std::size_t(found != scenario.overrides.end());
        if (is_locked)
            locked.push_back(row.key);
        if (is_open)
            yaml.entry(row.key, "auto");
        else if (found != scenario.overrides.end())
            yaml.entry(row.key, exact_value(row, found->second));
    }
    if (!locked.empty())
        yaml.list("locked", locked);
    if (!scenario.unsaid.empty()) {
        yaml.begin(unsaid_key);
        for (const auto& [name, which] : named_values<UnsaidKind>())
            if (const auto kept = kept_unsaid(scenario.unsaid, which); !kept.empty())
                yaml.list(name, kept);
        yaml.end();
    }
    if (!scenario.view.empty()) {
        yaml.begin("view");
        for (const auto& [key, value] : scenario.view)
            yaml.block(key, value);
        yaml.end();
    }
    return yaml.text();
}

/// FNV-1a over the contents of files, as 16 hexadecimal digits; a file that cannot be read counts as empty.
std::string fingerprint(const std::vector<std::string>& files);

} // namespace plateau::scenario_file
