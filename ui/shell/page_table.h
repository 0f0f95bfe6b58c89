// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/registers.h"

namespace plateau::ui {

/// The pages that every build of the window has, in the order of the tabs.
std::vector<PageRow> pages_of_the_house();

} // namespace plateau::ui
