// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/calibration/cross_validation.h"
#include "core/calibration/score.h"
#include "core/evidence/shipped.h"

/// How well the model predicts what was published.
namespace plateau::answers {

/// Measured runs, each predicted and scored.
struct Scores {
    struct Key {
        std::shared_ptr<const std::vector<evidence::Row>> rows; ///< the same table only if it is the same object
        int anchors = 0; ///< above 0: one kernel efficiency a source is fitted on that many of its first timed rows,
                         ///< and the others alone are scored
        std::optional<evidence::LeftOut> left_out = {}; ///< each is predicted with constants fitted on all others
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        evidence::Sample sample;
        std::vector<evidence::Prediction> predictions; ///< of each row
        std::vector<evidence::Nearest> nearest; ///< of each row, the run of another source; empty where none is known
        evidence::Report report;
        std::map<std::string, double> factors; ///< of each source with anchors: its efficiency over its stack's
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

} // namespace plateau::answers
