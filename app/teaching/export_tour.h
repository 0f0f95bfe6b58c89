// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace plateau::app {

inline constexpr Flag tour_flag{"--tour", "NAME",
                                "what every step of a tour shows; --output names a folder, "
                                "with --format html the one page that the tour becomes"};

/// `plateau export --tour NAME`: the figures of its steps, or the tour as one page of the web.
Expected<int> export_tour(const Arguments& arguments);

} // namespace plateau::app
