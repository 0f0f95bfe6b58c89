// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/calibration/cross_validation.h"
#include "core/calibration/pooled_fit.h"
#include "core/calibration/score.h"
#include "core/evidence/shipped.h"

/// How well the model predicts what was published.
namespace plateau::answers {

/// Measured runs, each predicted and scored.
struct Scores {
    /// What is fitted to them before they are predicted.
    enum class Fit {
        Nothing,
        Anchors, ///< a kernel efficiency for each source, on its first timed rows; only the others are scored
        Others, ///< for each source, program or year the constants, on all others
        Dials, ///< some constants of some stacks
        Pooled, ///< the constants of all software together
    };
    struct Key {
        std::shared_ptr<const std::vector<evidence::Row>> rows; ///< the same table only if it is the same object
        Fit fit = Fit::Nothing;
        int anchors = 0; ///< rows of each source
        std::vector<evidence::Dial> dials = {};
        evidence::LeftOut left_out = evidence::LeftOut::Source; ///< of Fit::Others
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        evidence::Sample sample;
        std::vector<evidence::Prediction> predictions; ///< of each row
        std::vector<evidence::Nearest>
            nearest; ///< of each row, the run of another source; empty after a fit of its own
        evidence::Report report;
        // what was fitted
        std::map<std::string, double> factors; ///< of each source: its kernel efficiency relative to its stack's
        std::vector<evidence::Dial> dials;
        evidence::FitResult fit;
        evidence::PooledFit pooled;
        std::map<std::string, evidence::Intervals> without; ///< of each stack: with any one source left out
    };
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// What other tools were measured by on some of the same runs, beside this model.
struct Peers {
    using Key = Scores::Key;
    struct Value {
        evidence::PeerTable table;
        std::vector<std::optional<double>>
            own; ///< of each row, this model's: mean error, share of right verdicts, change
    };
    static Value compute(const Key& key, Work& work);
};

/// What the model says of each of the claims' statements, in their order.
struct Statements {
    struct Key {
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::vector<Expected<double>>;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
