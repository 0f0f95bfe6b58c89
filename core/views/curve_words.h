// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/curve_points.h"
#include "core/answers/returns.h"
#include "core/views/words.h"

namespace plateau::narrate {

/// Says what a curve against the GPU count shows, from the smallest count that fits (or a hundred or so, where the
/// paper's comparison starts) to `current`: "256 GPUs do not hold the plan; ..." where it does not fit there, else
/// "From 128 to 2,048 GPUs throughput rises 10.0 × for 16 × the GPUs; each GPU does 37 % less."
Message scaling_sentence(const std::vector<answers::CurvePoint>& curve, double current);

/// Where a plan that grows with the cluster changes its degrees: "From 64 GPUs on the data degree would exceed the
/// batch of 32 sequences: tensor 8 × pipeline 1 at 256 GPUs." Empty when it never does.
Message fitted_degrees_sentence(const std::vector<answers::CurvePoint>& curve, double current);

/// Where a torus closes on the way: "From 64 accelerators on each axis of the torus closes ..."; empty where it does
/// not.
Message torus_sentence(const Scenario& scenario, double smallest, double largest);

/// scaling_sentence(), followed by fitted_degrees_sentence() where there is one.
Message scaling_summary(const std::vector<answers::CurvePoint>& curve, double current);

/// A landmark on a curve: what it is, and a line about it.
struct Landmark {
    Message head;
    Message text;
};

/// "Knee at 1,024 GPUs", "the next doubling returns 1.42 ×".
Landmark knee_words(const answers::Knee& knee);

/// "TP 2 × PP 1 × FSDP 1,024", "best from 2,048 GPUs on".
Landmark crossover_words(const answers::Crossover& crossover);

/// "Doubling pays 1.5 × up to 1,024 GPUs; the next one returns 1.42 ×.", or that every doubling does.
Landmark soonest_words(const answers::Soonest& soonest);

/// Where more GPUs stop paying, the earlier of the two first: "Knee at 2,048 GPUs; the run ends soonest on 16,384
/// GPUs, in 12 days."; where neither is on a curve that fits up to `to` GPUs: "No knee up to 16,384 GPUs."
Message end_of_returns_sentence(const std::optional<answers::Knee>& knee,
                                const std::optional<answers::Soonest>& soonest, double to);
/// The same by the other clock: "The same loss as 1 T tokens is reached soonest on 1,024 GPUs, in 4.63 days."
Message loss_end_sentence(const std::optional<answers::Soonest>& soonest, double to, double tokens);

Message knee_sentence(const std::optional<answers::Knee>& knee, double factor);

/// "At 2,048 GPUs TP 2 × PP 1 × FSDP 1,024 is best: 12 % more tokens/s than the given plan." `given` may be null.
Message best_plan_sentence(const Parts& best, const Parts* given, search::Objective objective);

/// "At 2,048 GPUs the batch of 16.8 M tokens is 4.3 × the critical batch of 3.9 M: the loss of 1 T tokens takes 5.3 T,
/// 12 days." `here` must fit.
Message to_loss_sentence(const Parts& here, const Scenario& scenario);

/// A curve as the returns are read off it.
struct ReturnsOf {
    const Scenario& scenario;
    const std::vector<answers::CurvePoint>& points;
    const Parts& here; ///< at the scenario's own GPU count
    bool searched = false; ///< plans may differ along the curve
    answers::RunClock clock = answers::RunClock::Tokens; ///< Loss: what the batch costs is told, too
};

/// What the batch costs in tokens and time, of a point that fits, under a heading.
std::vector<Fact> loss_facts(const Scenario& scenario, const Parts& here);

/// Under headings, two values a line: what the last and the next GPUs bring, scaling efficiency and what took the rest,
/// what the batch costs in tokens and time, where the best plan is another one.
std::vector<Fact> returns_facts(const ReturnsOf& curve);

} // namespace plateau::narrate
