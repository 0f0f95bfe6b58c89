// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/workbench_page.h"
#include "core/views/looks.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/returns_panel.h"
#include "ui/pages/workbench/why_panel.h"

namespace plateau::ui {

namespace {

using search::PlanChoice;

constexpr int burst_milliseconds = 500; ///< keys that follow each other so soon are one step of undo

/// What the first plot shows unless more is asked for stands first, then the others as they are listed.
std::vector<const ScalingAxis*> axes_in_order()
{
    std::vector<const ScalingAxis*> axes{&first_axis()};
    for (const ScalingAxis& axis : scaling_axes())
        if (&axis != axes.front())
            axes.push_back(&axis);
    return axes;
}

bool is_offered_first(const ScalingAxis& axis) { return &axis - scaling_axes().data() < 4; }

/// A picture that is not seen takes no room.
void make_room(const QStackedWidget& pictures)
{
    for (int i = 0; i < pictures.count(); ++i) {
        const auto policy = i == pictures.currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored;
        pictures.widget(i)->setSizePolicy(policy, policy);
    }
}

} // namespace

WorkbenchPage::WorkbenchPage(ScenarioDocument& document, WorkbenchModel& model, QWidget& parameters, QWidget* parent)
    : Page(page_name, parent), document_(document), model_(model), parameters_(parameters),
      tried_panel_(new TriedPanel(document, tried_)), readout_(new ReadoutPanel), compare_(new ComparePanel),
      step_(new PicturePanel), memory_(new PicturePanel), memory_words_(new QLabel), memory_box_(new QWidget),
      answer_(new AnswerStrip(this)), why_(new WhyPanel(document)), returns_(new ReturnsPanel(document)),
      solve_(new SolvePanel(document)), notes_(new NotePanel), notes_sight_(*notes_, [this] { show_notes(); }),
      legend_(new LegendStrip(this)), cancel_(new QToolButton(this)), view_(new Segments(this)),
      other_axes_(new QToolButton(this)), plot_(new FigureView), cursor_(new Cursor(document, model, this)),
      pictures_(new QStackedWidget(this)), timeline_(new TimelineView(document.answers())),
      below_timeline_(new PictureView)
{
    add_view_panels(document);
    for (const ScalingAxis* axis : axes_in_order())
        view_->add(QString::fromLatin1(axis->name), text(Word{axis->label}), text(Word{axis->help}));
    view_->set_name(tr("Throughput"));
    other_axes_->setText(tr("More"));
    other_axes_->setAccessibleName(tr("More quantities of the first plot"));
    other_axes_->setPopupMode(QToolButton::InstantPopup);

    connect(notes_, &NotePanel::offer_taken, this, &WorkbenchPage::notes_wanted);
    question_->hide(); // the answer stands in its place; readers of the screen hear it first
    auto* column = page_column(this, answer_, sentence_, 4);
    column->addWidget(controls_row({view_, other_axes_, cancel_, legend_}));
    pictures_->addWidget(plot_);
    auto* step = new QWidget;
    auto* rows = box_layout<QVBoxLayout>(step, {}, 0);
    rows->addWidget(timeline_, 1);
    rows->addWidget(below_timeline_, 2);
    pictures_->addWidget(step);
    make_room(*pictures_);
    add_plot(column, pictures_);
    auto* bars = box_layout<QVBoxLayout>(memory_box_, {}, 0);
    bars->addWidget(memory_);
    bars->addWidget(memory_words_);
    memory_box_->setObjectName(QStringLiteral("dock"));
    memory_words_->setFont(interface_font(12));
    memory_words_->setWordWrap(true);
    memory_words_->setContentsMargins(panel_margin, 0, panel_margin, 6);
    set_ink(memory_words_, "text2");

    connect(view_, &Segments::chosen, this,
            [this](const QString& value) { choose_axis(scaling_axis(value.toStdString())); });
    connect(&model_, &WorkbenchModel::updated, this, &WorkbenchPage::redraw);
    connect(&model_, &WorkbenchModel::waiting, this, [this] {
        cancel_->setVisible(model_.is_long());
        emit updated();
    });
    cancel_->setText(tr("Cancel the search"));
    cancel_->setToolTip(tr("Leaves the curves as they are until the next change (Esc)"));
    cancel_->setShortcut(Qt::Key_Escape); // while it is to be seen
    cancel_->hide();
    connect(cancel_, &QToolButton::clicked, &model_, &WorkbenchModel::cancel);
    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    build_view_actions();
    connect_marker();
    connect_crosshair();
    connect_legend();
    connect_looks();
    connect(why_, &WhyPanel::parameter_wanted, this, &WorkbenchPage::parameter_wanted);
    const auto explain = [this](const std::vector<std::string>& subjects) {
        why_->explain(subjects);
        emit explained();
    };
    for (PicturePanel* panel : {step_, memory_})
        connect(panel, &PicturePanel::subjects_wanted, this, explain);
    connect(timeline_, &TimelineView::part_clicked, this,
            [explain](const QString& term) { explain({term.toStdString()}); });
    connect(below_timeline_, &PictureView::part_clicked, this,
            [this, explain](int part) { explain(part_subjects(below_timeline_->figure(), part)); });
    const auto explain_metric = [explain](const QString& metric) { explain({metric.toStdString()}); };
    connect(readout_, &ReadoutPanel::metric_clicked, this, explain_metric);
    connect(answer_, &AnswerStrip::metric_clicked, this, explain_metric);
    set_compact(false);
}

void WorkbenchPage::build_view_actions()
{
    auto* others = new QMenu(other_axes_);
    for (const ScalingAxis* axis : axes_in_order()) {
        QAction* choice = add_choice(
            0, text(Word{axis->label}), [this, axis] { return &model_.axis() == axis; },
            [this, axis] { choose_axis(*axis); });
        if (!is_offered_first(*axis))
            others->addAction(choice);
    }
    other_axes_->setMenu(others);
    legend_action_ = new QAction(tr("&Legend"), this);
    legend_action_->setCheckable(true);
    legend_action_->setToolTip(tip(tr("What lines and marks mean; shown by itself where several curves are drawn")));
    connect(legend_action_, &QAction::toggled, this, &WorkbenchPage::show_legend);
    communication_ = new QAction(tr("&Communication's share alone"), this);
    communication_->setCheckable(true);
    communication_->setToolTip(tip(tr("In the third plot, in place of where a step goes")));
    connect(communication_, &QAction::triggered, this, [this](bool alone) {
        model_.set_time(alone ? figures::TimePlot::Communication : figures::TimePlot::Step);
    });
    connect(&model_, &WorkbenchModel::updated, communication_,
            [this] { communication_->setChecked(model_.time() == figures::TimePlot::Communication); });
    timeline_action_ = new QAction(tr("Step &timeline"), this);
    timeline_action_->setCheckable(true);
    timeline_action_->setShortcut(QKeySequence(Qt::Key_T));
    addAction(timeline_action_);
    connect(timeline_action_, &QAction::toggled, this, &WorkbenchPage::show_timeline);
    measured_ = new QAction(tr("&Measured runs like this one"), this);
    measured_->setCheckable(true);
    measured_->setChecked(true);
    connect(measured_, &QAction::triggered, this,
            [this](bool shown) { plot_->show_extra(figures::Extra::Measured, shown); });
}

std::map<std::string, QWidget*> WorkbenchPage::panels()
{
    return {{"parameters", &parameters_},
            {"compare", compare_},
            {"tried", tried_panel_},
            {"notes", notes_},
            {"readout", readout_},
            {"returns", returns_},
            {"step", step_},
            {"memory", memory_box_},
            {"why", why_},
            {"would-help", &why_->help()},
            {"solve", solve_}};
}

const QWidget* WorkbenchPage::notes() const { return notes_; }

std::vector<Page::DrawnView> WorkbenchPage::drawn() const
{
    return {{model_.axis().name, figures::on_paper(model_.figure()), plot_},
            {timeline_look, figures::on_paper(model_.step())},
            {account_look, figures::on_paper(model_.account())},
            {"memory", model_.memory()}};
}

/// Turns the plots; step and memory stand beside them whatever these show.
void WorkbenchPage::show_view(const views::View& view)
{
    if (view.look == std::string(account_look)) {
        why_->show_account();
        emit explained();
    }
    if (const ScalingAxis& axis = scaling_axis(view.look); view.look == std::string(axis.name))
        choose_axis(axis);
}

std::string WorkbenchPage::step_trace() const
{
    const Estimate& shown = model_.estimate();
    if (!shown.parts.possible())
        return {};
    const Scenario& scenario = document_.scenario();
    const auto timeline
        = document_.answers()->get<answers::PlanTimeline>({document_.shared_scenario(), shown.parts.plan});
    return chrome_trace(*timeline, scenario.title, shown.collectives);
}

std::vector<QList<QAction*>> WorkbenchPage::view_actions() const
{
    std::vector<QList<QAction*>> groups = Page::view_actions();
    groups.push_back({timeline_action_, communication_, measured_, legend_action_});
    const std::vector<QAction*> of_plot = plot_->view_actions();
    groups.emplace_back(of_plot.begin(), of_plot.end());
    return groups;
}

void WorkbenchPage::follow(Pins& pins)
{
    pins_ = &pins;
    solve_->follow(pins);
    compare_->follow(pins);
}

void WorkbenchPage::finish()
{
    is_finished_ = true;
    solve_->build();
    returns_->build();
    show_notes();
}

void WorkbenchPage::fit()
{
    compare_->set_compact(is_compact());
    answer_->set_compact(is_compact());
}

void WorkbenchPage::choose_axis(const ScalingAxis& axis)
{
    if (timeline_action_->isChecked())
        show_timeline(false);
    model_.set_axis(axis);
    show_axis();
}

void WorkbenchPage::show_axis()
{
    for (const ScalingAxis& axis : scaling_axes())
        view_->button(QString::fromLatin1(axis.name))->setVisible(is_offered_first(axis) || &axis == &model_.axis());
    view_->set_current(timeline_action_->isChecked() ? QString() : QString::fromLatin1(model_.axis().name));
}

namespace {

/// Lines of a file run together; an empty line starts a paragraph.
QStringList paragraphs_of(const Scenario& scenario)
{
    QStringList paragraphs = lines(notes_of(scenario)).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts);
    for (QString& paragraph : paragraphs)
        paragraph = paragraph.simplified();
    if (paragraphs.isEmpty())
        paragraphs << WorkbenchPage::tr("This scenario has no notes: where it comes from, what it is for.");
    return paragraphs;
}

} // namespace

void WorkbenchPage::redraw()
{
    const figures::Figure& figure = model_.figure();
    show_axis();
    show_step();
    show_answer();
    cancel_->setVisible(model_.is_long());
    show_legend();
    plot_->show_figure(figure, style());
    cursor_->refresh();
    if (!cursor_->is_on())
        show_readout();
    compare_->show_model(model_);
    step_->show_figure(model_.step());
    memory_->show_figure(model_.memory());
    memory_words_->setText(text(model_.memory().sentence));
    memory_->setToolTip(memory_words_->text());
    why_->show_curve(model_.shared_curve(), model_.paid(), model_.account(), model_.is_fresh());
    if (model_.is_current() && !model_.is_dragged())
        tried_.note(model_.curve().scenario, model_.estimate().parts);
    returns_->show_curve(model_.shared_curve(), !model_.is_fresh());
    solve_->set_known(model_.steps() != nullptr);
    solve_->refresh();
    if (is_finished_)
        show_notes();
    else
        notes_sight_.fill();
    emit updated();
}

void WorkbenchPage::show_notes()
{
    notes_->show_paragraphs(paragraphs_of(document_.scenario()));
    notes_->offer(document_.scenario().notes.empty() ? tr("Write notes") : tr("Edit title and notes"));
}

/// Shows the step, and says title and sentence of the picture in front.
void WorkbenchPage::show_step()
{
    const bool step = pictures_->currentIndex() == 1;
    const figures::Figure& figure = step ? model_.step() : model_.figure();
    question_->setText(text(figure.title));
    setAccessibleName(question_->text());
    say(step ? figure.sentence : model_.sentence(), model_.is_fresh());
    timeline_->show_step(model_.shared_curve());
    const Parts& parts = model_.estimate().parts;
    below_timeline_->setVisible(parts.possible() && parts.plan.pp == 1);
    below_timeline_->show_figure(model_.account(), style());
}

/// The step of every stage in place of the curves.
void WorkbenchPage::show_timeline(bool shown)
{
    timeline_action_->setChecked(shown);
    document_.look(figures::looks::picture, shown ? timeline_look : "");
    pictures_->setCurrentIndex(shown ? 1 : 0);
    make_room(*pictures_);
    show_legend(); // it is the curves'
    show_axis(); // each is a way back
    show_step();
}

/// The five numbers, and beside the titles of folded panels what these would say first.
void WorkbenchPage::show_answer()
{
    const Parts& parts = model_.estimate().parts;
    std::vector<narrate::Fact> facts = narrate::answer_facts(parts, model_.curve().scenario);
    if (!model_.is_told())
        for (narrate::Fact& fact : facts)
            fact.values = {narrate::plain("?")};
    answer_->show_facts(facts, model_.is_fresh());
    const auto summarize = [&](QWidget* panel, const Message& words) {
        panel->setProperty(panel_summary, parts.fits() ? text(words) : QString());
    };
    summarize(step_, {"%1", {Quantity{parts.step_seconds, units::Unit::Seconds}}});
    summarize(memory_box_, narrate::estimate_status(parts).verdict);
    summarize(why_, {PLATEAU_TEXT("%1 of the peak"), {Quantity{parts.mfu(), units::Unit::Fraction, 2}}});
}

/// The status of the curve. While it answers an older question, only what it waits for is said.
narrate::Status WorkbenchPage::status() const
{
    if (model_.is_fresh())
        return figures::curve_status(model_.curve());
    narrate::Status status;
    status.known = model_.waiting_words();
    return status;
}

PageCorner WorkbenchPage::corner() const { return {text(document_.title_words()), document_.about()}; }

} // namespace plateau::ui
