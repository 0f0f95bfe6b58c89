// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/answers/explore/solve.h"
#include "core/evidence/known.h"

/// Says how numbers are known.
namespace plateau::narrate {

/// "Extrapolated in cluster size; expect 30 % less to 45 % more tokens/s. Nearest measurement: Mixtral 8x7B on 32 H100
/// SXM, 64 times fewer GPUs." `published` counts the runs published of this hardware, timed or not.
Message known_words(const evidence::Nearest& nearest, int published);

/// Writes a chance: "97 in 100". It never claims certainty: "under 1 in 100", "over 99 in 100".
Message chance_words(double chance);

/// Says what an answer rests on that no measured run is near: "extrapolated in cluster size", "an assumption: no
/// measured run on H100 SXM". It is empty for any other.
Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware);

/// "Best with measured runs near it: 512 H100 SXM, 31 days, $2.1M (interpolated)"; `title` names hardware or model.
Message best_known_words(const explore::Solution& solution, const evidence::Nearest& nearest, const std::string& title);

} // namespace plateau::narrate
