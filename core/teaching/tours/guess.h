// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/charts/figure.h"
#include "core/teaching/tours/tour.h"

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

/// Does the figure have the curve that is hidden?
bool asks_about(const figures::Figure& figure, const Prediction& prediction);
/// The figure without what the step hides, tinted there.
figures::Figure hidden(figures::Figure figure, const Prediction& prediction);

/// The tint over what is hidden; the note at a guess.
bool is_hidden(const figures::Region& region);
bool is_of_guess(const figures::Note& note);

/// The guess as a dashed curve from the last point that is seen, and the marks of others at the place that is scored.
/// With `revealed` also the gap between guess and truth.
void add_guesses(figures::Figure& figure, const Prediction& prediction, const Guess& guess,
                 const std::vector<double>& marks, bool revealed);

/// How near a guess came.
enum class Nearness {
    HardlyAny, ///< of a curve that hardly changes: right
    NotThatMuch, ///< of such a curve
    VeryNear,
    OtherWay,
    AsIfNothing,
    NotFar,
    Only,
    TooMuch,
};
/// "not far: %1 of the change"
const char* nearness_text(Nearness how);

inline constexpr double near_share = 0.15; ///< of the change: a guess this near counts as right
inline constexpr double fair_share = 0.4;
inline constexpr double no_change = 0.05; ///< of what is seen: less is none

/// How much of the change from what is seen a guess has. Who misses half of a loss misses half.
struct Score {
    double share = 1; ///< of the change; of a curve that hardly changes 1 where the guess hardly does
    bool near = false;
    Nearness how = Nearness::VeryNear;
    Message words = {};
};
Score score(double guess, double truth, double start);

/// What people type for a guess: "8,000", "8k", "0.7" or "-30 %" of what is seen last; of a share "37" or "37 %". What
/// is not understood is answered with what is.
Expected<double> read_guess(const std::string& typed, double start, units::Unit unit);

/// How several guesses lie: the middle one, the range that holds the middle half, and how many came near.
struct Spread {
    int count = 0;
    double median = 0;
    double low = 0; ///< first quartile
    double high = 0; ///< third quartile
    int near = 0;
};
Spread spread(std::vector<double> guesses, double truth, double start);

} // namespace plateau::tours
