// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/known_runs.h"
#include "core/charts/figure.h"
#include "core/question/limits_scenario/limits_scenario.h"

/// Makes the limits page's pictures: utilization, layout and losses against training compute, and the closed forms
/// against the exponent of the batch.
namespace plateau::figures {

/// Holds one configuration as far as it is computed.
struct LimitsCurve {
    std::shared_ptr<const LimitsScenario> scenario; ///< never null
    Message name;
    int number = 0; ///< its place in the window's list, from 1 on; 0 if it stands in none
    SeriesRole role = SeriesRole::Current;
    std::vector<limits::Point> points; ///< those that are known, ascending
    bool finished = true; ///< all points are known: landmarks may be read off
    bool stale = false; ///< it answers an older question; its successor is on its way
};

/// What stands below the layout.
enum class LimitsDetail { Step, Cluster, Time, Cost };

struct LimitsPicture {
    std::vector<LimitsCurve> curves; ///< never empty
    std::size_t current = 0;
    LimitsDetail detail = LimitsDetail::Step;
    const catalog::KnownRuns* known = nullptr; ///< may be null
};

/// Says how the scenario's growth lays years along the compute axis. Its rate is 0 where it lays none.
catalog::Growth growth_of(const LimitsScenario& scenario, const catalog::KnownRuns* known);

/// Names a known run on the axis: "GPT-4, 2023".
Message mark_words(const catalog::KnownRun& run);

/// Writes a place in the list as a letter, from 1 on; numbers are those of the notes below a figure. Place 0 has none.
std::string letter_of(int number);
/// Names a configuration where several are drawn: "B H100, low latency".
Message lettered_name(const LimitsCurve& curve);

/// Makes the whole curve of one scenario.
LimitsCurve limits_curve(const LimitsScenario& scenario, std::vector<limits::Point> points);

/// Draws utilization with its landmarks and the reasons, the layout of the best run, and one of: where a step goes, how
/// large the cluster is, how long the run takes, what it costs.
Figure limits_figure(const LimitsPicture& picture);

/// Draws T_crit and T_limit against the batch exponent, with what the search finds at the scenario's own.
Figure closed_form_figure(const LimitsPicture& picture);

} // namespace plateau::figures
