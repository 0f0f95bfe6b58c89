// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace plateau::ui {

/// Qt's event loop of the thread that calls this, for answers that a window watches.
answers::Loop window_loop();

} // namespace plateau::ui
