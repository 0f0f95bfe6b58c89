// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace plateau::test {

/// Whether this build has an annex. A table of the house's tests leaves out its rows about an annex that is not there.
inline bool has_annex([[maybe_unused]] std::string_view asked)
{
#define PLATEAU_ANNEX(annex)                                                                                           \
    if (asked == #annex)                                                                                               \
        return true;
#include "core/annexes.inc"
#undef PLATEAU_ANNEX
    return false;
}

} // namespace plateau::test
