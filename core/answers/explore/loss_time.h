// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"
#include "core/question/scenario/scenario.h"

/// How long a run takes until a loss is reached, and which of three returns takes what of it: each further accelerator
/// does less (systems), each further sequence of a step teaches less (batch), and each further host fails, too
/// (failures).
namespace plateau::explore {

/// Tokens needed to reach the loss that `minimum_tokens` reach with small batches, at a batch of `batch_tokens`:
///     minimum (1 + batch / critical batch)
/// McCandlish et al. 1812.06162.
double tokens_to_loss(double minimum_tokens, double batch_tokens, double critical_batch_tokens);

/// The scenario's critical batch as typed, else by the rule of limits::BatchRule, with the sparsity total / active
/// parameters, rounded to a divisible number, and the compute 6 x active parameters x tokens.
double critical_batch_tokens(const Scenario& scenario);

/// To the loss that the scenario's tokens reach with small batches. Of parts that fit.
class LossTime {
public:
    explicit LossTime(const Scenario& scenario);

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

} // namespace plateau::explore
