// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>

#include <nlohmann/json.hpp>

#include "core/files/node.h"
#include "core/text/messages/error.h"

/// Files of presets with one value left out or wrong.
namespace plateau::test {

using files::Node;

inline void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// The file in a form that needs no layout.
inline std::string text_of(const Node& node)
{
    const auto quoted = [](const std::string& text) { return nlohmann::json(text).dump(); };
    if (node.kind == Node::Kind::Empty)
        return "null";
    if (node.kind == Node::Kind::Scalar)
        return quoted(node.text);
    const bool map = node.kind == Node::Kind::Map;
    std::string text;
    for (std::size_t i = 0; i < node.items.size(); ++i)
        text += (i == 0 ? "\n" : ",\n") + (map ? quoted(node.keys[i].text) + ": " : std::string())
            + text_of(node.items[i]);
    return (map ? "{" : "[") + text + (map ? "}" : "]");
}

/// What the reader of such a file, PRESET FOLDER/KIND/NAME, says of it.
using Reading = std::function<std::vector<Error>(const files::Document& document)>;

/// Of mappings in a list only those that have a key no earlier one has, and two more, since an order needs three: a
/// file soon tried.
inline void keep_one_of_each(Node& node)
{
    constexpr int most_alike = 2;
    std::set<std::string> known;
    int alike = 0;
    if (node.kind == Node::Kind::List)
        std::erase_if(node.items, [&](const Node& item) {
            const std::size_t before = known.size();
            for (const files::Key& key : item.keys)
                known.insert(key.text);
            return item.kind == Node::Kind::Map && known.size() == before && ++alike > most_alike;
        });
    for (Node& item : node.items)
        keep_one_of_each(item);
}

inline Node scalar(const char* text)
{
    Node node;
    node.kind = Node::Kind::Scalar;
    node.text = text;
    return node;
}

inline std::vector<Node> wrong_values()
{
    std::vector<Node> values{Node(), scalar(""), scalar("x"), scalar("0"), scalar("-1"), scalar("1e40")};
    Node list, map;
    list.kind = Node::Kind::List;
    list.items.push_back(scalar("x"));
    map.kind = Node::Kind::Map;
    map.keys.push_back({"x", 0, 0});
    map.items.push_back(scalar("x"));
    values.insert(values.end(), {list, map});
    list.items = {Node()};
    values.push_back(list);
    return values;
}

/// Calls `tried` with the file as it is with each value below `node` left out or wrong; `node` is then as it was.
inline void with_each_slip(Node& node, const std::function<void()>& tried)
{
    static const std::vector<Node> wrong = wrong_values();
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        with_each_slip(node.items[i], tried);
        const Node own = node.items[i];
        for (const Node& value : wrong) {
            node.items[i] = value;
            tried();
        }
        node.items[i] = own;
        const Node all = node;
        node.items.erase(node.items.begin() + std::ptrdiff_t(i));
        if (node.kind == Node::Kind::Map)
            node.keys.erase(node.keys.begin() + std::ptrdiff_t(i));
        tried();
        node = all;
    }
}

/// What was told of slips: how much, and what does not stand in the file.
struct Told {
    int count = 0;
    std::string wrong;
};

/// Reads the file as it is, of which nothing is to be told, and with each slip.
inline Told every_slip_told(files::Document& document, const Reading& reading)
{
    for (const Error& error : reading(document))
        return {0, english(error)};
    const std::regex line_and_column(R"(:\d+:\d+$)");
    Told told;
    with_each_slip(document.root, [&] {
        for (const Error& error : reading(document)) {
            ++told.count;
            if (!error.where.starts_with(document.file) || !std::regex_search(error.where, line_and_column))
                told.wrong = english(error);
        }
    });
    return told;
}

} // namespace plateau::test
