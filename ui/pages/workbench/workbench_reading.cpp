// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/views/curve_words.h"
#include "core/views/looks.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/workbench_model.h"
#include "ui/pages/workbench/workbench_page.h"

/// The marker, which is the question's own GPU count; the crosshair, which reads any other; and what stands in the
/// read-out beside them.
namespace plateau::ui {

namespace {

constexpr int fine_steps = 8; ///< per doubling
const char* const count_key = "gpus";

double snapped(double gpus, bool fine)
{
    if (!fine)
        return std::exp2(std::round(std::log2(gpus)));
    const double octave = std::exp2(std::floor(std::log2(gpus)));
    return std::round(octave + std::round((gpus / octave - 1) * fine_steps) / fine_steps * octave);
}

/// Steps from a count by powers of two, or by a fine step.
double stepped(double gpus, int stops, bool fine)
{
    const double octave = std::exp2(stops > 0 ? std::floor(std::log2(gpus)) : std::ceil(std::log2(gpus)) - 1);
    return fine
        ? std::round(gpus + (stops > 0 ? 1 : -1) * std::max(1.0, octave / fine_steps))
        : std::exp2((stops > 0 ? std::floor(std::log2(gpus) + 1e-9) : std::ceil(std::log2(gpus) - 1e-9)) + stops);
}

} // namespace

void WorkbenchPage::connect_marker()
{
    connect(plot_, &FigureView::marker_pressed, this, [this] {
        burst_end_.stop();
        gesture_ = document_.begin_gesture();
        model_.hold_range(true);
    });
    connect(plot_, &FigureView::marker_wanted, this, &WorkbenchPage::move_to);
    connect(plot_, &FigureView::marker_released, this, [this] {
        gesture_ = 0;
        model_.hold_range(false);
    });
    connect(plot_, &FigureView::marker_stepped, this, &WorkbenchPage::step);
    connect(plot_, &FigureView::marker_sent, this, [this](bool to_end) {
        gesture_ = 0;
        move_to(to_end ? model_.curve().to : model_.curve().from, false);
    });
    connect(plot_, &FigureView::marker_clicked, this, [this](double gpus, bool back) {
        if (!back) {
            burst_end_.stop();
            gesture_ = document_.begin_gesture();
        }
        document_.edit_value(count_key, Value(std::round(gpus)), gesture_);
    });
    connect(plot_, &FigureView::marker_set, this, [this](double gpus) {
        gesture_ = 0;
        document_.edit_value(count_key, Value(gpus));
    });
}

void WorkbenchPage::move_to(double gpus, bool fine)
{
    const double wanted = snapped(std::clamp(gpus, model_.curve().from, model_.curve().to), fine);
    document_.edit_value(count_key, Value(wanted), gesture_);
}

void WorkbenchPage::step(int stops, bool fine)
{
    if (!burst_end_.isActive())
        gesture_ = document_.begin_gesture();
    burst_end_.start();
    const TrainingParameter& row = *training_parameters().find(count_key);
    const double wanted = std::clamp(stepped(document_.scenario().cluster.gpus, stops, fine), row.minimum, row.maximum);
    document_.edit_value(count_key, Value(wanted), gesture_);
}

void WorkbenchPage::connect_crosshair()
{
    plot_->set_reads(true);
    const auto shown = [this](double gpus) {
        const figures::Axis& x = plot_->figure().plot().x;
        return std::clamp(gpus, std::ceil(x.minimum), std::max(std::ceil(x.minimum), std::floor(x.maximum)));
    };
    connect(plot_, &FigureView::crosshair_wanted, this, [this, shown](double x, double reach) {
        const double own = document_.scenario().cluster.gpus;
        cursor_->read(shown(std::abs(own - x) <= reach ? own : roundest(x - reach, x + reach)));
    });
    connect(plot_, &FigureView::crosshair_stepped, this, [this, shown](int stops, bool fine) {
        const double from = cursor_->is_on() ? cursor_->gpus() : shown(document_.scenario().cluster.gpus);
        cursor_->read(shown(stepped(from, stops, fine)));
    });
    connect(plot_, &FigureView::crosshair_sent, this, [this, shown](bool to_end) {
        const figures::Axis& x = plot_->figure().plot().x;
        cursor_->read(shown(to_end ? x.maximum : x.minimum));
    });
    connect(plot_, &FigureView::crosshair_dropped, this, [this] {
        cursor_->leave();
        show_readout();
    });
    connect(cursor_, &Cursor::changed, this, [this] {
        show_crosshair();
        show_readout();
    });
}

void WorkbenchPage::show_crosshair()
{
    Crosshair crosshair;
    crosshair.x = cursor_->gpus();
    for (const Cursor::Reading& reading : cursor_->readings())
        if (reading.parts)
            crosshair.readings.push_back(
                {reading.role,
                 figures::plotted(*reading.parts, model_.axis(), model_.time(), reading.curve->scenario)});
    plot_->show_crosshair(std::move(crosshair));
}

/// What the three plots show at the crosshair of the curves whose numbers do not stand in columns of their own: those
/// of the first one and the one `beside` it do.
void WorkbenchPage::show_read_curves(const answers::ScalingCurve* beside)
{
    std::vector<CurveValues::Line> lines;
    for (const Cursor::Reading& reading : cursor_->readings()) {
        if (&reading == &cursor_->readings().front() || reading.curve.get() == beside)
            continue;
        CurveValues::Line line{reading.name, reading.role, {}};
        if (!reading.parts)
            line.values << tr("searching …");
        else if (!reading.parts->fits())
            line.values << tr("does not fit");
        else {
            const auto values = figures::plotted(*reading.parts, model_.axis(), model_.time(), reading.curve->scenario);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto shown = units::show(values[i], i == 0 ? units::Unit::None : units::Unit::Fraction);
                line.values << text(shown.unit.empty() || i > 0 ? shown.number : shown.number + ' ' + shown.unit);
            }
        }
        lines.push_back(std::move(line));
    }
    readout_->show_curves(
        {tr("Thr.put"), tr("MFU, %"), model_.time() == figures::TimePlot::Step ? tr("Comp., %") : tr("Exp., %")},
        std::move(lines));
}

/// Shows the current answer, or what it would be at the crosshair; beside it the chosen pin's, unless that is hidden.
void WorkbenchPage::show_readout()
{
    const Pin* pin = pins_ && !pins_->names_are_asked() ? pins_->chosen() : nullptr;
    const auto pinned = pin && !pin->hidden ? model_.pinned(*pin) : nullptr;
    const auto set_beside = [&](double gpus) {
        const double own = pinned ? pinned->scenario.cluster.gpus : gpus;
        readout_->set_beside(pinned ? pin->letter() : QString(),
                             own == gpus ? QString() : quantity(own, units::Unit::Count),
                             pinned ? figures::role_of_slot(pin->slot) : figures::SeriesRole::PinA);
    };
    const double shown_gpus = model_.curve().scenario.cluster.gpus;
    // At the crosshair every curve is read at the same count.
    set_beside(cursor_->is_on() && pinned ? pinned->scenario.cluster.gpus : shown_gpus);
    const QString column = model_.choice() == search::PlanChoice::Best ? tr("Best") : tr("Current");
    if (cursor_->is_on() && show_reading(column, pinned.get()))
        return;
    set_beside(shown_gpus);
    readout_->show_curves({}, {});
    const Estimate& estimate = model_.estimate();
    const Scenario& scenario = model_.curve().scenario;
    std::vector<narrate::Fact> facts
        = narrate::readout(estimate, scenario, model_.is_extrapolated(), figures::known_words(model_.curve()),
                           pinned ? &pinned->here() : nullptr);
    if (model_.axis().is_to_loss())
        for (narrate::Fact& fact : narrate::loss_facts(scenario, estimate.parts))
            facts.push_back(std::move(fact));
    readout_->show_facts(tr("at %1").arg(quantity(scenario.cluster.gpus, units::Unit::Gpus)), column, std::move(facts),
                         joined(narrate::readout_note(estimate, scenario)),
                         !model_.is_fresh() || !estimate.parts.fits());
}

/// Shows the numbers at the crosshair. Returns false where it has nothing to say of the curve that is asked about.
bool WorkbenchPage::show_reading(const QString& column, const answers::ScalingCurve* beside)
{
    const auto& readings = cursor_->readings();
    if (readings.empty() || readings.front().curve != model_.shared_curve())
        return false;
    show_read_curves(beside);
    const Cursor::Reading& current = readings.front();
    const auto estimate = cursor_->estimate(current);
    const auto scenario = cursor_->scenario(current);
    const QString where = tr("at %1, crosshair").arg(quantity(cursor_->gpus(), units::Unit::Gpus));
    if (!estimate || !scenario) {
        readout_->set_where(where);
        return true;
    }
    const auto pinned = std::find_if(readings.begin(), readings.end(), [&](const Cursor::Reading& reading) {
        return beside && reading.curve.get() == beside && &reading != &current && reading.parts;
    });
    const double end = answers::evidence_end(*current.curve);
    readout_->show_facts(where, column,
                         narrate::readout(*estimate, *scenario, end <= 0 || cursor_->gpus() > end, {},
                                          pinned == readings.end() ? nullptr : &*pinned->parts),
                         {}, !estimate->parts.fits());
    return true;
}

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
