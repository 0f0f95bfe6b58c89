// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/arguments.h"

namespace plateau::app {

/// `plateau export --tour NAME --format html`: the tour as one page.
Expected<int> export_lecture(const Arguments& arguments);

/// The bytes of that page, of a shipped tour; empty: English.
Expected<std::string> lecture_of_presets(const std::string& tour, const std::string& language);

} // namespace plateau::app
