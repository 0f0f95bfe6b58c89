// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/mechanisms/mechanism.h"
#include "core/views/figures/named_part.h"

namespace plateau::figures {

/// A moving picture; on paper its stills side by side.
using mechanisms::Mechanism;

/// A row for each number it is drawn from.
std::string csv(const Mechanism& chart);
std::vector<Message> readings(const Mechanism& chart);
inline std::vector<NamedPart> named_parts(Mechanism&) { return {}; }
inline bool leave_out(Mechanism&, const IsOut&) { return true; }

} // namespace plateau::figures
