// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/evidence_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include "core/calibration/reopen.h"
#include "core/evidence/alike.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/figures/figure_view.h"

namespace plateau::ui {

constexpr int least_calibrate_width = 200; ///< narrower: not laid out yet
constexpr int left_to_others = 492; ///< of the height, beside the calibration

EvidencePage::EvidencePage(ScenarioDocument& document, EvidenceModel& model, QWidget* parent)
    : Page(page_name, parent), document_(document), model_(model), calibration_(document),
      quantities_(new Segments(this)), views_(new Segments(this)), plot_(new FigureView), errors_(new FigureView),
      summary_(new FactsTable(this)), sources_(new SourceList), filter_panel_(new EvidenceFilterPanel),
      calibrate_panel_(new CalibratePanel(document, calibration_)),
      run_(new RunPanel(tr("Click a point to see its run: what was measured, what is predicted, and where it comes "
                           "from."))),
      configuration_(new RunPanel(tr("The model, plan and software of the chosen run."))), source_(new RunSourcePanel)
{
    question_->setText(tr("How close are the predictions to what people measured?"));
    quantities_->add(QStringLiteral("time"), tr("Step time"), tr("Seconds of one optimizer step"));
    quantities_->add(QStringLiteral("memory"), tr("Memory"), tr("Bytes on one GPU"));
    quantities_->set_name(tr("Compared"));
    quantities_->set_current(QStringLiteral("time"));
    views_->add(QStringLiteral("values"), tr("Values"), tr("Predicted against measured"));
    views_->add(QStringLiteral("errors"), tr("Error, %"), tr("Error against measured"));
    views_->set_name(tr("Shown"));
    views_->set_current(QStringLiteral("values"));
    run_->set_columns({tr("Measured"), tr("Predicted")}, 1);
    configuration_->set_columns({QString()}, -1);
    summary_->set_columns(
        tr("Summary"),
        {tr("Runs"), tr("Mean error, %"), tr("Median, %"), tr("Bias, %"), tr("Rank correlation"), tr("Regret, %")}, 1);
    summary_->set_heads_help(
        {tr("Measured runs that are compared"), tr("How far off a prediction is on average, without its sign"),
         tr("Half of the predictions are closer than this"),
         tr("Average with its sign: below 0 the predictions are too quick, or too small"),
         tr("Of layouts of the same run: does the prediction order them as they were measured? 1: the same order, 0: "
            "chance"),
         tr("What the layout that is predicted fastest loses against the best that was measured, on average")});
    summary_->set_column_width(40);
    run_->setMinimumHeight(250);
    const auto narrow = [](QWidget* panel, int height) {
        panel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        QScrollArea* area = scrolled(panel, nullptr);
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setMinimumHeight(height);
        return area;
    };
    calibrate_area_ = narrow(calibrate_panel_, 150);
    configuration_area_ = narrow(configuration_, 230);
    source_area_ = narrow(source_, 150);
    calibrate_panel_->installEventFilter(this);
    build_layout();
    build_actions();
    connect_panels();
    nothing_ = new EmptyNote(plot_);
    connect(nothing_, &EmptyNote::taken, this, [this] { set_filter({}); });
    connect(&model_, &EvidenceModel::loaded, this, &EvidencePage::take_evidence);
    connect(&document_, &ScenarioDocument::changed, this, [this] {
        stale_ = true;
        if (active_)
            refresh();
    });
    if (model_.is_loaded())
        take_evidence();
    set_compact(false);
}

void EvidencePage::build_layout()
{
    auto* column = page_column(this, question_, sentence_, 8);
    column->addWidget(controls_row({quantities_, views_}));
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("canvas"));
    auto* plots = box_layout<QHBoxLayout>(body, {plot_inset, 0, plot_inset, 0}, 0);
    plot_->setMinimumSize(360, 300);
    errors_->setMinimumSize(300, 380);
    plots->addWidget(plot_, 59);
    plots->addWidget(errors_, 41);
    column->addWidget(scrolled(body, this), 1);
    auto* below = box_layout<QHBoxLayout>(nullptr, {page_padding + 52, 4, page_padding, 4});
    below->addWidget(summary_);
    column->addLayout(below);
}

void EvidencePage::build_actions()
{
    const auto add = [this](std::size_t group, const QString& words, auto value, auto member) {
        add_choice(
            group, words, [this, value, member] { return this->*member == value; }, [this, value] { choose(value); });
    };
    add(0, tr("&Step time"), figures::EvidenceQuantity::StepTime, &EvidencePage::quantity_);
    add(0, tr("&Memory"), figures::EvidenceQuantity::Memory, &EvidencePage::quantity_);
    add(1, tr("&Values"), figures::EvidenceView::Values, &EvidencePage::view_);
    add(1, tr("&Errors"), figures::EvidenceView::Errors, &EvidencePage::view_);
}

void EvidencePage::connect_panels()
{
    connect(calibrate_panel_, &CalibratePanel::changed, this, &EvidencePage::work_changed);
    connect(quantities_, &Segments::chosen, this, [this](const QString& value) {
        choose(value == QLatin1String("time") ? figures::EvidenceQuantity::StepTime
                                              : figures::EvidenceQuantity::Memory);
    });
    connect(views_, &Segments::chosen, this, [this](const QString& value) {
        choose(value == QLatin1String("values") ? figures::EvidenceView::Values : figures::EvidenceView::Errors);
    });
    plot_->set_point_hint([this](const std::string& id) {
        const auto run = model_.find(id);
        return run ? joined(run_hint(model_.evidence(), model_.claims(), *run, quantity_), QLatin1Char('\n'))
                   : QString();
    });
    connect(plot_, &FigureView::point_clicked, this, [this](const QString& id) { select(id.toStdString()); });
    connect(plot_, &FigureView::marker_stepped, this, [this](int stops, bool) { step(stops); });
    connect(sources_, &SourceList::toggled, this, [this](const QString& source, bool on) {
        if (on)
            filter_.sources_off.erase(source.toStdString());
        else
            filter_.sources_off.insert(source.toStdString());
        set_filter(filter_);
    });
    connect(filter_panel_, &EvidenceFilterPanel::changed, this, [this](const figures::EvidenceFilter& filter) {
        figures::EvidenceFilter next = filter;
        next.sources_off = filter_.sources_off;
        next.left_out = filter_.left_out;
        set_filter(next);
    });
    connect(filter_panel_, &EvidenceFilterPanel::reset, this, [this] { set_filter({}); });
    connect(&calibration_, &CalibrateModel::updated, this, [this] {
        if (calibration_.result()) // what the runs say stands lowest
            QTimer::singleShot(0, calibrate_area_, [area = calibrate_area_] {
                area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
            });
    });
    connect(source_, &RunSourcePanel::open_wanted, this, &EvidencePage::open_selected);
    connect(source_, &RunSourcePanel::leave_out_wanted, this, [this](bool out) {
        if (out)
            filter_.left_out.insert(selected_);
        else
            filter_.left_out.erase(selected_);
        set_filter(filter_);
    });
}

std::map<std::string, QWidget*> EvidencePage::panels()
{
    return {{"evidence_sources", sources_},
            {"evidence_filter", filter_panel_},
            {"calibrate", calibrate_area_},
            {"run", run_},
            {"run_configuration", configuration_area_},
            {"run_source", source_area_}};
}

std::vector<Page::DrawnView> EvidencePage::drawn() const
{
    return {{"values", figure_, plot_}, {"errors", errors_figure_, errors_}};
}

narrate::Status EvidencePage::status() const
{
    if (model_.is_loaded())
        return narrate::evidence_status(model_.evidence(), shown_.size());
    narrate::Status status;
    status.verdict = {PLATEAU_TEXT("Predicting the published runs …"), {}};
    return status;
}

PageCorner EvidencePage::corner() const { return {tr("All measured runs"), tr("%1 sources").arg(all_sources_.size())}; }

std::string EvidencePage::work() const { return calibrate_panel_->copy(); }

void EvidencePage::restore_work(const std::string& copy) { calibrate_panel_->restore(copy); }

bool EvidencePage::has_unsaved_work() const { return calibrate_panel_->is_unsaved(); }

QString EvidencePage::work_title() const { return tr("Calibration on runs of one's own"); }

bool EvidencePage::save_work() { return calibrate_panel_->save(); }

void EvidencePage::fit()
{
    run_->setMinimumHeight(is_compact() ? 0 : 250);
    run_->table().set_narrow(is_compact());
}

void EvidencePage::set_active(bool active)
{
    active_ = active;
    if (!active)
        return;
    model_.load();
    if (!model_.is_loaded())
        redraw();
    else if (stale_)
        refresh();
}

void EvidencePage::set_filter(const figures::EvidenceFilter& filter)
{
    filter_ = filter;
    filter_panel_->set_filter(filter_);
    refresh();
}

void EvidencePage::choose(figures::EvidenceQuantity quantity)
{
    quantity_ = quantity;
    quantities_->set_current(quantity == figures::EvidenceQuantity::StepTime ? QStringLiteral("time")
                                                                             : QStringLiteral("memory"));
    refresh();
}

void EvidencePage::choose(figures::EvidenceView view)
{
    view_ = view;
    views_->set_current(view == figures::EvidenceView::Values ? QStringLiteral("values") : QStringLiteral("errors"));
    redraw();
    emit updated();
}

void EvidencePage::take_evidence()
{
    all_sources_ = figures::evidence_sources(model_.evidence(), model_.claims());
    filter_panel_->set_choices(model_.evidence());
    stale_ = true;
    if (active_)
        refresh();
}

void EvidencePage::refresh()
{
    if (!model_.is_loaded() || !active_) {
        stale_ = true;
        emit updated();
        return;
    }
    stale_ = false;
    const evidence::Evidence& evidence = model_.evidence();
    shown_ = filtered(evidence, filter_, document_.scenario());
    score_ = evidence::score(evidence.sample.rows, evidence.predictions, shown_);
    summary_->show_facts(narrate::score_facts(*score_));
    filter_panel_->set_alike(static_cast<int>(evidence::alike_runs(evidence.sample, document_.scenario()).size()));
    fill_sources();
    show_selected();
    redraw();
    emit updated();
}

void EvidencePage::fill_sources()
{
    const evidence::Evidence& evidence = model_.evidence();
    // A source that is switched off keeps its figures: they say what would come back.
    figures::EvidenceFilter everything = filter_;
    everything.sources_off.clear();
    std::map<std::string, SourceList::Line> by_source;
    SourceList::Line all{{{}, tr("All").toStdString(), figures::SeriesRole::GroupRest}, 0, 0, {}};
    for (const std::size_t i : filtered(evidence, everything, document_.scenario())) {
        const auto value = compared(evidence, i, quantity_);
        if (!value)
            continue;
        const std::string& source = evidence.sample.rows[i].source;
        SourceList::Line& line = by_source[source];
        for (SourceList::Line* sum : {&line, filter_.sources_off.count(source) ? nullptr : &all}) {
            if (!sum)
                continue;
            sum->runs += 1;
            sum->error += std::abs(value->error());
        }
    }
    std::vector<SourceList::Line> lines;
    int predicted = 0; // runs of sources that were left out
    for (const figures::EvidenceSource& source : all_sources_) {
        SourceList::Line line = by_source[source.source];
        line.source = source;
        line.error /= std::max(1, line.runs);
        const evidence::LeftOutError left_out = evidence::left_out_error(model_.claims(), source.source);
        line.left_out = quantity_ == figures::EvidenceQuantity::StepTime ? left_out.step_time : left_out.memory;
        if (line.left_out && !filter_.sources_off.count(source.source)) {
            all.left_out = all.left_out.value_or(0) + *line.left_out * line.runs;
            predicted += line.runs;
        }
        lines.push_back(line);
    }
    if (all.left_out)
        *all.left_out /= std::max(1, predicted);
    all.error /= std::max(1, all.runs);
    sources_->show_lines(lines, all, filter_.sources_off);
}

void EvidencePage::redraw()
{
    if (!active_) {
        stale_ = true;
        return;
    }
    if (!model_.is_loaded()) {
        sentence_->say(tr("Reading and predicting the published runs …"));
        return;
    }
    const figures::EvidencePicture picture{model_.evidence(), all_sources_, shown_, quantity_, view_, selected_};
    figure_ = evidence_figure(picture);
    errors_figure_ = evidence_errors_figure(picture);
    figure_.scenario = errors_figure_.scenario = write_scenario(document_.scenario());
    say(text(figure_.sentence));
    plot_->show_figure(figure_, style());
    errors_->show_figure(errors_figure_, style());
    nothing_->show_note(shown_.empty() ? tr("No published run passes the filter on the left.") : QString(),
                        tr("Show all runs"));
}

void EvidencePage::select(const std::string& id)
{
    selected_ = id;
    source_->say({});
    show_selected();
    redraw();
    emit updated();
}

void EvidencePage::show_selected()
{
    const auto run = model_.find(selected_);
    if (!run) {
        run_->clear();
        configuration_->clear();
        source_->clear();
        return;
    }
    const evidence::Evidence& evidence = model_.evidence();
    const evidence::Row& row = evidence.sample.rows[*run];
    run_->show_run(text(figures::run_title(evidence, *run)),
                   text(evidence::source_label(model_.claims(), row.source) + ", " + selected_),
                   narrate::run_comparison(evidence, *run));
    configuration_->show_run({}, {}, narrate::run_configuration(evidence, *run));
    source_->show_run(narrate::run_origin(row, evidence.sample.cases[*run].posed),
                      filter_.left_out.count(selected_) > 0);
}

void EvidencePage::step(int runs)
{
    if (!model_.is_loaded())
        return;
    std::vector<std::pair<double, std::string>> order;
    for (const std::size_t i : shown_)
        if (const auto value = compared(model_.evidence(), i, quantity_))
            order.emplace_back(value->measured, model_.evidence().sample.rows[i].id);
    if (order.empty())
        return;
    std::sort(order.begin(), order.end());
    const auto at
        = std::find_if(order.begin(), order.end(), [&](const auto& entry) { return entry.second == selected_; });
    const std::ptrdiff_t place
        = at == order.end() ? (runs > 0 ? -1 : std::ptrdiff_t(order.size())) : at - order.begin();
    const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(place + runs, 0, std::ptrdiff_t(order.size()) - 1);
    select(order[static_cast<std::size_t>(next)].second);
}

bool EvidencePage::open_selected()
{
    const auto run = model_.find(selected_);
    if (!run)
        return false;
    const evidence::Evidence& evidence = model_.evidence();
    const WorkspacePointer workspace = make_workspace();
    auto opened_run
        = evidence::reopen(document_.catalog(), evidence.sample.cases[*run], evidence.sample.rows[*run], *workspace);
    if (!opened_run) {
        source_->say(text(opened_run.error()));
        return false;
    }
    opened_run->scenario.title = english(figures::run_title(evidence, *run));
    if (opened_run->exact)
        source_->say({});
    else
        source_->say(tr("As a scenario it is predicted %1 % differently: a scenario cannot hold all the table says.")
                         .arg(100 * std::abs(opened_run->step_seconds / evidence.predictions[*run].step_seconds - 1), 0,
                              'f', 1));
    const Message words{PLATEAU_TEXT("Open %1"), {title_of(opened_run->scenario)}};
    document_.replace(std::move(opened_run->scenario), words);
    emit opened();
    return true;
}

/// The calibration gets the room it needs as it grows, up to what leaves some to the panels above it.
bool EvidencePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == calibrate_panel_ && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) {
        const int width = calibrate_area_->viewport()->width();
        const int wanted = active_ && width > least_calibrate_width ? calibrate_panel_->heightForWidth(width) : 0;
        calibrate_area_->setMinimumHeight(std::clamp(wanted, 150, std::max(200, height() - left_to_others)));
    }
    return Page::eventFilter(watched, event);
}

} // namespace plateau::ui
