// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/text/messages/error.h"

/// What has been trained so far, and when a steady growth reaches how much. Read from runs/*.yaml of the preset
/// folders.
namespace plateau::catalog {

/// One training run and its compute; most are other people's estimates.
struct KnownRun {
    std::string id;
    std::string title;
    double date = 0; ///< decimal year
    double flop = 0;
    KnownBy known_by = KnownBy::SecondHand;
    std::string source;
};

/// Growth of the largest runs: C(t) = C_from x rate^(t - t_from), t in years. An extrapolation, not a forecast.
struct Growth {
    double per_year = 0; ///< rate; 0: not known
    double from_year = 0;
    double from_flop = 0;
    std::string source;
    bool shipped = false; ///< the source is a text of ours, to be translated
};

struct KnownRuns {
    std::vector<KnownRun> runs;
    Growth growth;
    std::vector<Error> problems; ///< entries that could not be read; the rest still stands
};

KnownRuns read_known_runs(const std::vector<std::filesystem::path>& preset_folders);

/// t = t_from + ln(C / C_from) / ln(rate), as a decimal year. Needs rate > 1.
double year_of(const Growth& growth, double training_flop);
/// C at a decimal year.
double flop_of(const Growth& growth, double year);

} // namespace plateau::catalog
