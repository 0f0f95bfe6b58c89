// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/known_runs.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/figures/figure.h"

/// The limits page's pictures: utilization, layout and losses against training compute, and the closed forms against
/// the exponent of the batch.
namespace plateau::figures {

/// One configuration as far as it is computed.
struct LimitsCurve {
    std::shared_ptr<const LimitsScenario> scenario; ///< never null
    Message name;
    int number = 0; ///< its place in the window's list, from 1 on; 0: it stands in none
    SeriesRole role = SeriesRole::Current;
    std::vector<limits::Point> points; ///< the known ones, ascending
    bool finished = true; ///< all of them: landmarks may be read off
    bool stale = false; ///< answers an older question; its successor is on its way
};

/// What stands below the layout.
enum class LimitsDetail { Step, Cluster, Time, Cost };

struct LimitsPicture {
    std::vector<LimitsCurve> curves; ///< at least one
    std::size_t current = 0;
    LimitsDetail detail = LimitsDetail::Step;
    const catalog::KnownRuns* known = nullptr; ///< may be null
};

/// How the scenario's growth lays years along the compute axis; a rate of 0: not at all.
catalog::Growth growth_of(const LimitsScenario& scenario, const catalog::KnownRuns* known);

/// The word of a known run on the axis: "GPT-4, 2023".
Message mark_words(const catalog::KnownRun& run);

/// A place in the list from 1, as a letter: notes below a figure are numbered. Empty for 0: it stands in none.
std::string letter_of(int number);
/// What a configuration is called where several are drawn: "B H100, low latency".
Message lettered_name(const LimitsCurve& curve);

/// The whole curve of one scenario.
LimitsCurve limits_curve(const LimitsScenario& scenario, std::vector<limits::Point> points);

/// Utilization with its landmarks and the reasons; the layout of the best run; where a step goes, how large the cluster
/// is, or what the run costs.
Figure limits_figure(const LimitsPicture& picture);

/// T_crit and T_limit against the batch exponent, with what the search finds at the scenario's own.
Figure closed_form_figure(const LimitsPicture& picture);

} // namespace plateau::figures
