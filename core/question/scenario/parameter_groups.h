// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>

#include "core/text/messages/message.h"

namespace plateau {

/// The groups that rows of both parameter tables name, in the order in which people see them.
struct ParameterGroup {
    const char* name; ///< ParameterDescription::group
    const char* title;
};

inline std::span<const ParameterGroup> parameter_groups()
{
    static constexpr std::array<ParameterGroup, 9> groups{{
        {"view", PLATEAU_TEXT("Read-out and years")},
        {"cluster", PLATEAU_TEXT("Cluster")},
        {"model", PLATEAU_TEXT("Model")},
        {"batch", PLATEAU_TEXT("Batch")},
        {"rules", PLATEAU_TEXT("Model and batch")},
        {"plan", PLATEAU_TEXT("Plan")},
        {"returns", PLATEAU_TEXT("Returns")},
        {"assumptions", PLATEAU_TEXT("Assumptions")},
        {"quirks", PLATEAU_TEXT("Quirks of the published code")},
    }};
    return groups;
}

/// "" for a name that is none.
inline const char* parameter_group_title(const std::string& name)
{
    for (const ParameterGroup& group : parameter_groups())
        if (name == group.name)
            return group.title;
    return "";
}

} // namespace plateau
