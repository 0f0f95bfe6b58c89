// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/evidence/fit.h"

/// Which published runs lie on the curves of a scenario, and how a number of its is known.
namespace plateau::evidence {

/// What a run and a scenario must share so that the run is a point of the scenario's curve against the GPU count:
///   - the accelerator, and the number format's width (fp16 and bf16 are one);
///   - layers, hidden size, heads, key-value heads, feed-forward size and experts of the model, and the sequence;
///   - tensor, pipeline, context and expert degree, sharding (a hybrid group: its size), recomputation and whether
///     attention is fused;
///   - the global batch where the scenario fixes that, else the sequences per GPU, to PhysicsValues::same_batch_share;
///   and the micro-batch, unless
///     the run leaves it open.
/// The GPU count, the vocabulary, the network card and the software may differ.
bool is_alike(const Case& run, const Scenario& scenario);

/// Rows of the sample that are alike and were timed, in order.
std::vector<std::size_t> alike_runs(const Sample& sample, const Scenario& scenario);

/// How a prediction at some GPU count is known.
enum class Known {
    Measured, ///< a run like it was measured at this very GPU count
    Interpolated, ///< between the GPU counts of runs like it, or of runs on its accelerator with all its kinds of
                  ///< parallelism
    Extrapolated, ///< beyond every run on its accelerator, or with a kind of parallelism no run on it used
    Assumption, ///< no run at all on its accelerator
};
const char* name(Known known); ///< "measured"

/// How far measured runs on one accelerator reach.
struct Supported {
    std::size_t runs = 0; ///< on the accelerator, timed
    double least_gpus = 0; ///< of those that used all kinds of parallelism of the scenario
    double most_gpus = 0;
    std::vector<double> alike_gpus; ///< GPU counts of the runs like the scenario, ascending
};
Supported supported(const Sample& sample, const Scenario& scenario);
Known how_known(const Supported& support, double gpus);

/// How far the measured runs on each accelerator reach, by the kinds of parallelism they used (parallelism_kinds()).
/// Made once from a sample, then asked for every plan of a curve.
class MeasuredRanges {
public:
    struct Gpus {
        double least = 0;
        double most = 0; ///< 0: no run on the accelerator used all kinds of parallelism of the plan
    };

    MeasuredRanges() = default;
    explicit MeasuredRanges(const Sample& sample);
    Gpus of(const std::string& accelerator, const Plan& plan) const;
    bool any(const std::string& accelerator) const { return runs_.count(accelerator) > 0; }

private:
    using Kinds = unsigned; ///< one bit each
    static Kinds kinds(const Plan& plan);
    std::map<std::string, std::map<Kinds, Gpus>> runs_; ///< by accelerator
};

} // namespace plateau::evidence
