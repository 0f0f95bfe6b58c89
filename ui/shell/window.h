// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace plateau::ui {

/// What the words before the file ask for.
struct WindowRequest {
    std::string file; ///< empty: the shipped scenario
    std::string language; ///< a code of ui/controls/language.h; empty: as chosen in the window
};

/// Opens the window, on a scenario or exported figure, or on the shipped one when there is none. The file may also be
/// a preset's name. Returns when the window is closed, with the process's exit status.
int run_window(int argc, char** argv, const WindowRequest& request);

} // namespace plateau::ui
