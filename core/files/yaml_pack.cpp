// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/yaml_pack.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/files/budget.h"
#include "core/files/text_file.h"

namespace plateau::files {

namespace {

/// A pack begins with this number; one of another form, or of a machine with another order of bytes, does not.
constexpr std::uint64_t pack_mark = 0x31'4B'43'41'50'4C'4D'59; // "YMLPACK1"

/// One of these stands for each text after the mark, in their order; the nodes of all texts follow.
struct PackEntry {
    std::uint64_t text_size = 0;
    std::uint64_t text_hash = 0;
    std::uint64_t begin = 0; ///< of its nodes, in the whole pack
    std::uint64_t size = 0;
    std::uint64_t hash = 0; ///< of the bytes of its nodes

    bool is_before(const PackEntry& other) const
    {
        return std::pair(text_size, text_hash) < std::pair(other.text_size, other.text_hash);
    }
};

std::uint64_t hash_of(std::string_view bytes)
{
    Fingerprint fingerprint;
    fingerprint.add(bytes);
    return fingerprint.value();
}

/// Writes nodes as numbers of seven bits a byte. A text that stands in the YAML is written as its place there.
class NodePacker {
public:
    explicit NodePacker(std::string_view yaml) : yaml_(yaml) { }

    void add(const Node& node)
    {
        add_number(static_cast<std::size_t>(node.kind) * 2 + (node.quoted ? 1 : 0));
        add_place(node.line, node.column);
        if (node.kind == Node::Kind::Scalar)
            add_text(node.text);
        if (node.kind == Node::Kind::List || node.kind == Node::Kind::Map)
            add_number(node.items.size());
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            if (node.kind == Node::Kind::Map) {
                add_text(node.keys[i].text);
                add_place(node.keys[i].line, node.keys[i].column);
            }
            add(node.items[i]);
        }
    }
    const std::string& bytes() const { return bytes_; }

private:
    void add_number(std::size_t number)
    {
        for (; number > 0x7F; number >>= 7U)
            bytes_ += static_cast<char>(0x80U | (number & 0x7FU));
        bytes_ += static_cast<char>(number);
    }
    void add_place(int line, int column)
    {
        add_number(static_cast<std::size_t>(line));
        add_number(static_cast<std::size_t>(column));
    }
    void add_text(const std::string& text)
    {
        const std::size_t at = yaml_.find(text, behind_);
        add_number(text.size());
        add_number(at == std::string::npos ? 0 : at + 1);
        if (at == std::string::npos)
            bytes_ += text;
        else
            behind_ = at + text.size();
    }

    std::string_view yaml_;
    std::size_t behind_ = 0; ///< the last text found
    std::string bytes_;
};

/// Reads what NodePacker wrote; of other bytes anything, but nothing beyond them.
class NodeUnpacker {
public:
    NodeUnpacker(std::string_view bytes, std::string_view yaml) : bytes_(bytes), yaml_(yaml) { }

    bool read(Node& node, int depth = 0)
    {
        const std::size_t head = number();
        if (depth > budget::depth || head / 2 > static_cast<std::size_t>(Node::Kind::Map))
            return false;
        node.kind = static_cast<Node::Kind>(head / 2);
        node.quoted = head % 2 == 1;
        read_place(node.line, node.column);
        if (node.kind == Node::Kind::Scalar)
            node.text = text();
        if (node.kind != Node::Kind::List && node.kind != Node::Kind::Map)
            return holds_;
        const std::size_t count = number();
        if (count > bytes_.size() - at_)
            return false;
        node.items.resize(count);
        node.keys.resize(node.kind == Node::Kind::Map ? count : 0);
        for (std::size_t i = 0; i < count && holds_; ++i) {
            if (node.kind == Node::Kind::Map) {
                node.keys[i].text = text();
                read_place(node.keys[i].line, node.keys[i].column);
            }
            holds_ = read(node.items[i], depth + 1);
        }
        return holds_;
    }

private:
    std::size_t number()
    {
        std::size_t result = 0;
        for (unsigned shift = 0; at_ < bytes_.size() && shift < 63; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes_[at_++]);
            result |= static_cast<std::size_t>(byte & 0x7FU) << shift;
            if (byte < 0x80)
                return result;
        }
        holds_ = false;
        return 0;
    }
    void read_place(int& line, int& column)
    {
        line = static_cast<int>(number());
        column = static_cast<int>(number());
    }
    std::string text()
    {
        const std::size_t size = number(), place = number();
        const std::string_view from = place == 0 ? bytes_.substr(at_) : yaml_;
        const std::size_t begin = place == 0 ? 0 : place - 1;
        if (begin > from.size() || size > from.size() - begin) {
            holds_ = false;
            return {};
        }
        at_ += place == 0 ? size : 0;
        return std::string(from.substr(begin, size));
    }

    std::string_view bytes_;
    std::string_view yaml_;
    std::size_t at_ = 0;
    bool holds_ = true;
};

template<class Value>
Value value_at(std::string_view bytes, std::size_t at)
{
    Value value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template<class Value>
void append(std::string& bytes, const Value& value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

} // namespace

YamlPack::YamlPack(std::string bytes) : bytes_(std::move(bytes))
{
    constexpr std::size_t head = sizeof pack_mark + sizeof(std::uint64_t);
    if (bytes_.size() < head || value_at<std::uint64_t>(bytes_, 0) != pack_mark)
        return;
    const auto count = value_at<std::uint64_t>(bytes_, sizeof pack_mark);
    if (count <= (bytes_.size() - head) / sizeof(PackEntry))
        count_ = count;
}

std::optional<Node> YamlPack::find(const std::string& text) const
{
    const auto entry = [&](std::size_t i) {
        return value_at<PackEntry>(bytes_, sizeof pack_mark + sizeof(std::uint64_t) + i * sizeof(PackEntry));
    };
    const auto first_not_before = [&](const PackEntry& wanted) {
        std::size_t low = 0, high = count_;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (entry(middle).is_before(wanted))
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    PackEntry wanted{.text_size = text.size()};
    if (const std::size_t of_this_size = first_not_before(wanted);
        of_this_size == count_ || entry(of_this_size).text_size != text.size())
        return std::nullopt; // without a hash of a text that may be long
    wanted.text_hash = hash_of(text);
    const std::size_t at = first_not_before(wanted);
    if (at == count_ || wanted.is_before(entry(at)))
        return std::nullopt;
    const PackEntry found = entry(at);
    if (found.begin > bytes_.size() || found.size > bytes_.size() - found.begin)
        return std::nullopt;
    const std::string_view nodes = std::string_view(bytes_).substr(found.begin, found.size);
    Node root;
    if (hash_of(nodes) != found.hash || !NodeUnpacker(nodes, text).read(root))
        return std::nullopt;
    return root;
}

std::string packed_yaml(const std::vector<std::string>& texts)
{
    std::vector<std::pair<PackEntry, std::string>> all;
    for (const std::string& text : texts) {
        const Expected<Document> document = parse_unpacked_yaml(text, {});
        if (!document)
            continue;
        NodePacker nodes(text);
        nodes.add(document->root);
        all.push_back({{.text_size = text.size(),
                        .text_hash = hash_of(text),
                        .size = nodes.bytes().size(),
                        .hash = hash_of(nodes.bytes())},
                       nodes.bytes()});
    }
    std::sort(all.begin(), all.end(),
              [](const auto& one, const auto& other) { return one.first.is_before(other.first); });
    std::string bytes;
    append(bytes, pack_mark);
    append(bytes, static_cast<std::uint64_t>(all.size()));
    std::uint64_t begin = bytes.size() + all.size() * sizeof(PackEntry);
    for (auto& [entry, nodes] : all) {
        entry.begin = begin;
        begin += entry.size;
        append(bytes, entry);
    }
    for (const auto& [entry, nodes] : all)
        bytes += nodes;
    return bytes;
}

const YamlPack& shipped_pack()
{
    static const YamlPack pack(read_text(shipped("presets.pack")).value_or(std::string()));
    return pack;
}

} // namespace plateau::files
