// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/registers.h"

namespace plateau::app {

// CMake writes a row for each annex of this build.
#define PLATEAU_ANNEX(annex)                                                                                           \
    namespace annex {                                                                                                  \
    void join(Registers& registers);                                                                                   \
    }
#include "core/annexes.inc"
#undef PLATEAU_ANNEX

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
#define PLATEAU_ANNEX(annex) annex::join(rows);
#include "core/annexes.inc"
#undef PLATEAU_ANNEX
        return rows;
    }();
    return all;
}

} // namespace plateau::app
