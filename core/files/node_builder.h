// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <stdexcept>
#include <vector>

#include "core/files/node.h"

namespace plateau::files {

/// Leaves a third-party parser from inside its callbacks; never leaves the adapter.
struct Refusal : std::runtime_error {
    Refusal(Message what_is_wrong, int at_line, int at_column)
        : std::runtime_error("refused"), message(std::move(what_is_wrong)), line(at_line), column(at_column)
    {
    }
    Message message;
    int line;
    int column;
};

/// Puts the events of a parser together to a tree and keeps its limits.
class NodeBuilder {
public:
    void scalar(std::string text, bool quoted, int line, int column);
    void empty(int line, int column);
    void begin(Node::Kind kind, int line, int column);
    void end();
    Node take() { return std::move(root_); }

private:
    struct Open {
        Node node = {};
        bool key_pending = false;
        std::map<std::string, int> lines{}; ///< where each key stands, to tell who stands twice
    };
    void close_into_parent(Node node);

    Node root_;
    std::vector<Open> open_;
    int count_ = 0;
};

} // namespace plateau::files
