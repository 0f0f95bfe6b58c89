// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/answers/returns.h"
#include "core/model/metrics.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"
#include "core/views/curve_words.h"
#include "core/views/scaling_view.h"
#include "core/views/why.h"

namespace plateau::figures {

namespace {

/// Counts the days until the loss is reached: batches beyond the critical one cost tokens, failures cost time.
ThroughputAxis axis_to_loss(const ScalingAxis& axis, const Scenario& scenario)
{
    return {axis,
            [to_loss = answers::LossTime(scenario)](const Parts& parts) { return to_loss.seconds(parts) / units::day; },
            {PLATEAU_TEXT("days to the same loss as %1"), {in_prose(scenario.workload.tokens, units::Unit::Tokens)}},
            true};
}

} // namespace

ThroughputAxis throughput_axis(const ScalingAxis& axis, const Scenario& scenario)
{
    if (axis.is_to_loss())
        return axis_to_loss(axis, scenario);
    const Metric& shown = metric(axis.metric);
    return {axis,
            shown.value,
            {*axis.unit ? axis.unit : shown.label, {}},
            false,
            shown.shown_in.unit == units::Unit::Fraction};
}

namespace {

/// Finds the band's factors between two powers of two.
std::pair<double, double> factors(const answers::ScalingCurve& curve, double gpus)
{
    const auto after = std::lower_bound(curve.band.begin(), curve.band.end(), gpus,
                                        [](const auto& point, double x) { return point.gpus < x; });
    if (after == curve.band.end())
        return {1, 1};
    if (after == curve.band.begin())
        return {after->low, after->high};
    const auto before = after - 1;
    const double share = std::log(gpus / before->gpus) / std::log(after->gpus / before->gpus);
    return {before->low + share * (after->low - before->low), before->high + share * (after->high - before->high)};
}

Message reason_of(const Parts& parts)
{
    switch (parts.obstacle) {
    case Obstacle::None:
        return {PLATEAU_TEXT("does not fit"), {}};
    case Obstacle::TooFewGpus:
    case Obstacle::DegreesExceedGpus:
        return {PLATEAU_TEXT("too few GPUs"), {}};
    case Obstacle::BatchTooSmall:
        return {PLATEAU_TEXT("batch too small"), {}};
    default:
        return {PLATEAU_TEXT("not possible"), {}};
    }
}

} // namespace

Series scaling_band(const answers::ScalingCurve& curve, const PartsValue& value)
{
    Series result;
    result.name = {curve.scenario.assumptions.stack.calibrated ? PLATEAU_TEXT("eight in ten, from own runs")
                                                               : PLATEAU_TEXT("range of constants and distance"),
                   {}};
    result.role = SeriesRole::Band;
    result.markers = result.label_at_end = false;
    for (const auto& point : curve.points) {
        auto [low, high] = factors(curve, point.gpus);
        high = std::fmin(high, std::fmax(1, kernel_ceiling(point.parts) / point.parts.mfu()));
        const double middle = point.parts.fits() ? value(point.parts) : gap;
        result.x.push_back(point.gpus);
        result.y.push_back(middle * high);
        result.y_low.push_back(middle * low);
    }
    return result;
}

std::vector<Region> scaling_regions(const answers::ScalingCurve& curve, double end, bool with_words)
{
    std::vector<Region> result;
    const double known_to = std::max(end, curve.from);
    if (known_to < curve.to)
        result.push_back({known_to, curve.to, false, {}});
    const auto& points = curve.points;
    for (std::size_t i = 0; i < points.size();) {
        if (points[i].parts.fits()) {
            ++i;
            continue;
        }
        std::size_t after = i;
        while (after < points.size() && !points[after].parts.fits())
            ++after;
        const double from = i == 0 ? curve.from : points[i - 1].gpus,
                     to = after == points.size() ? curve.to : points[after].gpus;
        const Message reason = reason_of(points[after - 1].parts);
        if (!result.empty() && result.back().hatched && std::log2(from / result.back().to) < 0.3)
            result.back().to = to; // isolated counts between two impossible stretches
        else
            result.push_back({from, to, true, with_words ? reason : Message{}});
        i = after;
    }
    return result;
}

std::vector<Region> wait_regions(const answers::ScalingCurve& curve)
{
    std::vector<Region> result;
    for (const answers::WaitStretch& stretch : curve.bound) {
        Region region;
        region.from = std::max(curve.from, stretch.from / std::sqrt(2));
        region.to = std::min(curve.to, stretch.to * std::sqrt(2));
        region.reason = narrate::bound_words(stretch.bound);
        region.hint = {PLATEAU_TEXT("At %1: %2"),
                       {Quantity{stretch.to, units::Unit::Gpus}, narrate::wait_words(*stretch.there, stretch.bound)}};
        region.at_top = region.waits = true;
        region.strong = stretch.bound == WaitBound::Latency; // told apart where both stand side by side
        result.push_back(region);
    }
    return result;
}

namespace {

constexpr std::size_t most_words = 3;

Note note_at(const answers::ScalingCurve& curve, double gpus, const PartsValue& value, const narrate::Landmark& words)
{
    const auto point = std::find_if(curve.points.begin(), curve.points.end(),
                                    [gpus](const auto& candidate) { return candidate.gpus == gpus; });
    return Note{.x = gpus, .y = value(point->parts), .head = words.head, .text = words.text};
}

void add_crossovers(std::vector<Note>& notes, const answers::ScalingCurve& curve, const PartsValue& value)
{
    std::vector<answers::Crossover> changes = answers::crossovers(answers::doublings(curve.points));
    const auto of_tensor = [](const answers::Crossover& change) { return change.before.tp != change.after.tp; };
    if (!changes.empty())
        std::stable_partition(changes.begin() + 1, changes.end(), of_tensor);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto words = i < most_words ? narrate::crossover_words(changes[i]) : narrate::Landmark{};
        Note note = note_at(curve, changes[i].gpus, value, words);
        note.tick = note.optional = true;
        notes.push_back(note);
    }
}

answers::RunClock clock_of(const ScalingPicture& picture)
{
    return picture.axis->is_to_loss() ? answers::RunClock::Loss : answers::RunClock::Tokens;
}

std::optional<answers::Soonest> soonest_on(const ScalingPicture& picture)
{
    const answers::ScalingCurve& curve = *picture.current;
    if (!is_length_said(curve.scenario)) // the soonest finish is that of a length
        return std::nullopt;
    return answers::soonest_finish(answers::doublings(curve.points), curve.scenario, clock_of(picture));
}

} // namespace

std::vector<Note> landmarks(const ScalingPicture& picture, const PartsValue& value)
{
    std::vector<Note> notes;
    const answers::ScalingCurve& curve = *picture.current;
    const bool of_time = picture.axis->is_to_loss();
    if (picture.current_visible && picture.current_standing != answers::Standing::Earlier) {
        const auto doublings = answers::doublings(curve.points);
        if (const auto knee = answers::knee(doublings, curve.scenario.returns.knee_factor); knee && !of_time)
            notes.push_back(note_at(curve, knee->gpus, value, narrate::knee_words(*knee)));
        if (const auto soonest = soonest_on(picture))
            notes.push_back(note_at(curve, soonest->gpus, value, narrate::soonest_words(*soonest)));
    }
    if (of_time)
        return notes;
    if (curve.searched && picture.current_visible && picture.current_standing != answers::Standing::Earlier)
        add_crossovers(notes, curve, value);
    else if (picture.other && picture.other->searched && picture.other_standing != answers::Standing::Earlier)
        add_crossovers(notes, *picture.other, value);
    return notes;
}

Message curve_name(const answers::ScalingCurve& curve)
{
    return {curve.choice == search::PlanChoice::Best ? PLATEAU_TEXT("Best") : PLATEAU_TEXT("Given"), {}};
}

Message pin_label(const PinnedCurve& pin)
{
    constexpr std::size_t longest = 24;
    const Verbatim letter{pin.letter};
    std::string told = english(pin.name); // as many of its parts as there is room for
    if (told.size() <= longest && !told.empty())
        return {"%1 %2", {letter, pin.name}};
    while (told.size() > longest) {
        const std::size_t comma = told.rfind(", ");
        told.erase(comma == std::string::npos ? 0 : comma);
    }
    return told.empty() ? Message{"%1", {letter}} : Message{"%1 %2 …", {letter, Verbatim{told}}};
}

namespace {

/// Says what the curve tells, and of a search which plan it found.
Message curve_sentence(const ScalingPicture& picture)
{
    const answers::ScalingCurve& curve = *picture.current;
    if (picture.axis->is_to_loss() && curve.here().fits())
        return narrate::to_loss_sentence(curve.here(), curve.scenario);
    if (curve.choice == search::PlanChoice::Given) {
        const Message summary = narrate::scaling_summary(curve.points, curve.scenario.cluster.gpus);
        const Message torus
            = narrate::torus_sentence(curve.scenario, curve.points.front().gpus, curve.points.back().gpus);
        return torus.empty() ? summary : Message{PLATEAU_TEXT("%1 %2"), {summary, torus}};
    }
    return narrate::best_plan_sentence(curve.here(), picture.given, curve.objective);
}

} // namespace

Message end_sentence(const ScalingPicture& picture)
{
    const Scenario& scenario = picture.current->scenario;
    auto fitting = answers::doublings(picture.current->points);
    std::erase_if(fitting, [](const answers::CurvePoint& point) { return !point.parts.fits(); });
    if (fitting.empty())
        return {};
    const auto soonest = soonest_on(picture);
    const double last = fitting.back().gpus;
    if (picture.axis->is_to_loss())
        return narrate::loss_end_sentence(soonest, last, scenario.workload.tokens);
    const auto knee = answers::knee(fitting, scenario.returns.knee_factor);
    if (knee && !is_length_said(scenario))
        return {"%1.", {narrate::knee_words(*knee).head}};
    return narrate::end_of_returns_sentence(knee, soonest, last);
}

Message answer_sentence(const ScalingPicture& picture)
{
    const answers::ScalingCurve& curve = *picture.current;
    const Parts& parts = curve.here();
    const Scenario& scenario = curve.scenario;
    if (picture.axis->is_to_loss() || !parts.fits() || !is_length_said(scenario) || !std::isfinite(parts.run_seconds))
        return picture_sentence(picture);
    const Message who{"%1 %2",
                      {live("gpus", Quantity{scenario.cluster.gpus, units::Unit::Count}),
                       Verbatim{scenario.cluster.accelerator.title}}};
    const Verbatim model{scenario.workload.shape.title};
    const Quantity tokens{scenario.workload.tokens, units::Unit::Tokens};
    const auto time = [&](double factor) { return Quantity{parts.run_seconds * factor, units::Unit::Seconds}; };
    const evidence::Nearest* here = curve.known_here();
    const bool ranged = here && std::isfinite(here->doubt.step);
    const ReachBand step = ranged ? evidence::step_band(*here, scenario, parts) : ReachBand{};
    const Message run = ranged ? Message{PLATEAU_TEXT("%1 train %2 on %3 in %4, eight in ten."),
                                         {who, model, tokens, narrate::from_to(time(step.low), time(step.high))}}
                               : Message{PLATEAU_TEXT("%1 train %2 on %3 in %4."), {who, model, tokens, time(1)}};
    const Message end = curve.choice == search::PlanChoice::Given
        ? end_sentence(picture)
        : narrate::best_plan_sentence(parts, picture.given, curve.objective);
    return end.empty() ? run : Message{"%1 %2", {run, end}};
}

Message picture_sentence(const ScalingPicture& picture)
{
    const Message curve = curve_sentence(picture), end = end_sentence(picture);
    return end.empty() ? curve : Message{PLATEAU_TEXT("%1 %2"), {end, curve}};
}

} // namespace plateau::figures
