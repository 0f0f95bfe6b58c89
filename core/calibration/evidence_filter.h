// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/shipped.h"
#include "core/views/measured_runs.h"

namespace plateau::figures {

/// How runs fall into groups that can be switched off: by hardware, precision, attention ...
struct EvidenceGrouping {
    const char* id;
    Message title;
    std::string (*group)(const Scenario& run); ///< its name on the screen: "H100"
};
std::span<const EvidenceGrouping> evidence_groupings();
/// Names of a grouping's groups that have a run, in the order of the first one.
std::vector<std::string> groups_of(const evidence::Evidence& evidence, const EvidenceGrouping& grouping);

/// Which of the runs are shown. Everything is, unless it is switched off.
struct EvidenceFilter {
    std::set<std::string> sources_off;
    std::map<std::string, std::set<std::string>> groups_off; ///< by the id of the grouping
    double least_gpus = 1;
    double most_gpus = 1e7;
    bool only_alike = false; ///< like `scenario` (evidence::is_alike)
    std::set<std::string> left_out; ///< runs, by id
};

/// Runs that can be predicted and pass the filter, whatever was measured of them.
std::vector<std::size_t> filtered(const evidence::Evidence& evidence, const EvidenceFilter& filter,
                                  const Scenario& scenario);

} // namespace plateau::figures
