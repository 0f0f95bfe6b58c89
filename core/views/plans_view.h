// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/answers/plan_map.h"
#include "core/answers/plans.h"
#include "core/answers/suggestions.h"
#include "core/charts/figure.h"
#include "core/model/metrics.h"

namespace plateau::figures {

/// A map shows this metric unless another is chosen.
const Metric& usual_map_metric();

/// A pinned question among the plans.
struct PinnedRun {
    std::string letter;
    SeriesRole role = SeriesRole::PinA;
    Parts parts;
    double tokens = 0; ///< of its run
    std::shared_ptr<const Scenario> scenario = {}; ///< the question; null: its plan alone is known
};

Figure plan_map_figure(const answers::PlanGrid& map, const Metric& shown, const answers::PlanPair& context);

/// Marks the cells of pinned questions: those whose plan and settings the map has.
void mark_pins(Figure& figure, const answers::PlanGrid& map, const std::vector<PinnedRun>& pins);

/// Draws what would help the scenario's own plan, or the best one, which is searched again for each resource.
Figure what_would_help_figure(const std::vector<answers::Sensitivity>& rows, const answers::PlanPair& context,
                              search::PlanChoice choice);
/// The parameter whose slider a bar leads to.
std::string resource_key(answers::Resource resource, const Scenario& scenario);

/// Time and money of the scenario's tokens.
Figure frontier_figure(const answers::RunChoices& choices, const answers::PlanPair& context,
                       const std::vector<PinnedRun>& pins = {});

} // namespace plateau::figures
