// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace plateau {

namespace help {
struct Block;
} // namespace help
namespace views {
struct Dock;
struct ViewFile;
} // namespace views

/// What annexes bring to the house. An annex (diagnostics, teaching, calibration) has a folder of its name in core, ui
/// and app, and adds its rows in the folder's join.cpp. The house loops over the rows and includes nothing of an annex.
struct Registers {
    std::vector<const views::ViewFile*> views;
    std::vector<const help::Block*> blocks; ///< of pages of help
    std::vector<const views::Dock*> docks; ///< each stands below those of the house on its side
};

/// The rows of the annexes that this build has, filled when they are first asked for.
const Registers& registers();

} // namespace plateau
