// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/parameter_text.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

/// Definitions of ParameterTable's members. Included by the one .cpp per scenario type that instantiates the table.
namespace plateau {

template<class S>
ParameterTable<S>::ParameterTable(std::vector<Parameter<S>> rows) : rows_(std::move(rows))
{
}

template<class S>
const Parameter<S>* ParameterTable<S>::find(const std::string& key) const
{
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const auto& r) { return r.key == key; });
    return row == rows_.end() ? nullptr : &*row;
}

template<class S>
Expected<const Parameter<S>*> ParameterTable<S>::require(const std::string& key) const
{
    if (const Parameter<S>* row = find(key))
        return row;
    std::vector<Called> keys;
    for (const Parameter<S>& row : rows_)
        keys.push_back({row.key, row.label + "," + row.also});
    return tl::unexpected(unknown_name({PLATEAU_TEXT("%1 is not a known parameter"), {Verbatim{key}}}, key, keys,
                                       "plateau catalog parameters"));
}

} // namespace plateau
