// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/registers.h"

namespace plateau {

#include "core/annexes.inc" // join_annexes(), written by CMake

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
        join_annexes(rows);
        return rows;
    }();
    return all;
}

} // namespace plateau
