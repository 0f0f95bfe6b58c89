// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/catalog/entry_file.h"
#include "core/question/scenario/parameter_table_impl.h"
#include "core/text/messages/nearest.h"

/// How a name that people write finds an entry of the catalog.
namespace plateau {

template<class Entry>
bool begins_so(const Entry& entry, const std::string& wanted)
{
    return parameter_text::folded(entry.id).starts_with(wanted)
        || parameter_text::folded(entry.title).starts_with(wanted);
}

/// Its names beside the id: its title, and other names of what is the same.
template<class Entry>
std::vector<std::string> other_names(const Entry& entry)
{
    std::vector<std::string> names{entry.title};
    if constexpr (requires { entry.known_as; })
        names.insert(names.end(), entry.known_as.begin(), entry.known_as.end());
    return names;
}

/// The entry of such a name, spelled freely ("H100 SXM 80GB"), or the only one that begins so; the id itself wins.
template<class Entry>
Expected<const Entry*> find_entry(const std::vector<Entry>& entries, const std::string& text, const char* unknown,
                                  const char* listed_by)
{
    for (const Entry& entry : entries)
        if (entry.id == text)
            return &entry;
    const std::string wanted = parameter_text::folded(text);
    const auto is_wanted = [&](const std::string& name) { return parameter_text::folded(name) == wanted; };
    for (const Entry& entry : entries)
        if (is_wanted(entry.id) || std::ranges::any_of(other_names(entry), is_wanted))
            return &entry;
    std::vector<const Entry*> begun;
    for (const Entry& entry : entries)
        if (!wanted.empty() && begins_so(entry, wanted))
            begun.push_back(&entry);
    if (begun.size() == 1)
        return begun.front();
    std::vector<std::string> names = catalog::names_of_entries(entries);
    if (!begun.empty())
        std::erase_if(names, [&](const std::string& name) {
            return std::ranges::none_of(begun, [&](const Entry* entry) { return entry->id == name; });
        });
    return tl::unexpected(unknown_name({unknown, {Verbatim{text}}}, text, names, listed_by));
}

} // namespace plateau
