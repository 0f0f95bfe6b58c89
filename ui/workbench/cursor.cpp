// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/cursor.h"

#include <algorithm>
#include <cmath>

#include "core/search/best_plan.h"
#include "ui/base/text.h"

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

Cursor::Cursor(const ScenarioDocument& document, const WorkbenchModel& model, QObject* parent)
    : QObject(parent), document_(document), model_(model), workspace_(make_workspace())
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
    return at && reading.parts ? std::optional(explain(*prepare(*at), reading.parts->plan)) : std::nullopt;
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
    prepared_.clear();
    found_.clear();
    if (background_)
        background_->submit([](const std::stop_token&, std::uint64_t) {});
}

void Cursor::add(const QString& name, figures::SeriesRole role, const Curve& curve)
{
    if (curve)
        readings_.push_back({name, role, curve, parts_of(curve)});
}

void Cursor::refresh()
{
    if (!is_on())
        return;
    readings_.clear();
    const PlanChoice asked = model_.choice();
    const auto name = [](const figures::ScalingCurve& curve) { return text(figures::curve_name(curve)); };
    const Curve current = model_.shared_curve();
    const Curve other = model_.other_curve();
    add(other ? name(*current) : tr("Current"), figures::SeriesRole::Current,
        model_.is_stale(asked) ? nullptr : current);
    if (other)
        add(name(*other), figures::SeriesRole::OtherPlan, other);
    if (model_.pins())
        for (const Pin& pin : model_.pins()->all())
            if (!pin.hidden)
                add(pin.letter(), figures::role_of_slot(pin.slot), model_.pinned(pin));
    const auto is_read = [this](const Curve& curve) {
        return std::any_of(readings_.begin(), readings_.end(),
                           [&](const Reading& each) { return each.curve == curve; });
    };
    std::erase_if(prepared_, [&](const auto& entry) { return !is_read(entry.first); });
    std::erase_if(found_, [&](const auto& entry) { return !is_read(entry.first.first); });
    search();
    emit changed();
}

std::optional<Parts> Cursor::parts_of(const Curve& curve)
{
    if (curve->scenario.cluster.gpus == gpus_)
        return curve->here();
    for (const explore::CurvePoint& point : curve->points)
        if (point.gpus == gpus_)
            return point.parts;
    if (const auto found = found_.find({curve, gpus_}); found != found_.end())
        return found->second;
    if (curve->searched)
        return {};
    auto& prepared = prepared_[curve];
    if (!prepared)
        prepared = prepare(curve->scenario);
    return evaluate(*at_gpus(*prepared, gpus_), plan(*prepared), *workspace_);
}

/// Of what is not known yet: the latest count wins.
void Cursor::search()
{
    std::vector<Curve> wanted;
    for (const Reading& reading : readings_)
        if (!reading.parts)
            wanted.push_back(reading.curve);
    if (wanted.empty()) {
        if (background_)
            background_->submit([](const std::stop_token&, std::uint64_t) {});
        return;
    }
    if (!background_)
        background_.emplace();
    background_->submit([this, wanted, gpus = gpus_](const std::stop_token& stop, std::uint64_t generation) {
        for (const Curve& curve : wanted) {
            search::SearchOptions options;
            options.objective = curve->objective;
            options.stop = stop;
            const Parts parts = search::best_plan(search_, *at_gpus(*prepare(curve->scenario), gpus),
                                                  open_keys(curve->scenario, curve->choice), options);
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this,
                [this, curve, gpus, parts, generation] {
                    if (generation == background_->generation())
                        take(curve, gpus, parts);
                },
                Qt::QueuedConnection);
        }
    });
}

void Cursor::take(const Curve& curve, double gpus, const Parts& parts)
{
    found_[{curve, gpus}] = parts;
    for (Reading& reading : readings_)
        if (reading.curve == curve && gpus == gpus_)
            reading.parts = parts;
    emit changed();
}

} // namespace plateau::ui
