// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/answers.h"
#include "core/limits/curve.h"

/// How far one training run can scale, by the second paper.
namespace plateau::answers {

/// A curve of one configuration. While it is computed, a draft holds the points known so far.
struct LimitsCurve {
    using Key = limits::Question;
    using Value = std::vector<limits::Point>; ///< ascending
    static Value compute(const Key& question, Work& work);
};

/// The run of one training compute.
struct LimitsPoint {
    struct Key {
        limits::Question question;
        double training_flop = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = limits::Point;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
