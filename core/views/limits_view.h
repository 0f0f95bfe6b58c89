// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/catalog/known_runs.h"
#include "core/charts/figure.h"
#include "core/model/estimate.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/view.h"
#include "core/views/words.h"

namespace plateau::figures {

/// Holds one configuration as far as it is computed.
struct LimitsCurve {
    std::shared_ptr<const LimitsScenario> scenario; ///< never null
    Message name;
    int number = 0; ///< its place in the window's list, from 1 on; 0 if it stands in none
    SeriesRole role = SeriesRole::Current;
    std::vector<limits::Point> points; ///< those that are known, ascending
    answers::Standing standing = answers::Standing::Current; ///< then all points are known: landmarks may be read off
};

/// It says what stands below the layout.
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

struct LandmarkRow {
    const char* name;
    const char* help;
    const char* closed_form = nullptr; ///< the name of the form that answers it without search, in the row below
    bool of_given_cluster = false; ///< a given cluster has this landmark alone: the largest run that fits it
};
std::span<const LandmarkRow> landmark_rows();
/// Names the row where no other stands above it: "T_crit, closed form".
Message landmark_words(const LandmarkRow& row);

/// Fills a curve's cell of each row, in FLOP; an ellipsis stands for what is still being searched.
std::vector<Message> landmark_cells(const LimitsCurve& curve);

} // namespace plateau::figures

namespace plateau::narrate {

/// The run at the marker. `growth`: reads the year off; a rate of 0: no year.
std::vector<Fact> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                 const catalog::Growth& growth);
/// The reason at the marker; `problem` first when there is one.
std::vector<Message> what_binds_here(const LimitsScenario& scenario, const limits::Point& point,
                                     const Message& problem);
/// Beside the closed forms: what goes in and what comes out.
std::vector<Fact> closed_form_readout(const LimitsScenario& scenario);
/// Says what the model does not count, and what the years assume.
std::vector<Message> limits_leave_out(const catalog::KnownRuns& known);
/// Describes a known run: "5e25 FLOP, another party's estimate".
Message run_words(const catalog::KnownRun& run);
/// The status of the curves of these scenarios. `seconds`: that the last search took; 0: none is through yet.
Status limits_status(const std::vector<const LimitsScenario*>& scenarios, int points, bool searching);

/// "On H100 SXM in 3 months linear scaling first ends at 2.05e28 FLOP; beyond 2.71e31 FLOP no cluster finishes."
Message limits_headline(const LimitsScenario& scenario, const limits::Landmarks& landmarks);

/// Names a bound as the plot does: "network-bound".
Message bound_words(limits::Bound bound);

/// Says what keeps a point from the sustained rate, with its share of the step, and why it grows.
Message what_binds(const LimitsScenario& scenario, const limits::Point& point);

/// Says what the two closed forms balance, with the numbers that went in: the nanobatch and shard that a device needs,
/// then the stages that a step waits for.
std::vector<Message> closed_form_reasons(const LimitsScenario& scenario);

/// Says whether the run can be done, and what stops it or costs it most: "Yes: 1e29 FLOP can be done in 3 months on
/// 67.1 million H100 SXM, at 43 % of their peak. It is memory-bound: the GPUs' own memory takes 19 % of a step."
Message limits_answer(const LimitsScenario& scenario, const limits::Point& point);

/// Says why the detailed estimate of the same run differs: what it counts that the limits model leaves out, largest
/// first, and what only the limits model has.
Message why_they_differ(const limits::Point& point, const Estimate& estimate);

/// Writes a time, whole months as months: "3 months", "10 days".
Argument months(double seconds);

} // namespace plateau::narrate

namespace plateau::views {

/// The picture of a request's scenarios, and what it refers to.
struct LimitsDrawn {
    explicit LimitsDrawn(const ViewRequest<LimitsScenario>& request,
                         figures::LimitsDetail detail = figures::LimitsDetail::Step);
    LimitsDrawn(const LimitsDrawn&) = delete;
    LimitsDrawn& operator=(const LimitsDrawn&) = delete;

    catalog::KnownRuns known;
    figures::LimitsPicture picture;
};

} // namespace plateau::views
