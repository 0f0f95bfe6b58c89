// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/live.h"

#include <utility>

#include "core/text/units/typeset.h"

namespace plateau {

Argument live(std::string parameter, Argument value)
{
    value.parameter = std::move(parameter);
    return value;
}

LiveWords typeset(const LiveWords& live)
{
    LiveWords result{units::typeset(live.words), live.numbers};
    if (result.words == live.words)
        return result;
    const std::string compute = " FLOP"; // typeset() leaves words without it alone
    const auto place
        = [&](std::size_t at) { return units::typeset(live.words.substr(0, at) + compute).size() - compute.size(); };
    for (LiveNumber& number : result.numbers) {
        const std::size_t from = place(number.from), end = place(number.from + number.size);
        number.from = from;
        number.size = end - from;
    }
    return result;
}

} // namespace plateau
