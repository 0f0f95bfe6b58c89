// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnostics/gap.h"

/// What a gap between measured and predicted is told in.
namespace plateau::narrate {

/// "MFU: measured 24 %, predicted 51 %, eight in ten 43 to 60 %: lower than expected".
Message gap_words(const answers::RunBeside& run, const Metric& metric);

/// "Of 52 published runs like it, 93 % were quicker beside their prediction"; empty where there is none.
Message gap_place(const answers::Gap::Value& gap);

/// The sentence that stands over the causes, or in their place.
Message gap_verdict(const answers::Gap::Value& gap);

/// "Scale-out bandwidth: 28 Gb/s instead of 400 Gb/s".
Message cause_words(const answers::GapCause& cause);

/// "Scale-up bandwidth: 32 GB/s instead of 450 GB/s; step time of run 2 would then be 3.1 s, measured 1.6 s". `run` is
/// what the run that rules it out is called.
Message ruled_out_words(const answers::RuledOut& ruled_out, const std::string& run, const answers::Gap::Key& asked,
                        const answers::Gap::Value& gap);

} // namespace plateau::narrate
