// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/answers/explore/solve.h"
#include "core/evidence/known.h"

/// How numbers are known, in words.
namespace plateau::narrate {

/// "Extrapolated in cluster size; expect 30 % less to 45 % more tokens/s. Nearest measurement: Mixtral 8x7B on 32 H100
/// SXM, 64 times fewer GPUs."; on hardware of which that many runs were `published`, timed or not.
Message known_words(const evidence::Nearest& nearest, int published);

/// "97 in 100"; certainty is never claimed: "under 1 in 100", "over 99 in 100".
Message chance_words(double chance);

/// What stands behind an answer that no measured run is near: "extrapolated in cluster size", "assumption: no measured
/// run on H100 SXM"; empty for any other.
Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware);

/// "Best with measured runs near it: 512 H100 SXM, 31 days, $2.1M (interpolated)"; `title` of hardware or model.
Message best_known_words(const explore::Solution& solution, const evidence::Nearest& nearest, const std::string& title);

} // namespace plateau::narrate
