// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace plateau::app {

/// `plateau export --tour NAME --format html`: the tour as one page.
Expected<int> export_lecture(const Arguments& arguments);

} // namespace plateau::app
