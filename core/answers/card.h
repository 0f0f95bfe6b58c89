// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <variant>
#include <vector>

#include "core/answers/answers.h"
#include "core/limits/curve.h"

namespace plateau::answers {

/// A question's curve, small enough for a card.
struct CardPoint {
    double size = 0; ///< GPUs of a training scenario, training FLOP of limits
    double utilization = 0; ///< MFU of a training scenario's own plan, what it leaves open searched
};

/// Where the plan fits, at every power of two of the usual range, ascending; empty: it fits nowhere. When stopped, what
/// it returns is to be thrown away.
std::vector<CardPoint> card_curve(const TrainingQuestion& question, const std::stop_token& stop = {});
/// Where there is a cluster that meets the deadline, at some of the curve's widths.
std::vector<CardPoint> card_curve(const limits::Question& question, const std::stop_token& stop = {});

struct Card {
    using Key = std::variant<TrainingQuestion, limits::Question>;
    using Value = std::vector<CardPoint>;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
