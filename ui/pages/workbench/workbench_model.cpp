// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/workbench_model.h"

#include "core/views/looks.h"
#include "core/views/words.h"

namespace plateau::ui {

namespace {

/// Behind a sentence stands what it hangs on that nobody said.
Message with_unsaid(Message sentence, const Scenario& scenario)
{
    for (const Message& line : narrate::unsaid_lines(scenario))
        sentence = {"%1 %2.", {std::move(sentence), line}};
    return sentence;
}

} // namespace

PinCurves::PinCurves(std::shared_ptr<answers::Answers> answers, QObject* parent)
    : QObject(parent), answers_(std::move(answers))
{
}

void PinCurves::refresh(const std::vector<Pin>& pins, answers::GpuRange range, bool known)
{
    std::vector<Entry> kept;
    for (const Pin& pin : pins) {
        const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) {
            return each.watch && answers::same_question(*each.scenario, *pin.scenario);
        });
        auto watch = entry != entries_.end() ? std::move(entry->watch)
                                             : std::make_unique<answers::Watch<answers::Curve>>(
                                                 answers_,
                                                 [this](answers::News) {
                                                     ++computed_;
                                                     emit found();
                                                 },
                                                 answers::Patience(), lane_);
        const answers::Curve::Key key{answers::TrainingQuestion(pin.scenario), range, known};
        if (!watch->asked() || !(*watch->asked() == key)) {
            watch->ask(key);
            computed_ += watch->is_current() ? 1 : 0;
        }
        kept.push_back({pin.scenario, std::move(watch)});
    }
    entries_ = std::move(kept);
}

std::shared_ptr<const answers::ScalingCurve> PinCurves::of(const Pin& pin) const
{
    for (const Entry& entry : entries_)
        if (entry.scenario == pin.scenario && entry.watch->is_current())
            return entry.watch->shared();
    return nullptr;
}

namespace {

using search::PlanChoice;

/// Drawing twice takes longer than waiting for what is nearly there; what takes longer than a frame goes on beside the
/// drawing, and after a while says how far it is.
constexpr answers::Patience patience{.least_grace = 20, .most_grace = 33, .silent = 150};

/// A question that has not changed for so long stands still.
constexpr int still_ms = 300;

const char* name_of(PlanChoice choice) { return choice == PlanChoice::Best ? "best" : "given"; }

} // namespace

WorkbenchModel::WorkbenchModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), answers_(document.answers()),
      pin_curves_(answers_), given_{{answers_, [this](answers::News news) { take(news); }, patience, lane_}, true},
      best_{{answers_, [this](answers::News news) { take(news); }, patience}, false},
      end_{answers_, [this](answers::News) { follow_end(); }, {}, lane_}
{
    still_.setSingleShot(true);
    still_.setInterval(still_ms);
    connect(&still_, &QTimer::timeout, this, &WorkbenchModel::ask_for_end);
    connect(&pin_curves_, &PinCurves::found, this, [this] {
        publish();
        emit pins_updated();
    });
    connect(&document_, &ScenarioDocument::changed, this, &WorkbenchModel::schedule);
    connect(&document_, &ScenarioDocument::looked, this, [this] {
        const bool given = given_.shown, best = best_.shown;
        const auto before = std::pair(axis_, time_);
        follow_looks();
        if (given_.shown != given || best_.shown != best)
            schedule();
        else if (std::pair(axis_, time_) != before)
            publish();
    });
    connect(&document_, &ScenarioDocument::replaced, this, [this] {
        last_good_ = {};
        given_.shown = true;
        follow_choice();
        follow_looks();
        axis_to_ = 0;
    });
    follow_choice();
    follow_looks();
    recompute();
    if (!is_current())
        publish();
}

const std::shared_ptr<const answers::ScalingCurve>& WorkbenchModel::curve_of(PlanChoice choice) const
{
    if (track(choice).watch.answer())
        return track(choice).watch.shared();
    return given_.watch.answer() ? given_.watch.shared() : as_it_stands_;
}

PlanChoice WorkbenchModel::other_choice() const
{
    return choice_ == PlanChoice::Best ? PlanChoice::Given : PlanChoice::Best;
}

std::shared_ptr<const answers::ScalingCurve> WorkbenchModel::other_curve() const
{
    const Track& other = track(other_choice());
    return other.shown && other.watch.is_current() ? other.watch.shared() : nullptr;
}

SearchHints WorkbenchModel::hints() const
{
    SearchHints hints;
    hints.best = choice_ == PlanChoice::Best;
    const bool searched = hints.best || open_keys(document_.scenario(), PlanChoice::Given).any();
    if (searched && curve().searched)
        hints.parts = &curve().here();
    hints.current = track(choice_).watch.is_current();
    return hints;
}

void WorkbenchModel::schedule()
{
    if (scheduled_)
        return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &WorkbenchModel::recompute, Qt::QueuedConnection);
}

void WorkbenchModel::set_axis(const ScalingAxis& axis)
{
    document_.look(figures::looks::throughput, &axis == &first_axis() ? std::string() : axis.name);
}

void WorkbenchModel::set_time(figures::TimePlot time)
{
    document_.look(figures::looks::time, time == figures::TimePlot::Step ? std::string() : name(time));
}

void WorkbenchModel::set_shown(PlanChoice choice, bool shown)
{
    if (track(choice).shown == shown)
        return;
    track(choice).shown = shown;
    remember_curves();
    recompute();
}

/// Keeps in the scenario's view which curves are shown. The usual choice, the given plan alone, is not written.
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
    const std::string wanted = figures::looks::of(view, figures::looks::throughput);
    const ScalingAxis* shown = wanted.empty() ? &first_axis() : &scaling_axis(wanted);
    const auto time = figures::time_plot(view);
    if (shown != axis_ || time != time_)
        last_good_ = {};
    axis_ = shown;
    time_ = time;
    const std::string curves = figures::looks::of(view, figures::looks::curves);
    if (!curves.empty())
        for (const PlanChoice choice : {PlanChoice::Given, PlanChoice::Best})
            track(choice).shown = curves.find(name_of(choice)) != std::string::npos;
}

void WorkbenchModel::hold_range(bool hold)
{
    held_ = hold ? answers::GpuRange{curve().from, curve().to} : answers::GpuRange{};
    if (!hold)
        schedule();
}

/// A choice of plan shows its curve.
void WorkbenchModel::follow_choice()
{
    const PlanChoice chosen = answers::plan_choice(document_.scenario());
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
    ask(range());
    if (!given_.watch.is_awaited() && !best_.watch.is_awaited())
        publish();
}

/// Curves go on to where more GPUs stop paying, once the question stands still: a drag costs no more for it, and the
/// axis keeps its end meanwhile.
answers::GpuRange WorkbenchModel::range()
{
    const Scenario& scenario = document_.scenario();
    const double gpus = scenario.cluster.gpus;
    if (held_.to > 0 && gpus >= held_.from && gpus <= held_.to)
        return held_;
    const answers::TrainingQuestion question(document_.shared_scenario());
    answers::GpuRange range = answers::usual_range(scenario, *answers_->get<answers::FeasibleCounts>({question}));
    const answers::EndOfReturns::Key key{question.with_choice(choice_)};
    if (axis_to_ == 0 && answers::EndOfReturns::is_quick(key))
        end_.ask(key);
    if (end_.is_current(key)) {
        axis_to_ = range.to = std::max(range.to, *end_.answer());
        return range;
    }
    if (!end_.is_busy() || !(*end_.asked() == key)) {
        end_.cancel();
        still_.start();
    }
    axis_to_ = std::max(axis_to_, range.to);
    return range;
}

/// Asks after the curve itself, which the same lane computes.
void WorkbenchModel::ask_for_end()
{
    if (scheduled_ || is_searching()) {
        still_.start();
        return;
    }
    end_.ask({answers::TrainingQuestion(document_.shared_scenario()).with_choice(choice_)});
    if (end_.is_current())
        follow_end();
}

void WorkbenchModel::follow_end()
{
    const double shown = axis_to_;
    if (range().to != curve().to || axis_to_ != shown)
        schedule();
}

/// What takes a search first: it goes on while the other is computed. The given plan is always asked about, for
/// comparison, where that is quick; beside the best plans nobody asks how well it is known.
void WorkbenchModel::ask(answers::GpuRange range)
{
    const answers::TrainingQuestion question(document_.shared_scenario());
    const auto key = [&](PlanChoice choice) {
        answers::Curve::Key asked{question.with_choice(choice), range, steps() != nullptr};
        if (!asked.is_searched() && choice != choice_)
            asked.known = false;
        return asked;
    };
    for (const bool searched : {true, false})
        for (const PlanChoice choice : {choice_, other_choice()}) {
            answers::Curve::Key asked = key(choice);
            if (asked.is_searched() != searched)
                continue;
            if (searched && !is_wanted(choice))
                track(choice).watch.cancel();
            else
                track(choice).watch.ask(std::move(asked));
        }
    if (track(choice_).watch.answer() || given_.watch.answer() || as_it_stands_)
        return;
    answers::Curve::Key standing = key(PlanChoice::Given);
    standing.as_it_stands = true;
    as_it_stands_ = answers_->get<answers::Curve>(standing);
}

void WorkbenchModel::set_patience(int milliseconds)
{
    for (Track* track : {&given_, &best_})
        track->watch.set_silent(milliseconds);
}

void WorkbenchModel::cancel()
{
    for (Track* track : {&given_, &best_})
        track->watch.cancel();
    publish();
}

Message WorkbenchModel::waiting_words() const
{
    if (is_current())
        return {};
    if (!is_searching())
        return {PLATEAU_TEXT("The search was cancelled; the next change starts it again"), {}};
    const answers::Progress progress = track(choice_).watch.progress();
    if (!is_long() || progress.of == 0)
        return {PLATEAU_TEXT("searching …"), {}};
    return {PLATEAU_TEXT("searching: %1 of %2 GPU counts"),
            {Verbatim{std::to_string(progress.done)}, Verbatim{std::to_string(progress.of)}}};
}

void WorkbenchModel::take(answers::News news)
{
    if (news == answers::News::Long && !std::exchange(dimmed_, true))
        publish();
    if (news == answers::News::Long)
        emit waiting();
    else if (!given_.watch.is_awaited()
             && !best_.watch.is_awaited()) // else the other may still make it into the picture
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
    pin_curves_.refresh(pins_->all(), {curve().from, std::max(curve().to, axis_to_)}, steps() != nullptr);
}

std::vector<figures::PinnedCurve> WorkbenchModel::shown_pins() const
{
    std::vector<figures::PinnedCurve> shown;
    if (!pins_)
        return shown;
    const std::vector<Message> names = pins_->names();
    for (std::size_t i = 0; i < pins_->all().size(); ++i) {
        const Pin& pin = pins_->all()[i];
        if (const auto curve = pin_curves_.of(pin); curve && !pin.hidden)
            shown.push_back({curve.get(), pin.letter().toStdString(), names[i + 1], figures::role_of_slot(pin.slot)});
    }
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
    add_measured(figure_, measured_, curve(), *axis_);
    const Message drawn = figure_.sentence;
    if (decorate_)
        decorate_(figure_);
    told_ = figure_.sentence == drawn;
    if (!told_)
        sentence_ = figure_.sentence;
    const bool answered = given_.watch.answer() || track(choice_).watch.answer();
    if (!is_current() && (!is_searching() || !answered))
        figure_.sentence = sentence_ = waiting_words();
    figures::place_remarks(figure_, document_.scenario().view);
}

void WorkbenchModel::draw_curves()
{
    const answers::ScalingCurve& current = curve();
    figures::ScalingPicture picture;
    picture.current = &current;
    picture.current_visible = track(choice_).shown;
    picture.current_standing = answers::current_or_earlier(is_fresh());
    picture.axis = axis_;
    picture.time = time_;
    const Track& other = track(other_choice());
    if (other.shown && other.watch.answer()) {
        picture.other = other.watch.answer();
        picture.other_standing = answers::current_or_earlier(other.watch.is_current() || is_fresh());
    }
    if (is_current()) // until then the best plan on show is compared with what was given beside it
        given_beside_ = given_.watch.is_current() ? given_.watch.shared() : nullptr;
    picture.given = given_beside_ ? &given_beside_->here() : nullptr;
    picture.pins = shown_pins();
    if (!picture.pins.empty())
        picture.own_name = pins_->names().front();

    memory_ = memory_figure(picture);
    if (current.here().possible()) {
        step_ = step_figure(picture);
        account_ = mfu_account(picture);
        paid_ = paid_time(picture);
    }
    memory_.scenario = account_.scenario = step_.scenario;
    dimmed_ = !is_fresh();
    if (dimmed_ || !current.here().possible())
        step_.earlier = account_.earlier = paid_.earlier = figures::Roles::all();
    const double gpus = document_.scenario().cluster.gpus;
    if (current.here().fits() || !is_current()) {
        figure_ = scaling_figure(picture);
        sentence_ = with_unsaid(answer_sentence(picture), document_.scenario());
        figure_.plot().x.maximum = std::max(figure_.plot().x.maximum, axis_to_);
        figure_.plot().marker = gpus;
        figure_.plot().marker_fits = true;
        if (is_current())
            last_good_ = figure_;
        return;
    }
    const Message& reason = current.estimate.reason;
    if (current.fits_anywhere() || last_good_.panels().empty())
        figure_ = stale_figure(scaling_figure(picture), gpus,
                               {PLATEAU_TEXT("Not at %1. %2."), {Quantity{gpus, units::Unit::Gpus}, reason}});
    else {
        const Message sentence = {PLATEAU_TEXT("The plots show the last plan that fitted. %1."), {reason}};
        figure_ = stale_figure(last_good_, gpus, {PLATEAU_TEXT("Last that fitted. %1."), {reason}});
        figure_.sentence = sentence;
        figure_.scenario = scaling_figure(picture).scenario;
    }
    sentence_ = with_unsaid(figure_.sentence, document_.scenario());
}

} // namespace plateau::ui
