// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answers/solutions.h"
#include "core/charts/figure.h"
#include "core/evidence/claims.h"
#include "core/evidence/known.h"
#include "core/evidence/shipped.h"
#include "core/views/scaling_view.h"
#include "core/views/words.h"

namespace plateau::narrate {

/// "Extrapolated in cluster size; expect 30 % less to 45 % more tokens/s. Nearest measurement: Mixtral 8x7B on 32 H100
/// SXM, 64 times fewer GPUs." `published` counts the runs published of this hardware, timed or not.
Message known_words(const evidence::Nearest& nearest, int published);

/// Writes a chance: "97 in 100". It never claims certainty: "under 1 in 100", "over 99 in 100".
Message chance_words(double chance);

/// Says what an answer rests on that no measured run is near: "extrapolated in cluster size", "an assumption: no
/// measured run on H100 SXM". It is empty for any other.
Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware);

/// "Best with measured runs near it: 512 H100 SXM, 31 days, $2.1M (interpolated)"; `title` names hardware or model.
Message best_known_words(const answers::Solution& solution, const evidence::Nearest& nearest, const std::string& title);

} // namespace plateau::narrate

namespace plateau::figures {

/// It says what of a run is compared with its prediction.
enum class EvidenceQuantity { StepTime, Memory };

/// The first word of an accelerator's name: "H100".
std::string hardware_family(const catalog::Accelerator& accelerator);

/// Measured and predicted value of a run; nothing measured: not comparable.
struct Compared {
    double measured = 0;
    double predicted = 0;
    double error() const { return predicted / measured - 1; }
};
std::optional<Compared> compared(const evidence::Evidence& evidence, std::size_t run, EvidenceQuantity quantity);

/// "MPT-70B on 64 H100"
Message run_title(const evidence::Evidence& evidence, std::size_t run);
/// Two lines: which run, and how it compares. None where nothing can be compared.
std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity);
/// Over a measured run on the workbench: the two lines about its step time, and its configuration in a third.
std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run);

struct MeasuredRuns {
    struct Point {
        std::string id;
        double gpus = 0;
        double tokens_per_s_per_gpu = 0;
        double mfu = 0; ///< of the FLOP the model counts, whatever the source's convention
    };
    std::vector<Point> points = {}; ///< ascending in GPUs
    bool known = false; ///< the runs have been read
};
MeasuredRuns measured_runs(const evidence::Evidence& evidence, const Scenario& scenario);

/// Rings over the panels of the scaling figure that show what was measured; on a plot per dollar at the curve's price.
void add_measured(Figure& figure, const MeasuredRuns& runs, const answers::ScalingCurve& curve,
                  const ScalingAxis& axis);

/// How the curve's numbers at the scenario's own GPU count are known, in a sentence.
Message known_words(const answers::ScalingCurve& curve);
/// Whether the plan shown fits, how its numbers are known, and what they took.
narrate::Status curve_status(const answers::ScalingCurve& curve);

} // namespace plateau::figures
