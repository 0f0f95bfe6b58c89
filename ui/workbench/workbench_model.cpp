// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbench_model.h"

#include <algorithm>
#include <utility>

#include "core/figures/looks.h"
#include "core/figures/memory_figure.h"
#include "core/messages/speech.h"
#include "core/search/nearest_fit.h"
#include "ui/base/text.h"
#include "ui/document/plan_view.h"
#include "ui/parameters/row_text.h"

namespace plateau::ui {

namespace {

using search::PlanChoice;

/// How long a picture waits for a search before it is drawn with the old answer greyed. Drawing twice takes longer than
/// waiting for what is nearly there, so that a search as long as the last one is waited for; one longer than a frame
/// goes on beside the drawing.
constexpr int least_grace_milliseconds = 20;
constexpr int most_grace_milliseconds = 33;

int grace_after(double last_search_milliseconds)
{
    if (last_search_milliseconds > most_grace_milliseconds)
        return 0;
    return std::clamp(int(1.5 * last_search_milliseconds), least_grace_milliseconds, most_grace_milliseconds);
}

constexpr int between_words_milliseconds = 100;

const char* name_of(PlanChoice choice) { return choice == PlanChoice::Best ? "best" : "given"; }

/// Below the row a person can turn: with a batch per GPU the total only follows.
std::string turnable(const std::string& key, const Scenario& scenario)
{
    if (key == "global_batch" && scenario.workload.batch_mode == BatchMode::PerGpu)
        return "sequences_per_gpu";
    const TrainingParameter* row = training_parameters().find(key);
    if (!row || row->advanced || (row->applies && !row->applies(scenario)))
        return "gpus";
    return key;
}

} // namespace

WorkbenchModel::WorkbenchModel(ScenarioDocument& document, evidence::Claims claims, QObject* parent)
    : QObject(parent), document_(document), claims_(std::move(claims)), workspace_(make_workspace()), finder_(claims_),
      pin_curves_(claims_)
{
    grace_.setSingleShot(true);
    grace_.setTimerType(Qt::PreciseTimer);
    connect(&grace_, &QTimer::timeout, this, &WorkbenchModel::publish);
    connect(&patience_, &QTimer::timeout, this, [this] {
        long_ = true;
        patience_.setInterval(between_words_milliseconds);
        emit waiting();
    });
    connect(&finder_, &CurveFinder::found, this, &WorkbenchModel::take);
    connect(&pin_curves_, &PinCurves::found, this, [this] {
        publish();
        emit pins_updated();
    });
    connect(&document_, &ScenarioDocument::changed, this, &WorkbenchModel::schedule);
    connect(&document_, &ScenarioDocument::looked, this, [this] {
        const bool given = given_.shown, best = best_.shown;
        const figures::ThroughputView before = view_;
        follow_looks();
        if (given_.shown != given || best_.shown != best)
            schedule();
        else if (view_ != before)
            publish();
    });
    connect(&document_, &ScenarioDocument::replaced, this, [this] {
        last_good_ = {};
        given_.shown = true;
        follow_choice();
        follow_looks();
    });
    follow_choice();
    follow_looks();
    recompute();
    if (is_stale())
        publish();
}

PlanChoice WorkbenchModel::other_choice() const
{
    return choice_ == PlanChoice::Best ? PlanChoice::Given : PlanChoice::Best;
}

std::shared_ptr<const figures::ScalingCurve> WorkbenchModel::other_curve() const
{
    const Track& other = track(other_choice());
    const bool answers = other.shown && !other.stale && other.curve && other.curve->choice == other_choice();
    return answers ? other.curve : nullptr;
}

SearchHints WorkbenchModel::hints() const
{
    SearchHints hints;
    hints.best = choice_ == PlanChoice::Best;
    const bool searched = hints.best || open_keys(document_.scenario(), PlanChoice::Given).any();
    const Track& source = track(choice_);
    if (searched && source.curve && source.curve->searched)
        hints.parts = &source.curve->here();
    hints.stale = source.stale;
    return hints;
}

void WorkbenchModel::schedule()
{
    if (scheduled_)
        return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &WorkbenchModel::recompute, Qt::QueuedConnection);
}

void WorkbenchModel::set_view(figures::ThroughputView view)
{
    document_.look(figures::looks::throughput,
                   view == figures::ThroughputView::Total ? std::string() : figures::view_name(view));
}

void WorkbenchModel::set_shown(PlanChoice choice, bool shown)
{
    if (track(choice).shown == shown)
        return;
    track(choice).shown = shown;
    remember_curves();
    recompute();
}

/// Nothing is said of the given plan's curve alone where that plan is asked about.
void WorkbenchModel::remember_curves()
{
    std::string names;
    for (const PlanChoice choice : {PlanChoice::Given, PlanChoice::Best})
        if (track(choice).shown)
            names += std::string(names.empty() ? "" : " ") + name_of(choice);
    const bool usual = choice_ == PlanChoice::Given && names == name_of(PlanChoice::Given);
    document_.look(figures::looks::curves, names.empty() ? "none" : usual ? std::string() : names);
}

void WorkbenchModel::follow_looks()
{
    const figures::View& view = document_.scenario().view;
    const auto shown = figures::throughput_view_from_name(figures::looks::of(view, figures::looks::throughput));
    if (shown != view_)
        last_good_ = {};
    view_ = shown;
    const std::string curves = figures::looks::of(view, figures::looks::curves);
    if (!curves.empty())
        for (const PlanChoice choice : {PlanChoice::Given, PlanChoice::Best})
            track(choice).shown = curves.find(name_of(choice)) != std::string::npos;
}

void WorkbenchModel::hold_range(bool hold)
{
    held_ = hold ? figures::GpuRange{curve().from, curve().to} : figures::GpuRange{};
    if (!hold)
        schedule();
}

/// A choice of plan shows its curve.
void WorkbenchModel::follow_choice()
{
    const PlanChoice chosen = figures::plan_choice(document_.scenario());
    if (chosen == choice_)
        return;
    choice_ = chosen;
    track(chosen).shown = true;
    if (!figures::looks::of(document_.scenario().view, figures::looks::curves).empty())
        remember_curves();
    last_good_ = {};
}

void WorkbenchModel::recompute()
{
    scheduled_ = false;
    follow_choice();
    find_measured();
    const double gpus = document_.scenario().cluster.gpus;
    const bool inside = held_.to > 0 && gpus >= held_.from && gpus <= held_.to;
    const figures::GpuRange range = inside ? held_ : figures::usual_range(document_.scenario(), feasible());
    given_.stale = open_keys(document_.scenario(), PlanChoice::Given).any();
    best_.stale = true;
    const bool asked = ask_for(range);
    compute_given(range); // while the search goes on
    if (!best_.curve)
        best_.curve = given_.curve;
    be_patient();
    if (asked)
        grace_.start(grace_after(last_search_milliseconds_));
    else
        publish();
}

/// The GPU count does not matter: while it is dragged there is nothing to look for.
figures::GpuRange WorkbenchModel::feasible()
{
    auto choices = document_.scenario().overrides;
    choices.erase("gpus");
    if (feasible_choices_ != choices) {
        feasible_ = figures::feasible_counts(document_.scenario(), *workspace_);
        feasible_choices_ = std::move(choices);
    }
    return feasible_;
}

/// Unless parts of the plan are left to a search. Beside the best plans nobody asks how well it is known.
void WorkbenchModel::compute_given(figures::GpuRange range)
{
    const auto known = choice_ == PlanChoice::Given ? steps() : nullptr;
    if (!given_.stale || !given_.curve)
        given_.curve = std::make_shared<const figures::ScalingCurve>(
            scaling_curve(document_.scenario(), claims_, *workspace_, range, known.get(), given_.curve.get()));
}

/// Is there anything to search?
bool WorkbenchModel::ask_for(figures::GpuRange range)
{
    CurveFinder::Question question{document_.scenario(), range, figures::objective(document_.scenario()), {}, steps()};
    for (const PlanChoice choice : {choice_, other_choice()})
        if (is_wanted(choice) && track(choice).stale)
            question.choices.push_back(choice);
    if (question.choices.empty()) {
        finder_.cancel();
        grace_.stop();
        return false;
    }
    finder_.ask(std::move(question));
    asked_.start();
    return true;
}

/// From the first question without an answer on.
void WorkbenchModel::be_patient()
{
    if (!finder_.is_busy()) {
        patience_.stop();
        if (std::exchange(long_, false))
            emit waiting();
    } else if (!patience_.isActive())
        patience_.start(silent_milliseconds_);
}

void WorkbenchModel::cancel()
{
    finder_.cancel();
    be_patient();
    publish();
}

Message WorkbenchModel::waiting_words() const
{
    if (!is_stale())
        return {};
    if (!finder_.is_busy())
        return {PLATEAU_TEXT("The search was cancelled; the next change starts it again"), {}};
    const auto progress = finder_.progress(choice_);
    if (!long_ || progress.of == 0)
        return {PLATEAU_TEXT("searching …"), {}};
    return {PLATEAU_TEXT("searching: %1 of %2 GPU counts"),
            {std::to_string(progress.done), std::to_string(progress.of)}};
}

void WorkbenchModel::take(const std::shared_ptr<const figures::ScalingCurve>& curve)
{
    track(curve->choice).curve = curve;
    track(curve->choice).stale = false;
    be_patient();
    if (finder_.is_busy() && grace_.isActive())
        return; // the other one may still make it into this picture
    last_search_milliseconds_ = double(asked_.nsecsElapsed()) / 1e6;
    grace_.stop();
    publish();
}

void WorkbenchModel::follow(Pins& pins)
{
    pins_ = &pins;
    connect(&pins, &Pins::changed, this, [this] {
        last_good_ = {};
        refresh_pins();
        schedule();
        emit pins_updated();
    });
}

void WorkbenchModel::refresh_pins()
{
    if (!pins_)
        return;
    const auto& current = track(choice_);
    pin_curves_.refresh(pins_->all(), {curve().from, curve().to}, steps(), current.stale ? nullptr : current.curve);
}

std::vector<figures::PinnedCurve> WorkbenchModel::shown_pins() const
{
    std::vector<figures::PinnedCurve> shown;
    if (!pins_)
        return shown;
    for (const Pin& pin : pins_->all())
        if (const auto curve = pin_curves_.of(pin); curve && !pin.hidden)
            shown.push_back(
                {curve.get(), pin.letter().toStdString(), pin.scenario->title, figures::role_of_slot(pin.slot)});
    return shown;
}

void WorkbenchModel::publish()
{
    refresh_pins();
    find_notice();
    draw();
    emit updated();
}

void WorkbenchModel::follow(EvidenceModel& evidence)
{
    evidence_ = &evidence;
    connect(&evidence, &EvidenceModel::loaded, this, &WorkbenchModel::schedule);
    find_measured();
}

std::shared_ptr<const evidence::KnownSteps> WorkbenchModel::steps() const
{
    return evidence_ ? evidence_->steps() : nullptr;
}

bool WorkbenchModel::is_extrapolated() const
{
    const evidence::Nearest* here = curve().known_here();
    return here && here->known > evidence::Known::Interpolated;
}

void WorkbenchModel::find_measured()
{
    if (!evidence_ || !evidence_->is_loaded()) {
        measured_ = {};
        return;
    }
    // The GPU count does not matter: while it is dragged there is nothing to look for.
    auto choices = document_.scenario().overrides;
    choices.erase("gpus");
    if (measured_.known && choices == measured_choices_)
        return;
    measured_choices_ = std::move(choices);
    measured_ = figures::measured_runs(evidence_->evidence(), document_.scenario());
}

void WorkbenchModel::draw()
{
    draw_curves();
    add_measured(figure_, measured_, curve(), view_);
    if (decorate_)
        decorate_(figure_);
    if (is_stale())
        figure_.sentence = waiting_words();
    figures::place_remarks(figure_, document_.scenario().view);
}

void WorkbenchModel::draw_curves()
{
    const figures::ScalingCurve& current = curve();
    figures::ScalingPicture picture;
    picture.current = &current;
    picture.current_visible = track(choice_).shown;
    picture.current_stale = is_stale();
    picture.view = view_;
    const Track& other = track(other_choice());
    if (other.shown && other.curve && other.curve->choice == other_choice()) {
        picture.other = other.curve.get();
        picture.other_stale = other.stale;
    }
    picture.given = given();
    picture.pins = shown_pins();

    memory_ = memory_figure(picture);
    if (current.here().possible())
        step_ = step_figure(picture);
    memory_.scenario = step_.scenario;
    if (is_stale() || !current.here().possible())
        step_.earlier = figures::Roles::all();
    const double gpus = document_.scenario().cluster.gpus;
    if (current.here().fits() || is_stale()) {
        figure_ = scaling_figure(picture);
        figure_.plot().marker = gpus;
        figure_.plot().marker_fits = true;
        if (!is_stale())
            last_good_ = figure_;
        return;
    }
    const std::string reason = within(current.estimate.reason);
    if (current.fits_anywhere() || last_good_.panels().empty())
        figure_ = stale_figure(scaling_figure(picture), gpus,
                               {PLATEAU_TEXT("Not at %1. %2."), {units::format(gpus, units::Unit::Gpus), reason}});
    else {
        const Message sentence = {PLATEAU_TEXT("The plots show the last plan that fitted. %1."), {reason}};
        figure_ = stale_figure(last_good_, gpus, {PLATEAU_TEXT("Last that fitted. %1."), {reason}});
        figure_.sentence = sentence;
        figure_.scenario = scaling_figure(picture).scenario;
    }
}

void WorkbenchModel::find_notice()
{
    notice_key_.clear();
    notice_ = {};
    if (is_stale())
        return;
    const Scenario& scenario = curve().scenario;
    const Parts& parts = curve().here();
    if (curve().searched) {
        if (parts.fits())
            return;
        notice_key_ = "gpus";
        notice_.text = tr("No plan fits. The closest: %1").arg(text(curve().estimate.reason));
        return;
    }
    if (!parts.fits()) {
        notice_key_ = turnable(curve().estimate.reason_key, scenario);
        notice_.text = text(curve().estimate.reason);
        if (const auto value = search::nearest_fit(document_.catalog(), scenario, notice_key_)) {
            const TrainingParameter& row = *training_parameters().find(notice_key_);
            notice_.offer
                = tr("%1 %2 fits").arg(text(Message{row.label, {}}), shown_value(row, *value, document_.catalog()));
            notice_.offer_text = exact_value(row, *value);
        }
        return;
    }
    const auto& tiers = scenario.cluster.tiers;
    if (parts.plan.tp > 1 && tiers.size() > 1 && parts.plan.tp > tiers.front().domain_size) {
        notice_key_ = "tp";
        notice_.warning = true;
        notice_.text = tr("Crosses the NVLink domain of %1: %2 instead of %3")
                           .arg(quantity(tiers[0].domain_size, units::Unit::Count),
                                quantity(tiers[1].bandwidth_bytes_per_s, units::Unit::BytesPerSecond),
                                quantity(tiers[0].bandwidth_bytes_per_s, units::Unit::BytesPerSecond));
    } else if (parts.verdict == Verdict::Tight) {
        notice_key_ = turnable("micro_batch", scenario);
        notice_.warning = true;
        notice_.text = tr("Tight: %1 of %2 per GPU")
                           .arg(quantity(parts.memory_bytes, units::Unit::Bytes),
                                quantity(parts.memory_limit_bytes, units::Unit::Bytes));
    }
}

} // namespace plateau::ui
