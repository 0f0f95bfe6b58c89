// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/scaling_sentence.h"

#include <algorithm>
#include <cmath>

#include "core/text/messages/live.h"
#include "core/text/units/quantity.h"
#include "core/views/times.h"
#include "core/views/worth_saying.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// Finds the curve's point nearest to `gpus` that fits, or null.
const Parts* fitting_point(const std::vector<explore::CurvePoint>& curve, double gpus)
{
    const Parts* best = nullptr;
    double best_distance = 0;
    for (const explore::CurvePoint& point : curve) {
        const double distance = std::abs(std::log2(point.gpus / gpus));
        if (point.parts.fits() && (!best || distance < best_distance)) {
            best = &point.parts;
            best_distance = distance;
        }
    }
    return best;
}

/// The scenario's own count can be turned where it stands.
Argument count_words(double gpus, double own)
{
    const Quantity count{gpus, Unit::Count};
    return gpus == own ? live("gpus", count) : count;
}

/// Says whether the point nearest to `gpus` fits.
bool fits_near(const std::vector<explore::CurvePoint>& curve, double gpus)
{
    const auto away = [gpus](const explore::CurvePoint& point) { return std::abs(std::log2(point.gpus / gpus)); };
    return std::min_element(curve.begin(), curve.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); })
        ->parts.fits();
}

} // namespace

Message scaling_sentence(const std::vector<explore::CurvePoint>& curve, double current)
{
    const Parts* to = fitting_point(curve, current);
    if (!to)
        return {PLATEAU_TEXT("No GPU count on this curve fits the plan."), {}};
    const Parts* from = fitting_point(curve, current > comparison_start ? comparison_start : curve.front().gpus);
    const Argument here = count_words(to->gpus, current);
    if (!fits_near(curve, current))
        return {PLATEAU_TEXT("%1 GPUs do not hold the plan; the nearest count of this curve that does is %2, with %3 a "
                             "second."),
                {count_words(current, current), here, in_prose(to->tokens_per_s, Unit::Tokens)}};
    if (to->gpus == 1)
        return {PLATEAU_TEXT("One GPU trains %1 a second at %2 MFU."),
                {in_prose(to->tokens_per_s, Unit::Tokens), Quantity{to->mfu(), Unit::Fraction}}};
    if (from->gpus >= to->gpus)
        return {PLATEAU_TEXT("%1 GPUs train %2 a second at %3 MFU."),
                {here, in_prose(to->tokens_per_s, Unit::Tokens), Quantity{to->mfu(), Unit::Fraction}}};
    const double ratio = to->tokens_per_s / from->tokens_per_s;
    const double more = to->gpus / from->gpus;
    const double change = ratio / more - 1;
    const std::vector<Argument> arguments{count(from->gpus), here, times(ratio), times(more),
                                          Quantity{std::abs(change), Unit::Fraction, 2}};
    if (std::abs(change) < nothing_lost_within)
        return {PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs: nothing is lost."), arguments};
    return {change < 0 ? PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs; each GPU does %5 less.")
                       : PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs; each GPU does %5 more."),
            arguments};
}

Message fitted_degrees_sentence(const std::vector<explore::CurvePoint>& curve, double current)
{
    const Parts* here = fitting_point(curve, current);
    if (!here || !here->plan.fit_to_batch || here->plan.tp * here->plan.pp == 1)
        return {};
    for (const explore::CurvePoint& point : curve) {
        if (point.parts.possible() && point.parts.plan.tp * point.parts.plan.pp > 1)
            return {PLATEAU_TEXT(
                        "From %1 GPUs on the data degree would exceed the batch of %2 sequences: tensor %3 × pipeline "
                        "%4 at %5 GPUs."),
                    {count(point.gpus), count(here->global_batch), count(here->plan.tp), count(here->plan.pp),
                     count_words(here->gpus, current)}};
    }
    return {};
}

Message torus_sentence(const Scenario& scenario, double smallest, double largest)
{
    const std::vector<catalog::NetworkTier>& tiers = scenario.cluster.tiers;
    if (tiers.empty() || tiers.front().wiring != catalog::Wiring::Torus)
        return {};
    const catalog::NetworkTier& torus = tiers.front();
    const double closes_at = torus.closes_at > 0 ? std::min(torus.closes_at, torus.domain_size) : torus.domain_size;
    if (smallest >= closes_at || largest < closes_at)
        return {};
    return {
        PLATEAU_TEXT("From %1 accelerators on every axis of the torus closes, with links both ways round: twice those "
                     "of a smaller slice, which is a mesh."),
        {count(closes_at)}};
}

Message scaling_summary(const std::vector<explore::CurvePoint>& curve, double current)
{
    const Message fitted = fitted_degrees_sentence(curve, current);
    Message sentence = scaling_sentence(curve, current);
    if (fitted.empty())
        return sentence;
    return {PLATEAU_TEXT("%1 %2"), {sentence, fitted}};
}

} // namespace plateau::narrate
