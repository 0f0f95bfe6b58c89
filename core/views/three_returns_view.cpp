// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <optional>

#include "core/answers/returns.h"
#include "core/text/units/quantity.h"
#include "core/views/curve_words.h"
#include "core/views/looks.h"
#include "core/views/measured_runs.h"
#include "core/views/scaling_view.h"

namespace plateau::views {

namespace {

using answers::ReturnsLeft;
using figures::Panel;
using figures::Series;
using figures::SeriesRole;
using units::Unit;

/// Describes a line of the upper plot.
struct Return {
    const char* name;
    SeriesRole role;
    double (*left)(const ReturnsLeft& returns);
};
constexpr Return returns[] = {
    {PLATEAU_TEXT("throughput of each GPU"), SeriesRole::GroupA, [](const ReturnsLeft& left) { return left.systems; }},
    {PLATEAU_TEXT("what a token teaches"), SeriesRole::GroupB, [](const ReturnsLeft& left) { return left.batch; }},
    {PLATEAU_TEXT("time without failures"), SeriesRole::GroupD, [](const ReturnsLeft& left) { return left.failures; }},
};
constexpr Return together
    = {PLATEAU_TEXT("all three"), SeriesRole::Current, [](const ReturnsLeft& left) { return left.together(); }};

/// Holds the curve of one question, with where it starts and what its loss takes.
class LossCurve {
public:
    explicit LossCurve(const answers::ScalingCurve& curve)
        : curve_(curve), to_loss_(curve.scenario),
          base_(answers::base_point(curve.points, curve.scenario.returns.base_gpus))
    {
    }

    bool fits() const { return base_ != nullptr; }
    const answers::CurvePoint& base() const { return *base_; }
    const answers::LossTime& to_loss() const { return to_loss_; }
    const Scenario& scenario() const { return curve_.scenario; }
    ReturnsLeft left(const Parts& parts) const { return answers::returns_left(parts, base_->parts, to_loss_); }
    double days(const Parts& parts) const { return to_loss_.seconds(parts) / units::day; }
    std::optional<answers::Soonest> soonest() const
    {
        return answers::soonest_finish(answers::doublings(curve_.points), curve_.scenario, answers::RunClock::Loss);
    }

    template<class Value>
    Series series(const Message& name, SeriesRole role, const Value& value) const
    {
        const double end = answers::evidence_end(curve_);
        Series series{.name = name, .role = role, .extrapolated_from = end > 0 ? end : curve_.from / 2};
        for (const answers::CurvePoint& point : curve_.points) {
            series.x.push_back(point.gpus);
            series.y.push_back(point.parts.fits() ? value(point.parts) : std::numeric_limits<double>::quiet_NaN());
        }
        return series;
    }

    /// Draws how long it would take if nothing were lost since the base.
    Series ideal() const
    {
        const double from = days(base_->parts);
        Series line{.name = {PLATEAU_TEXT("ideal, linear"), {}},
                    .role = SeriesRole::Reference,
                    .x = {base_->gpus, curve_.to},
                    .y = {from, from * base_->gpus / curve_.to}};
        line.markers = false;
        return line;
    }

private:
    const answers::ScalingCurve& curve_;
    answers::LossTime to_loss_;
    const answers::CurvePoint* base_;
};

Message sentence(const LossCurve& curve, const Parts& here)
{
    const auto percent = [](double share) { return Quantity{share, Unit::Fraction, 2}; };
    const ReturnsLeft left = curve.left(here);
    return {
        PLATEAU_TEXT("On %1 each GPU does %2 of what it does on %3, a token teaches %4, and failures leave %5 of the "
                     "time: to the same loss as %7 it takes %6."),
        {Quantity{here.gpus, Unit::Gpus}, percent(left.systems), Quantity{curve.base().gpus, Unit::Gpus},
         percent(left.batch), percent(left.failures), Quantity{curve.to_loss().seconds(here), Unit::Seconds},
         in_prose(curve.scenario().workload.tokens, Unit::Tokens)}};
}

/// The panel of one question shows each return and their product; of several, laid over each other, it shows the
/// products.
Panel returns_panel(const LossCurve& own, const figures::ScalingPicture& picture)
{
    const bool alone = picture.pins.empty();
    Panel panel = figures::titled_panel(
        "returns",
        {alone ? PLATEAU_TEXT("What is left of three returns") : PLATEAU_TEXT("What is left of three returns together"),
         {}},
        {PLATEAU_TEXT("% of what it is on %1"), {Quantity{own.base().gpus, Unit::Gpus}}},
        {.unit = Unit::Fraction, .minimum = 0, .maximum = 1});
    const auto add = [&panel](const LossCurve& curve, const Message& name, SeriesRole role, const Return& shown) {
        panel.series.push_back(
            curve.series(name, role, [&](const Parts& parts) { return shown.left(curve.left(parts)); }));
    };
    for (const figures::PinnedCurve& pin : picture.pins)
        if (const LossCurve other(*pin.curve); other.fits())
            add(other, pin.name, pin.role, together);
    if (alone)
        for (const Return& one : returns)
            add(own, {one.name, {}}, one.role, one);
    add(own, alone ? Message{together.name, {}} : picture.own_name, together.role, together);
    for (const Series& series : panel.series)
        for (const double y : series.y)
            panel.y.maximum = std::fmax(panel.y.maximum, y);
    panel.y.maximum *= 1.02;
    return panel;
}

Panel time_panel(const LossCurve& own, const figures::ScalingPicture& picture)
{
    Panel panel = figures::titled_panel("time", {PLATEAU_TEXT("Time to a loss"), {}},
                                        {PLATEAU_TEXT("days to the same loss as %1"),
                                         {in_prose(picture.current->scenario.workload.tokens, Unit::Tokens)}},
                                        {.logarithmic = true});
    panel.series.push_back(own.ideal());
    for (const figures::PinnedCurve& pin : picture.pins)
        if (const LossCurve other(*pin.curve); other.fits())
            panel.series.push_back(
                other.series(pin.name, pin.role, [&other](const Parts& parts) { return other.days(parts); }));
    panel.series.push_back(
        own.series(picture.pins.empty() ? Message{PLATEAU_TEXT("with all three"), {}} : picture.own_name,
                   SeriesRole::Current, [&own](const Parts& parts) { return own.days(parts); }));
    for (const figures::PinnedCurve& pin : picture.pins)
        if (const auto soonest = LossCurve(*pin.curve).soonest())
            panel.notes.push_back({.x = soonest->gpus, .y = soonest->seconds / units::day, .tick = true});
    if (const auto soonest = own.soonest()) {
        const narrate::Landmark words = narrate::soonest_words(*soonest);
        panel.notes.push_back(
            {.x = soonest->gpus, .y = soonest->seconds / units::day, .head = words.head, .text = words.text});
    }
    return panel;
}

Drawing draw_three_returns(const ViewRequest<Scenario>& request)
{
    const Curves curves(request, true);
    const answers::ScalingCurve& curve = curves.current();
    if (!curve.runs || !curve.fits_anywhere())
        return {{}, curve.estimate.reason};
    const LossCurve own(curve);
    figures::ScalingPicture picture = curves.picture();
    picture.other = nullptr;
    figures::Figure figure{.id = "three-returns",
                           .title = {PLATEAU_TEXT("Which return ends first: systems, batch or reliability?"), {}}};
    if (curve.here().fits())
        figure.sentence = sentence(own, curve.here());
    if (const auto soonest = own.soonest())
        figure.seen = narrate::loss_end_sentence(soonest, curve.to, curve.scenario.workload.tokens);
    figures::Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs, log scale"), {}}, Unit::Gpus, true, curve.from, curve.to, {}};
    plot.marker = curve.scenario.cluster.gpus;
    plot.marker_fits = curve.here().fits();
    plot.panels = {returns_panel(own, picture), time_panel(own, picture)};
    return {figures::on_paper(figures::as_viewed(std::move(figure), request.first().view)),
            {},
            figures::known_words(curve)};
}

constexpr View three_returns_views[]
    = {{.name = "three-returns",
        .title = PLATEAU_TEXT("Three diminishing returns and their product, the time to a loss"),
        .make = draw_three_returns,
        .overlays = true,
        .page = "workbench",
        .look = "three_returns",
        .curves = "returns,time",
        .dock = PLATEAU_TEXT("Three returns")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(three_returns_view, 27, three_returns_views)
