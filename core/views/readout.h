// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"
#include "core/model/metrics.h"
#include "core/views/fact.h"

namespace plateau::narrate {

/// An estimate in numbers, group by group. `extrapolated`: the GPU count lies beyond what measurements cover. `known`:
/// how what is not assumed is known. With another answer `beside` it, its value and the change to it follow each value.
std::vector<Fact> readout(const Estimate& estimate, const Scenario& scenario, bool extrapolated, const Message& known,
                          const Parts* beside = nullptr);
/// How it is counted: the peak of its MFU, GPUs that are left idle. Why an impossible plan is.
std::vector<Message> counting_note(const Estimate& estimate, const Scenario& scenario);
/// Says what nobody said (unsaid_lines()), what to know beside the numbers (remarks()), the price, "MFU of the dense
/// bf16 peak, 989 TFLOP/s, counting attention in full.", "96 of 100 GPUs in use."
std::vector<Message> readout_note(const Estimate& estimate, const Scenario& scenario);

/// "Fits: 41.9 of 80 GB per GPU".
Status estimate_status(const Parts& parts);

/// Says in a few words what is asked: "Llama 2 7B on H100 SXM 80GB, FSDP, whole world"; after an edit "2 changes".
Message question_words(const Scenario& scenario, int changes);

/// Its name and unit, and what a value is multiplied by to be in that unit.
struct MetricShown {
    Fact fact; ///< without values
    double factor = 1;
    int digits = 3;
};

/// In the unit that suits the value of `parts`; `other` where that has none.
MetricShown metric_shown(const Metric& metric, const Parts& parts, const Parts& other);

/// In that unit; NaN where the answer is none.
double shown_value(const Metric& metric, const Parts& parts, const MetricShown& look);

/// Tells what a reader of a number should know beside it.
struct Remark {
    Message text;
    const char* metric; ///< key of the number it stands beside
    std::string key; ///< the parameter to turn
};

/// Remarks on an estimate of this scenario, in the order of the metrics; none on an impossible plan: software that does
/// not run it, a share of the peak that would exceed it, a batch beyond the critical one, a run that failures eat or
/// never let end.
std::vector<Remark> remarks(const Scenario& scenario, const Parts& parts);

} // namespace plateau::narrate
