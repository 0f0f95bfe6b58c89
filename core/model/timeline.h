// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

namespace plateau {

/// What a stage does from `begin` to `end`, in seconds of the step.
struct Interval {
    double begin = 0;
    double end = 0;
    Part part = Part::Count; ///< Count: a whole pass, where passes are not divided
    int micro_batch = -1; ///< -1: once per step
    int chunk = 0;
    bool backward = false;
    bool weight = false; ///< of a backward pass, the gradients of the weights, where they are kept back
};

/// One step laid out per pipeline stage, from the same stage costs as the step time: passes in the schedule's order,
/// each divided into compute and the traffic it waits for (the layers of a stage summed up), then what the step waits
/// for once: gradients, weights, optimizer, host, the slowest node. Gaps are Part::Bubble, so that each stage is filled
/// from 0 to `seconds`. Traffic that hides under compute is not drawn.
/// Ranks of a zero-bubble schedule start when their first micro-batch arrives, until when they are still at the step
/// before: what they do beyond `seconds` is drawn at the beginning, as one step follows another.
struct Timeline {
    double seconds = 0; ///< what the estimate says: the passes are drawn on its scale
    double played_seconds = 0; ///< of the passes as played; schedule::pipeline_time() tells how far the two are apart
    std::vector<std::vector<Interval>> stages;
};

/// When a stage of the pipeline holds the activations of most micro-batches: from when this backward pass starts.
struct Peak {
    double seconds = 0; ///< of the step
    int micro_batch = 0;
};

/// The first such moment of each stage, of a timeline whose passes are not divided. A micro-batch is held from its
/// forward pass until its last pass has ended.
std::vector<Peak> peaks(const Timeline& timeline);

/// Passes are divided while there are no more than `divided_passes` of them. Empty when the plan is impossible.
Timeline timeline(const Prepared& prepared, const Plan& plan, int divided_passes = 20000);

/// The timeline as JSON in the Trace Event Format (ph "X", microseconds), one thread per stage: what Perfetto and
/// chrome://tracing open. A pass encloses its parts.
/// `collectives`: what the library takes for each kind, in words.
std::string chrome_trace(const Timeline& timeline, const std::string& title,
                         const std::vector<CollectiveUse>& collectives = {});
/// Did chrome_trace() write this?
bool is_chrome_trace(const std::string& text);

} // namespace plateau
