// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/answers/scaling_curve.h"
#include "core/answers/step.h"
#include "core/answers/watch.h"
#include "core/views/measured_runs.h"
#include "core/views/scaling_view.h"
#include "ui/document/edited_question.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

/// What the first plot shows unless more is asked for: the throughput of each GPU, which shows where the curve bends.
inline const ScalingAxis& first_axis() { return scaling_axis("per_gpu"); }

/// The curves of pinned questions, each computed once: a drag of the current question leaves them alone. What needs a
/// search is found one after the other beside the window.
class PinCurves final : public QObject {
    Q_OBJECT
public:
    explicit PinCurves(std::shared_ptr<answers::Answers> answers, QObject* parent = nullptr);

    /// Over this range; forgets what is pinned no longer.
    void refresh(const std::vector<Pin>& pins, answers::GpuRange range, bool known);
    /// The curve of a pinned question; null: not yet.
    std::shared_ptr<const answers::ScalingCurve> of(const Pin& pin) const;
    int computed() const { return computed_; } ///< so far, for tests

signals:
    void found();

private:
    struct Entry {
        std::shared_ptr<const Scenario> scenario;
        std::unique_ptr<answers::Watch<answers::Curve>> watch;
    };

    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::vector<Entry> entries_;
    int computed_ = 0;
};

/// What the workbench shows of the document: the curves of the given and of the best plan, their figures, and what to
/// say beside which parameter. However many edits one turn of the event loop brings, it computes once. What needs a
/// search comes a little later; a picture shows the old answer meanwhile, after a while pale, until the new one is
/// there.
class WorkbenchModel final : public QObject {
    Q_OBJECT
public:
    explicit WorkbenchModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// The curve that is asked about: of the given plan or of the best one.
    const answers::ScalingCurve& curve() const { return *shared_curve(); }
    std::shared_ptr<const answers::ScalingCurve> shared_curve() const { return curve_of(choice_); }
    /// The other plan's, where it is drawn and answers the question; else null.
    std::shared_ptr<const answers::ScalingCurve> other_curve() const;
    const Estimate& estimate() const { return curve().estimate; }
    const figures::Figure& figure() const { return figure_; }
    /// How far predictions may be off.
    const evidence::ModelError& model_error() const { return document_.answers()->data()->claims().reach; }
    const figures::Figure& step() const { return step_; }
    const figures::Figure& memory() const { return memory_; }
    const figures::Figure& account() const { return account_; }
    const figures::Figure& paid() const { return paid_; } ///< what becomes of the GPU time
    /// The answer in a sentence, or what it waits for.
    const Message& sentence() const { return sentence_; }
    bool is_told() const { return told_; } ///< else an open question asks for what the curves say
    bool is_dragged() const { return held_.to > 0; }
    bool is_extrapolated() const;
    /// The steps of the measured runs; null until they are read.
    std::shared_ptr<const evidence::KnownSteps> steps() const;
    search::PlanChoice choice() const { return choice_; }
    /// curve() answers the question; else its successor is on its way.
    bool is_current() const { return is_current(choice()); }
    bool is_current(search::PlanChoice choice) const { return !is_wanted(choice) || track(choice).watch.is_current(); }
    /// What is shown answers the question, or will in a moment.
    bool is_fresh() const { return is_current() || (is_searching() && !is_long()); }
    bool is_searching() const { return given_.watch.is_busy() || best_.watch.is_busy(); }
    /// What curve() waits for, for people: a search, how far it is, or that it was cancelled. Empty: for nothing.
    Message waiting_words() const;
    /// The search goes on for longer than people wait without a word.
    bool is_long() const { return given_.watch.is_long() || best_.watch.is_long(); }
    void set_patience(int milliseconds); ///< for tests
    void set_still(int milliseconds) { still_.setInterval(milliseconds); } ///< for tests
    /// Leaves the curves as they are until the next change.
    void cancel();
    SearchHints hints() const;
    /// The estimate of the plan as it stands; null while parts of it are left to a search that has no answer yet.
    const Parts* given() const { return given_.watch.is_current() ? &given_.watch.answer()->here() : nullptr; }

    /// Draws the measured runs that lie on the curves, from `evidence` as soon as that is read.
    void follow(EvidenceModel& evidence);
    /// Draws the pinned questions beside the current one.
    void follow(Pins& pins);
    const Pins* pins() const { return pins_; }
    /// The answer to a pinned question; null: not yet.
    std::shared_ptr<const answers::ScalingCurve> pinned(const Pin& pin) const { return pin_curves_.of(pin); }
    const PinCurves& pin_curves() const { return pin_curves_; }
    const figures::MeasuredRuns& measured() const { return measured_; }
    /// What every picture goes through before it is shown.
    void set_decoration(std::function<void(figures::Figure&)> decorate) { decorate_ = std::move(decorate); }
    /// Draws the same answers as another picture.
    void redraw() { publish(); }

    const ScalingAxis& axis() const { return *axis_; }
    void set_axis(const ScalingAxis& axis);
    figures::TimePlot time() const { return time_; }
    void set_time(figures::TimePlot time);
    /// Which of the two curves are drawn.
    bool is_shown(search::PlanChoice choice) const { return track(choice).shown; }
    void set_shown(search::PlanChoice choice, bool shown);
    /// Keeps the x axis as it is, while the marker is dragged over it.
    void hold_range(bool hold);

    /// The row that causes trouble, and what to say there; empty key: none.
    const std::string& notice_key() const { return notice_key_; }
    const RowNotice& notice() const { return notice_; }

    /// Brings everything up to date; what needs a search is only asked for.
    void recompute();

signals:
    void updated();
    void waiting(); ///< is_long() or waiting_words() are others
    void pins_updated(); ///< pins, or answers to them, are others

private:
    /// One of the two curves.
    struct Track {
        answers::Watch<answers::Curve> watch;
        bool shown = false;
    };

    const Track& track(search::PlanChoice choice) const { return choice == search::PlanChoice::Best ? best_ : given_; }
    Track& track(search::PlanChoice choice) { return choice == search::PlanChoice::Best ? best_ : given_; }
    /// What is drawn of it: its last answer, or in its place the plan as it stands.
    const std::shared_ptr<const answers::ScalingCurve>& curve_of(search::PlanChoice choice) const;
    search::PlanChoice other_choice() const;
    bool is_wanted(search::PlanChoice choice) const { return choice == choice_ || track(choice).shown; }
    void schedule();
    void follow_choice();
    void follow_looks();
    void remember_curves();
    answers::GpuRange range();
    void ask_for_end();
    void follow_end();
    void ask(answers::GpuRange range);
    void take(answers::News news);
    void publish();
    void draw();
    void draw_curves();
    std::vector<figures::PinnedCurve> shown_pins() const;
    void refresh_pins();
    void find_measured();
    void find_notice();
    void find_batch_notice(const Scenario& scenario, double global_batch);

    ScenarioDocument& document_;
    std::shared_ptr<answers::Answers> answers_;
    Pins* pins_ = nullptr;
    PinCurves pin_curves_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>(); ///< best_ has its own beside it
    Track given_, best_;
    std::shared_ptr<const answers::ScalingCurve> as_it_stands_; ///< until there is an answer
    std::shared_ptr<const answers::ScalingCurve> given_beside_; ///< of the question that curve() answers
    search::PlanChoice choice_ = search::PlanChoice::Given;
    figures::Figure figure_;
    bool dimmed_ = false; ///< it shows an earlier answer as such
    figures::Figure last_good_;
    EvidenceModel* evidence_ = nullptr;
    figures::MeasuredRuns measured_;
    std::map<std::string, Value> measured_choices_; ///< what measured_ was found for
    std::function<void(figures::Figure&)> decorate_;
    figures::Figure step_{.chart = figures::Bars()};
    figures::Figure memory_{.chart = figures::Bars()};
    figures::Figure account_{.chart = figures::Waterfall()};
    figures::Figure paid_{.chart = figures::Bars()};
    Message sentence_;
    bool told_ = true;
    const ScalingAxis* axis_ = &first_axis();
    figures::TimePlot time_ = figures::TimePlot::Step;
    answers::GpuRange held_;
    answers::Watch<answers::EndOfReturns> end_; ///< of the last question that stood still
    QTimer still_; ///< runs while the question changes
    double axis_to_ = 0; ///< where the x axis ends, whatever the curves reach now
    std::string notice_key_;
    RowNotice notice_;
    bool scheduled_ = false;
};

/// What the curves of the workbench hold at one GPU count: the model's answer there, not the nearest point of a curve.
/// Where the plan is searched for and the count is none of the curve's, the answer comes a little later.
class Cursor final : public QObject {
    Q_OBJECT
public:
    struct Reading {
        QString name; ///< "Best", "A"
        figures::SeriesRole role = figures::SeriesRole::Current;
        std::shared_ptr<const answers::ScalingCurve> curve;
        std::optional<Parts> parts; ///< none: not yet
    };

    Cursor(ScenarioDocument& document, const WorkbenchModel& model, QObject* parent = nullptr);

    bool is_on() const { return gpus_ > 0; }
    double gpus() const { return gpus_; }
    /// The one that is asked about first, then the other plan's curve and the pins, those that are drawn.
    const std::vector<Reading>& readings() const { return readings_; }
    /// The estimate of a reading, as it is shown of the scenario itself; none while there are no parts.
    std::optional<Estimate> estimate(const Reading& reading) const;
    /// The scenario of a reading, at the count.
    std::optional<Scenario> scenario(const Reading& reading) const;

    void read(double gpus);
    void leave();
    /// To be called when the curves have changed.
    void refresh();

signals:
    void changed();

private:
    using Curve = std::shared_ptr<const answers::ScalingCurve>;
    using PartsWatch = answers::Watch<answers::StepParts>;
    void add(const QString& name, figures::SeriesRole role, const Curve& curve);
    std::optional<Parts> parts_of(const Curve& curve, PartsWatch& watch) const;
    PartsWatch& watch_of(std::size_t reading);

    ScenarioDocument& document_;
    const WorkbenchModel& model_;
    double gpus_ = 0;
    std::vector<Reading> readings_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::vector<std::unique_ptr<PartsWatch>> watches_; ///< one for each reading, and those of earlier ones
};

/// The roundest whole number in [low, high]: divisible by the highest power of two. The nearest to the middle where
/// there is none.
double roundest(double low, double high);

} // namespace plateau::ui
