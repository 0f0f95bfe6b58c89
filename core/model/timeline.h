// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
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

// What a step waits for: exposed traffic and idle time.

struct Waiting {
    Cause cause = Cause::None;
    double seconds = 0;
    std::vector<Part> parts;
};
/// By cause, the longest first.
std::vector<Waiting> waits(const Parts& parts);

/// The longest of the collectives that are waited for; null where there is none.
const CollectiveUse* longest(std::span<const CollectiveUse> collectives, const Waiting& waiting);
/// The longest wait for traffic whose collectives take time.
std::optional<Waiting> longest_traffic(const Parts& parts, std::span<const CollectiveUse> collectives);

/// More than half of its time is latency.
bool is_latency(const CollectiveUse& use);

/// What holds up a step that waits much: the latency or the bandwidth of the traffic it waits for most, or the pipeline
/// where its bubble is longer than all traffic.
enum class WaitBound { Latency, Bandwidth, Bubble };
/// None where neither traffic nor the bubble takes `least` of a step with these collectives.
std::optional<WaitBound> wait_bound(const Parts& parts, std::span<const CollectiveUse> collectives, double least);

} // namespace plateau
