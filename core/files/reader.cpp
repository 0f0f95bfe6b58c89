// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/reader.h"

#include <algorithm>
#include <cmath>

#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::files {

Reader::Reader(const Node& map, std::string file, std::vector<Error>& errors)
    : map_(map), file_(std::move(file)), errors_(errors)
{
    if (map.kind != Node::Kind::Map)
        refuse(map, {PLATEAU_TEXT("this must be a mapping"), {}}, {PLATEAU_TEXT("lines of the form key: value"), {}});
}

void Reader::refuse(const Node& node, Message what, Message accepted)
{
    errors_.push_back(
        {std::move(what), files::where(file_, std::max(1, node.line), std::max(1, node.column)), std::move(accepted)});
}

void Reader::refuse(const std::string& key, Message what, Message accepted)
{
    errors_.push_back({std::move(what), where(key), std::move(accepted)});
}

void Reader::refuse_error(const Node& node, Error error)
{
    error.where = files::where(file_, std::max(1, node.line), std::max(1, node.column));
    errors_.push_back(std::move(error));
}

void Reader::refuse_error(const std::string& key, Error error)
{
    error.where = where(key);
    errors_.push_back(std::move(error));
}

std::string Reader::where(const std::string& key) const
{
    int line = map_.line, column = map_.column;
    for (std::size_t i = 0; i < map_.keys.size(); ++i)
        if (map_.keys[i].text == key) {
            const bool empty = map_.items[i].kind == Node::Kind::Empty;
            line = empty ? map_.keys[i].line : map_.items[i].line;
            column = empty ? map_.keys[i].column : map_.items[i].column;
        }
    return files::where(file_, std::max(1, line), std::max(1, column));
}

const Node* Reader::given(const std::string& key, Need need)
{
    known_.insert(key);
    const Node* found = map_.find(key);
    if (found && found->kind != Node::Kind::Empty)
        return found;
    if (need == Need::Required && map_.kind == Node::Kind::Map)
        refuse(key, {found ? PLATEAU_TEXT("%1 has no value") : PLATEAU_TEXT("the key %1 is missing"), {Verbatim{key}}});
    return nullptr;
}

const Node* Reader::scalar(const std::string& key, Need need)
{
    const Node* found = given(key, need);
    if (found && found->kind != Node::Kind::Scalar) {
        refuse(*found, {PLATEAU_TEXT("%1 must be a single value"), {Verbatim{key}}});
        return nullptr;
    }
    return found;
}

std::vector<std::string> Reader::read() const
{
    std::vector<std::string> result;
    for (const Key& key : map_.keys)
        if (known_.count(key.text) > 0)
            result.push_back(key.text);
    return result;
}

const Node* Reader::map(const std::string& key, Need need)
{
    const Node* found = given(key, need);
    if (found && found->kind != Node::Kind::Map) {
        refuse(*found, {PLATEAU_TEXT("%1 must be a mapping"), {Verbatim{key}}},
               {PLATEAU_TEXT("lines of the form key: value"), {}});
        return nullptr;
    }
    return found;
}

std::span<const Node> Reader::list(const std::string& key, Need need)
{
    const Node* found = given(key, need);
    if (found && found->kind != Node::Kind::List) {
        refuse(*found, {PLATEAU_TEXT("%1 must be a list"), {Verbatim{key}}},
               {PLATEAU_TEXT("lines that begin with a dash"), {}});
        return {};
    }
    return found ? std::span<const Node>(found->items) : std::span<const Node>();
}

bool Reader::text(const std::string& key, std::string& value, Need need)
{
    const Node* found = scalar(key, need);
    if (found)
        value = found->text;
    return found != nullptr;
}

bool Reader::texts(const std::string& key, std::vector<std::string>& value, Need need)
{
    const Node* found = given(key, need);
    if (!found)
        return false;
    std::vector<std::string> result;
    if (found->kind == Node::Kind::Scalar)
        result.push_back(found->text);
    for (const Node& item : found->items) {
        if (found->kind != Node::Kind::List || item.kind != Node::Kind::Scalar) {
            refuse(item, {PLATEAU_TEXT("%1 must be a list of texts"), {Verbatim{key}}});
            return false;
        }
        result.push_back(item.text);
    }
    value = std::move(result);
    return true;
}

bool Reader::quantity(const std::string& key, units::Unit unit, double& value, Need need)
{
    const Node* found = scalar(key, need);
    return found && quantity_of(*found, unit, value);
}

bool Reader::quantity_of(const Node& node, units::Unit unit, double& value)
{
    const Expected<double> read = units::parse(node.text, unit);
    if (!read) {
        refuse(node, read.error().what, read.error().accepted);
        return false;
    }
    value = *read;
    return true;
}

bool Reader::in_range(const Node& node, const std::string& key, units::Unit unit, double value, double low, double high)
{
    if (value >= low && value <= high)
        return true;
    refuse(node, {PLATEAU_TEXT("%1 is out of range: %2"), {Verbatim{key}, Verbatim{units::exact(value, unit)}}},
           {PLATEAU_TEXT("%1 to %2"), {Verbatim{units::exact(low, unit)}, Verbatim{units::exact(high, unit)}}});
    return false;
}

bool Reader::quantity(const std::string& key, units::Unit unit, double& value, double low, double high, Need need)
{
    const Node* found = scalar(key, need);
    double read = 0;
    if (!found || !quantity_of(*found, unit, read) || !in_range(*found, key, unit, read, low, high))
        return false;
    value = read;
    return true;
}

bool Reader::quantities(const std::string& key, units::Unit unit, std::span<double> values, Need need, double low,
                        double high)
{
    const Node* found = given(key, need);
    if (!found)
        return false;
    if (found->kind != Node::Kind::List || found->items.size() != values.size()) {
        refuse(
            *found,
            {PLATEAU_TEXT("%1 must be a list of %2 values"), {Verbatim{key}, Verbatim{std::to_string(values.size())}}});
        return false;
    }
    std::vector<double> result;
    for (const Node& item : found->items) {
        double read = 0;
        if (!quantity_of(item, unit, read) || !in_range(item, key, unit, read, low, high))
            return false;
        result.push_back(read);
    }
    std::copy(result.begin(), result.end(), values.begin());
    return true;
}

bool Reader::whole(const std::string& key, int& value, int low, int high, Need need)
{
    double read = 0;
    if (!quantity(key, units::Unit::Count, read, low, high, need))
        return false;
    if (read != std::floor(read)) {
        refuse(key, {PLATEAU_TEXT("%1 must be a whole number"), {Verbatim{key}}});
        return false;
    }
    value = static_cast<int>(read);
    return true;
}

bool Reader::flag(const std::string& key, bool& value, Need need)
{
    static constexpr std::pair<const char*, bool> legal[]
        = {{"true", true}, {"false", false}, {"yes", true}, {"no", false}};
    return choice<bool>(key, value, legal, need);
}

int Reader::choice_index(const std::string& key, const std::vector<std::string>& names, Need need)
{
    const Node* found = scalar(key, need);
    if (!found)
        return -1;
    const auto hit = std::find(names.begin(), names.end(), found->text);
    if (hit != names.end())
        return static_cast<int>(hit - names.begin());
    refuse_error(*found,
                 unknown_name({PLATEAU_TEXT("%1 is not a value of %2"), {Verbatim{found->text}, Verbatim{key}}},
                              found->text, names));
    return -1;
}

void Reader::finish()
{
    constexpr int most = 20; ///< beyond, it is another kind of file
    const std::vector<std::string> names(known_.begin(), known_.end());
    int unknown = 0;
    for (const Key& key : map_.keys) {
        if (known_.count(key.text) || ++unknown > most)
            continue;
        Node place{.line = key.line, .column = key.column};
        refuse_error(place,
                     unknown_name({PLATEAU_TEXT("%1 is not a known key"), {Verbatim{key.text}}}, key.text, names));
    }
}

const Node* Node::find(const std::string& key) const
{
    const auto found
        = std::find_if(keys.begin(), keys.end(), [&](const Key& candidate) { return candidate.text == key; });
    return found == keys.end() ? nullptr : &items[static_cast<size_t>(found - keys.begin())];
}

void NodeBuilder::scalar(std::string text, bool quoted, int line, int column)
{
    if (!open_.empty() && open_.back().node.kind == Node::Kind::Map && !open_.back().key_pending) {
        Node& map = open_.back().node;
        if (const auto [first, is_new] = open_.back().lines.emplace(text, line); !is_new)
            throw Refusal({PLATEAU_TEXT("%1 stands here twice, first in line %2"),
                           {Verbatim{text}, Verbatim{std::to_string(first->second)}}},
                          line, column);
        map.keys.push_back({std::move(text), line, column});
        open_.back().key_pending = true;
        return;
    }
    Node node{.kind = Node::Kind::Scalar, .text = std::move(text), .quoted = quoted, .line = line, .column = column};
    close_into_parent(std::move(node));
}

void NodeBuilder::empty(int line, int column)
{
    if (!open_.empty() && open_.back().node.kind == Node::Kind::Map && !open_.back().key_pending)
        throw Refusal({PLATEAU_TEXT("a key is missing"), {}}, line, column);
    Node node{.line = line, .column = column};
    close_into_parent(std::move(node));
}

void NodeBuilder::begin(Node::Kind kind, int line, int column)
{
    if (!open_.empty() && open_.back().node.kind == Node::Kind::Map && !open_.back().key_pending)
        throw Refusal({PLATEAU_TEXT("a key must be a word"), {}}, line, column);
    if (static_cast<int>(open_.size()) >= budget::depth)
        throw Refusal({PLATEAU_TEXT("this is nested too deeply"), {}}, line, column);
    open_.push_back({.node = {.kind = kind, .line = line, .column = column}});
}

void NodeBuilder::end()
{
    Node node = std::move(open_.back().node);
    open_.pop_back();
    close_into_parent(std::move(node));
}

void NodeBuilder::close_into_parent(Node node)
{
    if (++count_ > budget::nodes)
        throw Refusal({PLATEAU_TEXT("the file has too many values"), {}}, node.line, node.column);
    if (open_.empty()) {
        root_ = std::move(node);
        return;
    }
    open_.back().node.items.push_back(std::move(node));
    open_.back().key_pending = false;
}

} // namespace plateau::files
