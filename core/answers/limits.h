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
    struct Value {
        std::vector<limits::Point> points; ///< ascending
        double seconds = 0; ///< that the curve took
    };
    static Value compute(const Key& question, Work& work);
    static std::size_t bytes(const Value& value);
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
    static std::size_t bytes(const Value& value) { return sizeof value; }
};

} // namespace plateau::answers
