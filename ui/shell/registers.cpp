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

#include "core/annexes.inc" // join_annexes(), written by CMake

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
        rows.pages = pages_of_the_house();
        join_annexes(rows);
        return rows;
    }();
    return all;
}

} // namespace plateau::ui
