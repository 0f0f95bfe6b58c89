// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/mechanisms/mechanisms.h"

#include <algorithm>
#include <limits>

namespace plateau::mechanisms {

std::vector<Key> passing(double begin, const Place& from, double end, const Place& to)
{
    return {key(0, from, 0), key(begin, from, 0), key(begin, from), key(end, to), key(end, to, 0)};
}

std::vector<Key> appearing(double time, const Place& place)
{
    if (time <= 0)
        return {key(0, place)};
    return {key(0, place, 0), key(time, place, 0), key(time, place)};
}

std::vector<Key> growing(double begin, double end, const Place& whole)
{
    Place none = whole;
    none.width = 0;
    return {key(begin, none), key(end, whole)};
}

std::vector<Key> rising(double begin, double end, const Place& whole, double from, double to)
{
    const auto filled = [&](double share) {
        return Place{whole.x, whole.y + (1 - share) * whole.height, whole.width, share * whole.height};
    };
    return {key(begin, filled(from)), key(end, filled(to))};
}

Actor said_at(double x, double y, Message words, const Said& how)
{
    return {.shape = Shape::Words,
            .role = how.role,
            .keys = appearing(how.from, {x, y, 0, 0}),
            .words = std::move(words),
            .letters = how.letters,
            .align = how.align,
            .strong = how.strong};
}

double quantity(const Estimate& estimate, const char* symbol)
{
    const auto found = std::find_if(estimate.quantities.begin(), estimate.quantities.end(),
                                    [&](const Ingredient& one) { return one.symbol == symbol; });
    return found == estimate.quantities.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

} // namespace plateau::mechanisms
