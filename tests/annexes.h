// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "tests/annexes.inc"

namespace plateau::test {

/// Whether this build has an annex. A table of the house's tests leaves out its rows about an annex that is not there.
inline bool has_annex(std::string_view asked)
{
    return std::string_view(annexes_of_this_build).find(asked) != std::string_view::npos;
}

} // namespace plateau::test
