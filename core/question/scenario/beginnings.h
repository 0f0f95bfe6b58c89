// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>

#include "core/text/messages/message.h"

namespace plateau {

/// The questions that scenarios are places to begin from, in the order in which people see them.
struct Beginning {
    const char* name; ///< in the view of a training scenario, as `asks`; every limits scenario asks for the end
    const char* title;
};

inline std::span<const Beginning> beginnings()
{
    static constexpr std::array<Beginning, 4> all{{
        {"more", PLATEAU_TEXT("Where does more stop paying off?")},
        {"hardware", PLATEAU_TEXT("Which hardware?")},
        {"layout", PLATEAU_TEXT("How is it laid out?")},
        {"end", PLATEAU_TEXT("Where must scaling end?")},
    }};
    return all;
}

/// What a training scenario's view names; null: none of them.
inline const Beginning* beginning_of(const std::map<std::string, std::string>& view)
{
    const auto asks = view.find("asks");
    for (const Beginning& one : beginnings())
        if (asks != view.end() && asks->second == one.name)
            return &one;
    return nullptr;
}

} // namespace plateau
