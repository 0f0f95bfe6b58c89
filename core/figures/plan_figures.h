// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/estimate/metrics.h"
#include "core/evidence/known.h"
#include "core/explore/best_curve.h"
#include "core/explore/frontier.h"
#include "core/explore/plan_map.h"
#include "core/explore/sensitivity.h"
#include "core/figures/figure.h"

/// The plans page's figures: two plan parameters against each other, what would help, and the choice between time and
/// money.
namespace plateau::figures {

/// What a map shows unless another metric is chosen.
const Metric& usual_map_metric();

/// The scenario's own plan and what best means, beside every figure.
struct PlanContext {
    Scenario scenario;
    search::Objective objective = search::Objective::Throughput;
    Parts current; ///< of the scenario's own plan
    Parts best; ///< as search::best_plan() answers
};
PlanContext plan_context(const Prepared& prepared, const Scenario& scenario, search::Objective objective,
                         search::PlanSearch& search, const std::stop_token& stop = {});

/// A pinned question among the plans.
struct PinnedRun {
    std::string letter;
    SeriesRole role = SeriesRole::PinA;
    Parts parts;
    double tokens = 0; ///< of its run
    std::shared_ptr<const Scenario> scenario = {}; ///< the question; null: its plan alone is known
};

Figure plan_map_figure(const explore::PlanMap& map, const Metric& shown, const PlanContext& context);

/// Marks the cells of pinned questions: those whose plan and settings the map has.
void mark_pins(Figure& figure, const explore::PlanMap& map, const std::vector<PinnedRun>& pins);

/// Of the scenario's own plan, or of the best one, searched again for each resource.
Figure what_would_help_figure(const std::vector<explore::Sensitivity>& rows, const PlanContext& context,
                              search::PlanChoice choice);
/// The parameter whose slider a bar leads to.
std::string resource_key(explore::Resource resource, const Scenario& scenario);

/// Time and money of the scenario's tokens on every GPU count worth a look, each with its best plan.
struct RunChoices {
    std::vector<explore::CurvePoint> curve;
    std::vector<explore::RunCost> front; ///< what no other count beats
    std::vector<evidence::Nearest> known; ///< of each of `front`; empty: measured runs are not read
};
RunChoices run_choices(const Prepared& prepared, const PlanContext& context, explore::BestPlanCurve& curves,
                       const std::stop_token& stop = {}, const evidence::KnownSteps* steps = nullptr);
Figure frontier_figure(const RunChoices& choices, const PlanContext& context, const std::vector<PinnedRun>& pins = {});

} // namespace plateau::figures
