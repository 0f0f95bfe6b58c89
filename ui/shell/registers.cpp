// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/registers.h"

#include "ui/pages/parameters/parameter_panel.h"
#include "ui/shell/page_docks.h"
#include "ui/shell/page_table.h"

namespace plateau::ui {

void WindowParts::reveal(const QString& key) const
{
    docks.raise(&parameters);
    parameters.reveal(key.toStdString());
}

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
        Registers joined;
        joined.pages = pages_of_the_house();
#define PLATEAU_ANNEX(annex) annex::join(joined);
#include "core/annexes.inc"
#undef PLATEAU_ANNEX
        return joined;
    }();
    return all;
}

} // namespace plateau::ui
