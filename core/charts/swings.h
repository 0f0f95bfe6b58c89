// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/roles.h"

namespace plateau::figures {

/// A change to either side of where one stands.
struct Swing {
    Message name = {};
    double less = 0; ///< NaN: not possible
    double more = 0;
    Message less_reason = {}, more_reason = {}; ///< where not possible
    std::string key = {}; ///< the parameter it belongs to; may be empty
};

/// Bars to the left and right of zero, in the order given.
struct Swings {
    Message title; ///< "What would help"
    Message note; ///< "change in tokens/s for × 2 and ÷ 2"
    Message less_name, more_name; ///< "÷ 2", "× 2"
    Message axis_title;
    std::vector<Swing> swings;
};

/// A row per change.
std::string csv(const Swings& chart);
inline std::vector<Message> readings(const Swings&) { return {}; }
inline std::vector<NamedPart> named_parts(Swings&) { return {}; }
inline bool leave_out(Swings&, const IsOut&) { return true; }

} // namespace plateau::figures
