// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/files/node.h"
#include "core/text/messages/names.h"
#include "core/text/units/quantity.h"

namespace plateau::files {

enum class Need { Required, Optional };

/// Reads one mapping key by key into plain variables. What is wrong goes to a list of errors with file:line:column;
/// a variable whose key is missing or wrong keeps its value. Call finish() last: it reports every key that nobody
/// asked for, with the nearest one that was.
///
///     std::vector<Error> errors;
///     Reader reader(document.root, document.file, errors);
///     reader.text("title", title, Need::Required);
///     reader.quantity("memory", units::Unit::Bytes, bytes);
///     reader.finish();
class Reader {
public:
    Reader(const Node& map, std::string file, std::vector<Error>& errors);

    bool has(const std::string& key) const { return map_.find(key) != nullptr; }
    bool text(const std::string& key, std::string& value, Need need = Need::Optional);
    /// A list of texts; a single text is a list of one.
    bool texts(const std::string& key, std::vector<std::string>& value, Need need = Need::Optional);
    bool quantity(const std::string& key, units::Unit unit, double& value, Need need = Need::Optional);
    bool quantity(const std::string& key, units::Unit unit, double& value, double low, double high,
                  Need need = Need::Optional);
    /// As many as there are `values`, each within [low, high].
    bool quantities(const std::string& key, units::Unit unit, std::span<double> values, Need need = Need::Optional,
                    double low = -std::numeric_limits<double>::infinity(),
                    double high = std::numeric_limits<double>::infinity());
    bool whole(const std::string& key, int& value, int low, int high, Need need = Need::Optional);
    bool flag(const std::string& key, bool& value, Need need = Need::Optional);

    /// One of a list of names, as the value that goes with it; without a list those of the enumeration.
    template<class Value>
    bool choice(const std::string& key, Value& value, std::span<const std::pair<const char*, Value>> legal,
                Need need = Need::Optional)
    {
        std::vector<std::string> names;
        for (const auto& entry : legal)
            names.emplace_back(entry.first);
        const int found = choice_index(key, names, need);
        if (found >= 0)
            value = legal[static_cast<size_t>(found)].second;
        return found >= 0;
    }

    template<class Enum>
    requires(!names_of<Enum>.empty()) bool choice(const std::string& key, Enum& value, Need need = Need::Optional)
    {
        return choice<Enum>(key, value, named_values<Enum>(), need);
    }

    /// A mapping below this one; null when missing or not a mapping.
    const Node* map(const std::string& key, Need need = Need::Optional);
    /// Calls `read` with a reader of the mapping below this one, and finishes that; false when map() is null.
    bool within(const std::string& key, Need need, const auto& read)
    {
        const Node* node = map(key, need);
        if (!node)
            return false;
        Reader inside(*node, file_, errors_);
        read(inside);
        inside.finish();
        return true;
    }
    bool within(const std::string& key, const auto& read) { return within(key, Need::Optional, read); }
    /// The elements of a list; empty when missing or not a list.
    std::span<const Node> list(const std::string& key, Need need = Need::Optional);

    void finish();

    /// Adds an error at a node.
    void refuse(const Node& node, Message what, Message accepted = {});
    /// Adds an error at the value of a key; at the key where it has no value, at the mapping where there is no such
    /// key.
    void refuse(const std::string& key, Message what, Message accepted = {});
    /// Both, of an error that has no place yet.
    void refuse_error(const Node& node, Error error);
    void refuse_error(const std::string& key, Error error);
    /// "file:line:column" of that place.
    std::string where(const std::string& key) const;
    const Node& node() const { return map_; }
    /// The keys of the mapping that were asked for, in its order.
    std::vector<std::string> read() const;
    const std::string& file() const { return file_; }

private:
    /// Marks a key as known and returns its value; null when it is missing or has none.
    const Node* given(const std::string& key, Need need);
    const Node* scalar(const std::string& key, Need need);
    bool quantity_of(const Node& node, units::Unit unit, double& value);
    bool in_range(const Node& node, const std::string& key, units::Unit unit, double value, double low, double high);
    int choice_index(const std::string& key, const std::vector<std::string>& names, Need need);

    const Node& map_;
    std::string file_;
    std::vector<Error>& errors_;
    std::set<std::string> known_;
};

/// Calls `take` with a reader of each file that can be read, and with the file; what is wrong with the others is added.
void read_each(const std::vector<std::filesystem::path>& all, std::vector<Error>& errors, const auto& take)
{
    for (const std::filesystem::path& file : all)
        if (const auto document = read_yaml(file)) {
            Reader reader(document->root, document->file, errors);
            take(reader, file);
        } else {
            errors.push_back(document.error());
        }
}

} // namespace plateau::files
