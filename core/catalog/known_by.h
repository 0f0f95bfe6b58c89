// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <utility>

#include "core/catalog/accelerator.h"

namespace plateau::catalog {

/// How a number is known, as preset files spell it.
inline std::span<const std::pair<const char*, KnownBy>> known_by_names()
{
    static constexpr std::array<std::pair<const char*, KnownBy>, 6> names{{
        {"measured", KnownBy::Measured},
        {"read", KnownBy::Read},
        {"derived", KnownBy::Derived},
        {"second_hand", KnownBy::SecondHand},
        {"recalled", KnownBy::Recalled},
        {"estimated", KnownBy::Estimated},
    }};
    return names;
}

inline const char* name(KnownBy known_by)
{
    for (const auto& [word, meaning] : known_by_names()) {
        if (meaning == known_by)
            return word;
    }
    return "estimated";
}

} // namespace plateau::catalog
