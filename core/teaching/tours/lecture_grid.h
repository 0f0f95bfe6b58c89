// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/teaching/tours/tour.h"

/// What the controls of a step can be set to where nothing can be computed any more: a grid of questions, answered
/// ahead. Between two of them numbers are interpolated only where the model is smooth.
namespace plateau::tours {

/// How far an interpolated number may be from the computed one in the middle between two values, as a share of it. What
/// is farther is not interpolated.
inline constexpr double smooth_within = 0.01;
/// What is said of a number anywhere between two values.
inline constexpr double interpolated_within = 0.02;

/// One control and its values, in their order.
struct GridControl {
    std::string key;
    ParameterDescription row;
    std::vector<Value> values = {}; ///< at least one
    int at = 0; ///< where the step stands
    bool numeric = false;

    double number(int index) const { return std::get<double>(values[static_cast<std::size_t>(index)]); }
    Argument words(int index) const { return value_words(row, values[static_cast<std::size_t>(index)]); }
};

/// Between two numbers of a control: `share` of the way from one to the next. Whole numbers go evenly, others by equal
/// factors where both are above zero.
double value_between(const GridControl& control, int index, double share);
/// How far a value is from the lower to the upper one: by equal factors where both are above zero.
double weight_of(double lower, double upper, double value);
/// A number `weight` of the way: by equal factors where both are above zero.
double interpolated(double lower, double upper, double weight);

class Grid {
public:
    Grid(const catalog::Catalog& catalog, const Step& step);

    const std::vector<GridControl>& controls() const { return controls_; }
    std::size_t size() const;
    std::size_t own_point() const; ///< where the step stands
    /// Which of its values a control has at a point. The last control changes first.
    int index(std::size_t point, std::size_t control) const;
    /// The point beside it with the next value of a control; nothing: it has the last one.
    std::optional<std::size_t> next(std::size_t point, std::size_t control) const;

    /// Errors: these values do not go together.
    Expected<Question> question(std::size_t point) const;
    /// The question of a point, with a control `share` of the way to its next value.
    Expected<Question> between(std::size_t point, std::size_t control, double share) const;

private:
    Changes changes(std::size_t point) const;

    const catalog::Catalog& catalog_;
    const Step& step_;
    std::vector<GridControl> controls_;
};

/// Is the answer between two points of the same kind as at both: the same collectives by the same algorithms, the same
/// terms of the step, the same reason of a limit? And do all `asks` follow a straight line there?
bool is_smooth(const Grid& grid, std::size_t point, std::size_t control, const std::vector<Ask>& asks,
               answers::Answers& answers, Numbers& numbers);

} // namespace plateau::tours
