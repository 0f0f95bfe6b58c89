// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/cursor.h"

#include <algorithm>
#include <cmath>

#include "ui/controls/text.h"

namespace plateau::ui {

using search::PlanChoice;

double roundest(double low, double high)
{
    for (double step = std::exp2(std::floor(std::log2(std::max(1.0, high)))); step >= 1; step /= 2) {
        const double number = std::max(1.0, std::ceil(low / step)) * step;
        if (number <= high)
            return number;
    }
    return std::max(1.0, std::round((low + high) / 2));
}

Cursor::Cursor(ScenarioDocument& document, const WorkbenchModel& model, QObject* parent)
    : QObject(parent), document_(document), model_(model)
{
}

std::optional<Scenario> Cursor::scenario(const Reading& reading) const
{
    auto at = with_value(document_.catalog(), reading.curve->scenario, "gpus", Value(gpus_));
    return at ? std::optional(std::move(*at)) : std::nullopt;
}

std::optional<Estimate> Cursor::estimate(const Reading& reading) const
{
    const auto at = scenario(reading);
    if (!at || !reading.parts)
        return std::nullopt;
    return *document_.answers()->get<answers::PlanEstimate>(
        {std::make_shared<const Scenario>(*at), reading.parts->plan});
}

void Cursor::read(double gpus)
{
    if (gpus == gpus_)
        return;
    gpus_ = gpus;
    refresh();
}

void Cursor::leave()
{
    gpus_ = 0;
    readings_.clear();
    for (const auto& watch : watches_)
        watch->cancel();
}

void Cursor::add(const QString& name, figures::SeriesRole role, const Curve& curve)
{
    if (curve)
        readings_.push_back({name, role, curve, parts_of(curve, watch_of(readings_.size()))});
}

Cursor::PartsWatch& Cursor::watch_of(std::size_t reading)
{
    while (watches_.size() <= reading)
        watches_.push_back(std::make_unique<PartsWatch>(
            document_.answers(), [this](answers::News) { refresh(); }, answers::Patience(), lane_));
    return *watches_[reading];
}

void Cursor::refresh()
{
    if (!is_on())
        return;
    readings_.clear();
    const PlanChoice asked = model_.choice();
    const auto name = [](const answers::ScalingCurve& curve) { return text(figures::curve_name(curve)); };
    const Curve current = model_.shared_curve();
    const Curve other = model_.other_curve();
    add(other ? name(*current) : tr("Current"), figures::SeriesRole::Current,
        model_.is_current(asked) ? current : nullptr);
    if (other)
        add(name(*other), figures::SeriesRole::OtherPlan, other);
    if (model_.pins() && !model_.pins()->names_are_asked())
        for (const Pin& pin : model_.pins()->all())
            if (!pin.hidden)
                add(pin.letter(), figures::role_of_slot(pin.slot), model_.pinned(pin));
    for (std::size_t i = readings_.size(); i < watches_.size(); ++i)
        watches_[i]->cancel();
    emit changed();
}

std::optional<Parts> Cursor::parts_of(const Curve& curve, PartsWatch& watch) const
{
    const auto point = std::find_if(curve->points.begin(), curve->points.end(),
                                    [this](const answers::CurvePoint& each) { return each.gpus == gpus_; });
    const bool own = curve->scenario.cluster.gpus == gpus_;
    if (own || point != curve->points.end()) {
        watch.cancel();
        return own ? curve->here() : point->parts;
    }
    auto there = with_value(document_.catalog(), curve->scenario, "gpus", Value(gpus_));
    if (!there)
        return {};
    watch.ask({std::make_shared<const Scenario>(std::move(*there)), curve->choice, curve->objective});
    return watch.is_current() ? std::optional(*watch.answer()) : std::nullopt;
}

} // namespace plateau::ui
