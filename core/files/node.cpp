// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/node.h"

#include <algorithm>

#include "core/files/node_builder.h"

namespace plateau::files {

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
    if (static_cast<int>(open_.size()) >= depth_limit)
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
    if (++count_ > node_limit)
        throw Refusal({PLATEAU_TEXT("the file has too many values"), {}}, node.line, node.column);
    if (open_.empty()) {
        root_ = std::move(node);
        return;
    }
    open_.back().node.items.push_back(std::move(node));
    open_.back().key_pending = false;
}

} // namespace plateau::files
