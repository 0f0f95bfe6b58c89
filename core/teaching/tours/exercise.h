// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/claims/prose.h"
#include "core/claims/results.h"

/// A question that a step asks before it tells: which curve is which, put these in order, how far must this go to reach
/// that. The fourth form, draw the rest, is a Prediction (guess.h).
namespace plateau::tours {

using namespace claims;

struct Exercise {
    enum class Form {
        Which, ///< curve is `of`, of those that have no names
        Order, ///< the items by their values, the smallest first
        Reach, ///< a goal, in as few moves as possible
    };
    struct Item {
        Prose say = {};
        Ask value = {};
        Prose trap = {}; ///< said to who puts it at the wrong end; may be empty
    };
    Form form = Form::Which;
    Prose ask = {};
    Prose why = {}; ///< said with the answer
    std::string of = {}; ///< Which: the name of what lies beside; empty: the step's own curve
    Prose trap = {}; ///< Which: said to who takes another one
    std::vector<Item> items = {}; ///< Order
    Ask goal = {}; ///< Reach: this number
    std::optional<double> at_least = {}, at_most = {};
    Changes solution = {}; ///< one way there, in as few moves as there are changes

    bool hides() const { return form != Form::Reach; } ///< a part of the picture, or of the text
    bool reached(double value) const { return (!at_least || value >= *at_least) && (!at_most || value <= *at_most); }
};

/// The letters that stand in place of names, in an order of their own: 0 is A. `count` curves of the step `id`.
std::vector<int> letters(const std::string& id, std::size_t count);
std::string letter(int number); ///< "A"

/// A line that a question may be about: the step's own or one that lies beside, not what is drawn around them.
bool is_asked_about(const figures::Series& series);
/// The current one, then what lies beside.
std::size_t place_of(figures::SeriesRole role);

/// The figure with letters for the names of its curves and without all that tells which is which.
figures::Figure nameless(figures::Figure figure, const std::vector<int>& letters);

/// From the smallest value: places of the items. Nothing: a value is not known.
std::optional<std::vector<int>> right_order(const Exercise& exercise, const Question& question, Numbers& numbers);
/// How many of the pairs of an order stand as they do in another.
int pairs_alike(const std::vector<int>& order, const std::vector<int>& right);
inline int pairs_of(std::size_t count) { return static_cast<int>(count * (count - 1) / 2); }

} // namespace plateau::tours

template<>
inline constexpr std::array plateau::names_of<plateau::tours::Exercise::Form>{"which", "order", "reach"};
