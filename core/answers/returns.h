// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/answers/curve_points.h"
#include "core/model/estimate.h"
#include "core/question/scenario/scenario.h"

/// Where adding accelerators stops paying. All functions read a curve against the GPU count, ascending; points where
/// nothing fits are skipped.
///
/// How long a run takes until a loss is reached, and which of three returns takes what of it: each further accelerator
/// does less (systems), each further sequence of a step teaches less (batch), and each further host fails, too
/// (failures).
namespace plateau::answers {

/// What the step from one point of a curve to the next brings.
struct Marginal {
    double gpus = 0; ///< where the step ends
    double tokens_per_s_per_added_gpu = 0; ///< d(tokens/s) / d(GPUs)
    double tokens_per_added_usd = 0; ///< d(tokens/s) / d($/s)
    double tokens_per_added_joule = 0; ///< d(tokens/s) / d(facility watts)
    double doubling_factor = 0; ///< r^(1 / log2 g): what doubling would bring at this rate, r and g the ratios of
                                ///< throughput and GPUs between the two points; 2 is ideal
};
std::vector<Marginal> marginal_returns(const std::vector<CurvePoint>& curve);

/// d(tokens/s) / d(`divisor`) of each step.
struct Added {
    double gpus = 0; ///< where the step ends
    double tokens_per_s = 0;
};
std::vector<Added> added(const std::vector<CurvePoint>& curve, double (*divisor)(const Parts&));

/// The GPU count at which to stop: the first point from which the next step's doubling factor is below `factor`.
/// Nothing when every step returns at least that.
struct Knee {
    double gpus = 0;
    double next_gpus = 0; ///< the step that no longer pays
    double doubling_factor = 0; ///< of that step
    double factor = 1.5; ///< that it falls short of
};
std::optional<Knee> knee(const std::vector<CurvePoint>& curve, double factor = 1.5);

/// The points at powers of two: those a marginal return or a knee is read from where the curve also holds counts that
/// a plan divides less evenly.
std::vector<CurvePoint> doublings(const std::vector<CurvePoint>& curve);

/// Whether a point fits, and its plan leaves neither accelerators nor part of a scale-up domain idle.
bool is_filled(const CurvePoint& point);

/// The point that fits nearest to `base_gpus` on a logarithmic scale, for 0 the first one that is filled; where none
/// is, the first one. Null when none fits.
const CurvePoint* base_point(const std::vector<CurvePoint>& curve, double base_gpus);

/// Throughput per GPU available, idle ones included, relative to another's: 1 is perfect scaling.
double scaling_efficiency(const Parts& parts, const Parts& base);
/// The same relative to base_point(). One value per point; NaN where nothing fits.
std::vector<double> scaling_efficiency(const std::vector<CurvePoint>& curve, double base_gpus);

/// How the GPU-seconds per token grow from one point to another, by cause.
struct LossShare {
    Part part = Part::Count; ///< a time part; Count stands for accelerators left idle
    double share = 0; ///< of the GPU-seconds per token at `to`; negative where the cause shrank
};
/// GPU-seconds per token = sum over the time parts of G t_i / (tokens per step), G the cluster's GPUs. The differences
/// of the parts, in units of the total at `to`, largest first; together 1 - efficiency. Idle accelerators are charged
/// their part of the total.
std::vector<LossShare> loss_by_cause(const Parts& from, const Parts& to);

/// When a run is over: with the tokens as set, or at the loss that these reach with small batches, which larger ones
/// take more of.
enum class RunClock { Tokens, Loss };

/// The GPU count on which the run finishes soonest, interruptions included. Nothing where each step finishes sooner
/// than the one before.
struct Soonest {
    double gpus = 0;
    double seconds = 0;
    enum class Cost { Throughput, Failures, Batch } cost = Cost::Throughput; ///< what the next step loses most by
};
std::optional<Soonest> soonest_finish(const std::vector<CurvePoint>& curve, const Scenario& scenario,
                                      RunClock clock = RunClock::Tokens);

/// The GPU count to which a curve must reach to show the earlier of knee and soonest finish: the step after it. 0:
/// neither is on it.
double end_of_returns(const std::vector<CurvePoint>& curve, const Scenario& scenario);

/// Tokens needed to reach the loss that `minimum_tokens` reach with small batches, at a batch of `batch_tokens`:
///     minimum (1 + batch / critical batch)
/// McCandlish et al. 1812.06162.
double tokens_to_loss(double minimum_tokens, double batch_tokens, double critical_batch_tokens);

/// The scenario's critical batch as typed, else by the rule of limits::BatchRule, with the sparsity total / active
/// parameters, rounded to a divisible number, and the compute 6 x active parameters x tokens.
double critical_batch_tokens(const Scenario& scenario);

/// How long a run takes by one clock. Of parts that fit.
class LossTime {
public:
    explicit LossTime(const Scenario& scenario, RunClock clock = RunClock::Loss);

    double critical_batch() const { return critical_batch_; } ///< tokens
    double batch(const Parts& parts) const { return parts.global_batch * sequence_; } ///< tokens
    double tokens(const Parts& parts) const { return tokens_to_loss(minimum_tokens_, batch(parts), critical_batch_); }
    /// Interruptions included. NaN: such a run never ends.
    double seconds(const Parts& parts) const;

private:
    double minimum_tokens_;
    double sequence_;
    double critical_batch_;
};

/// What is left of each return at a point, of what it is at another: 1 is nothing lost.
struct ReturnsLeft {
    double systems = 1; ///< throughput of each accelerator
    double batch = 1; ///< what a token teaches
    double failures = 1; ///< share of the time that advances the run

    /// Accelerator-seconds to the loss at the base over those at the point.
    double together() const { return systems * batch * failures; }
};
ReturnsLeft returns_left(const Parts& parts, const Parts& base, const LossTime& to_loss);

} // namespace plateau::answers
