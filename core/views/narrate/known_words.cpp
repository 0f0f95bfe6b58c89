// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/narrate/known_words.h"

#include <cmath>

#include "core/text/units/quantity.h"

namespace plateau::narrate {

using evidence::Known;
using units::format;
using units::Unit;

Message known_words(const evidence::Nearest& nearest, int published)
{
    const std::string run = nearest.run + ", " + format(nearest.gpus, Unit::Gpus);
    const std::string share = format(std::expm1(nearest.distance.total()), Unit::Fraction, 2);
    switch (nearest.known) {
    case Known::Measured:
        return {PLATEAU_TEXT("Known by: measured; a run like this one on as many GPUs (%1)"), {nearest.run}};
    case Known::Interpolated:
        return {PLATEAU_TEXT("Known by: interpolation; the nearest measured run (%1) spends %2 of a step differently"),
                {run, share}};
    case Known::Extrapolated:
        return {PLATEAU_TEXT("Known by: extrapolation in %3; the nearest measured run (%1) spends %2 of a step "
                             "differently"),
                {run, share, nearest.beyond}};
    case Known::Assumption:
        break;
    }
    if (published > 0)
        return {PLATEAU_TEXT("Known by: assumption; none of the %1 published runs on this hardware gives a step time "
                             "and the layout it was measured with"),
                {format(published, Unit::Count)}};
    return {PLATEAU_TEXT("Known by: assumption; no measured run on this hardware"), {}};
}

std::string chance_words(double chance)
{
    const double of_hundred = std::round(100 * chance);
    if (of_hundred < 1)
        return PLATEAU_TEXT("under 1 in 100");
    if (of_hundred > 99)
        return PLATEAU_TEXT("over 99 in 100");
    return format(of_hundred, Unit::Count) + PLATEAU_TEXT(" in 100");
}

Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware)
{
    if (nearest.known <= Known::Interpolated)
        return {};
    if (nearest.known == Known::Extrapolated)
        return {PLATEAU_TEXT("extrapolated in %1"), {nearest.beyond}};
    return {PLATEAU_TEXT("an assumption: no measured run on %1"), {hardware}};
}

Message best_known_words(const explore::Solution& solution, const evidence::Nearest& nearest, const std::string& title)
{
    const char* said = nearest.known <= Known::Interpolated
        ? PLATEAU_TEXT("Best with measured runs near it: %1 %2, %3 for %4 (%5)")
        : PLATEAU_TEXT("Best with measured runs on its hardware: %1 %2, %3 for %4 (%5)");
    return {said,
            {format(solution.parts.gpus, Unit::Count), title, format(solution.run.seconds, Unit::Seconds),
             format(solution.run.usd, Unit::Usd), name(nearest.known)}};
}

} // namespace plateau::narrate
