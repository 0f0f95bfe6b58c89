// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/charts/roles.h"
#include "core/text/messages/message.h"

namespace plateau::figures {

/// A part of a chart that has a name: a curve, points, a bar. It can be called otherwise and left out.
struct NamedPart {
    Message& name;
    SeriesRole role;
};

/// Is what has this name to be left out?
using IsOut = std::function<bool(const Message&)>;

} // namespace plateau::figures
