// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/tours/tour.h"
#include "core/views/figures/figure.h"

/// Predict, then reveal: what a step hides of its picture, the guesses at it, and how near they came.
namespace plateau::tours {

/// A guess: where the curve will go, as x and y in the panel's units; at least the place that is scored.
using Guess = std::vector<std::pair<double, double>>;

/// The guess's y at the place that is scored; nothing: it does not reach there.
std::optional<double> guessed(const Prediction& prediction, const Guess& guess);
/// The figure's own, of its current curve, hidden or not.
std::optional<double> truth(const Prediction& prediction, const figures::Figure& figure);

/// Where a guess begins: the last of the curve that is seen.
std::optional<double> last_seen(const Prediction& prediction, const figures::Figure& figure);

/// The figure without what the step hides, tinted there.
figures::Figure hidden(figures::Figure figure, const Prediction& prediction);

/// The guess as a dashed curve from the last point that is seen, and the marks of others at the place that is scored.
/// With `revealed` also the gap between guess and truth.
void add_guesses(figures::Figure& figure, const Prediction& prediction, const Guess& guess,
                 const std::vector<double>& marks, bool revealed);

/// How near a guess came, gently: a ratio to the truth, and a few words.
struct Score {
    double ratio = 1; ///< guess over truth
    Message words = {};
};
Score score(double guess, double truth);

/// Of several guesses: the middle one, the range that holds the middle half, and how many came within a tenth.
struct Spread {
    int count = 0;
    double median = 0;
    double low = 0; ///< first quartile
    double high = 0; ///< third quartile
    int near = 0;
};
Spread spread(std::vector<double> guesses, double truth);

} // namespace plateau::tours
