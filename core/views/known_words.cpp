// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/known_words.h"

#include <cmath>

#include "core/views/times.h"

namespace plateau::narrate {

using evidence::Known;
using units::Unit;

namespace {

constexpr double told_ratio = 1.5; ///< the ratio of GPU counts from which on it is told
constexpr double told_distance = 0.05; ///< the logarithm of step times from which on a difference is told

/// Names a run and how it differs from what is asked: "Mixtral 8x7B on 32 H100 SXM, 64 times fewer GPUs".
Message run_words(const evidence::Nearest& nearest)
{
    Message words{PLATEAU_TEXT("%1 on %2 %3"),
                  {Verbatim{nearest.model}, count(nearest.gpus), Verbatim{nearest.hardware_title}}};
    const auto add = [&](const Message& difference) { words = {"%1, %2", {words, difference}}; };
    const double ratio = nearest.asked_gpus / nearest.gpus;
    if (nearest.other_kind)
        add({PLATEAU_TEXT("another kind of model"), {}});
    else if (nearest.distance.work > told_distance)
        add({PLATEAU_TEXT("another model, batch or plan"), {}});
    if (ratio >= told_ratio)
        add({PLATEAU_TEXT("%1 times fewer GPUs"), {Quantity{ratio, Unit::Count, 2}}});
    else if (ratio <= 1 / told_ratio)
        add({PLATEAU_TEXT("%1 times as many GPUs"), {Quantity{1 / ratio, Unit::Count, 2}}});
    if (nearest.distance.machine > told_distance && !nearest.other_hardware)
        add({PLATEAU_TEXT("another network"), {}});
    if (nearest.distance.software > told_distance)
        add({PLATEAU_TEXT("other software"), {}});
    return words;
}

Message how_known(const evidence::Nearest& nearest, int published)
{
    switch (nearest.known) {
    case Known::Measured:
        return {PLATEAU_TEXT("Measured"), {}};
    case Known::Interpolated:
        return {PLATEAU_TEXT("Interpolated"), {}};
    case Known::Extrapolated:
        return {PLATEAU_TEXT("Extrapolated in %1"), {nearest.beyond}};
    case Known::Assumption:
        break;
    }
    if (published > 0)
        return {PLATEAU_TEXT("Assumed: none of the %1 published runs on this hardware gives a step time and the layout "
                             "it was measured with"),
                {count(published)}};
    return {PLATEAU_TEXT("Assumed: no measured run on this hardware"), {}};
}

} // namespace

Message known_words(const evidence::Nearest& nearest, int published)
{
    const Message known = how_known(nearest, published);
    if (nearest.run.empty() || !std::isfinite(nearest.doubt.step))
        return {"%1.", {known}};
    const ReachBand step = band_of(nearest.doubt.step * nearest.doubt.step);
    return {nearest.known == Known::Measured
                ? PLATEAU_TEXT("%1; expect %3 less to %4 more tokens/s. A run like this one: %2.")
                : PLATEAU_TEXT("%1; expect %3 less to %4 more tokens/s. Nearest measurement: %2."),
            {known, run_words(nearest), Quantity{1 - 1 / step.high, Unit::Fraction, 2},
             Quantity{1 / step.low - 1, Unit::Fraction, 2}}};
}

Message chance_words(double chance)
{
    const double of_hundred = std::round(100 * chance);
    if (of_hundred < 1)
        return {PLATEAU_TEXT("under 1 in 100"), {}};
    if (of_hundred > 99)
        return {PLATEAU_TEXT("over 99 in 100"), {}};
    return {PLATEAU_TEXT("%1 in 100"), {count(of_hundred)}};
}

Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware)
{
    if (nearest.known <= Known::Interpolated)
        return {};
    if (nearest.known == Known::Extrapolated)
        return {PLATEAU_TEXT("extrapolated in %1"), {nearest.beyond}};
    return {PLATEAU_TEXT("an assumption: no measured run on %1"), {Verbatim{hardware}}};
}

Message best_known_words(const explore::Solution& solution, const evidence::Nearest& nearest, const std::string& title)
{
    const char* said = nearest.known <= Known::Interpolated
        ? PLATEAU_TEXT("Best with measured runs near it: %1 %2, %3 for %4 (%5)")
        : PLATEAU_TEXT("Best with measured runs on its hardware: %1 %2, %3 for %4 (%5)");
    return {said,
            {count(solution.parts.gpus), Verbatim{title}, Quantity{solution.run.seconds, Unit::Seconds},
             in_prose(solution.run.usd, Unit::Usd), name(nearest.known)}};
}

} // namespace plateau::narrate
