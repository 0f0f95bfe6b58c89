// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/gap.h"
#include <optional>

namespace plateau::answers {

/// What somebody types or pastes for a measured run: a key and a value ("mfu=38"), words ("1.35 s", "38 % MFU",
/// "9,800 tokens/s per GPU", "788k tok/s", "61 GB"), or a line of a training program's log, in whose units and means it
/// is read. The error says what would be taken.
Expected<Measured> typed_measured(const catalog::Catalog& catalog, const std::string& text);
/// What typed_measured() understands, in words.
Message measured_forms();

/// What was measured of a scenario stands in its view, under this key, as it was typed.
inline constexpr const char* measured_entry = "measured";
/// Nothing where none stands there that can be read.
std::optional<Measured> noted_measured(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau::answers
