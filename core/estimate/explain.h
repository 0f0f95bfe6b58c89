// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stage.h"

namespace plateau {

/// Formula, words, ingredients and source of one part; its value is filled in by explain().
Term describe(const Prepared& prepared, const Step& step, const Parts& parts, Part part);

/// Why a plan is impossible or does not fit; empty when it fits.
Message verdict_reason(const Prepared& prepared, const Parts& parts);

/// The parameter to turn first when memory overflows: what holds the largest share.
std::string largest_memory_key(const Parts& parts);

} // namespace plateau
