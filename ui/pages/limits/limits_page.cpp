// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/limits/limits_page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/answers/plans.h"
#include "core/charts/plot_view.h"
#include "core/question/limits_scenario/bridge.h"
#include "core/views/looks.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/panels/facts_table.h"

namespace plateau::ui {

constexpr int burst_milliseconds = 500;
constexpr const char* first_scenario = "limits-h100-dense";
constexpr const char* detail_looks[] = {"curve", "cluster", "time", "cost"}; ///< as LimitsDetail
constexpr const char* first_overlays[] = {"limits-h100-low-latency", "limits-h100-global-nvlink"};

LimitsPage::LimitsPage(LimitsDocument& document, catalog::KnownRuns known, QWidget* parent)
    : Page(page_name, parent), document_(document), model_(document, std::move(known)), views_(new Segments(this)),
      details_(new Segments(this)), plot_(new FigureView)
{
    build_views();
    auto* column = page_column(this, question_, sentence_, 4);
    column->addWidget(controls_row({views_, details_}));
    add_plot(column, plot_);

    build_panels();
    connect(&model_, &LimitsModel::updated, this, &LimitsPage::redraw);
    connect(&document_, &QuestionDocument::changed, this, [this] { bridge_problem_ = {}; });
    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    connect_marker();
    connect_view();
    set_compact(false);
}

void LimitsPage::build_views()
{
    views_->add(QStringLiteral("curve"), tr("Search"), tr("The best run of every size, by search"));
    views_->add(QStringLiteral("forms"), tr("Closed forms"), tr("T_crit and T_limit against the batch exponent"));
    views_->set_name(tr("Picture"));
    views_->set_current(QStringLiteral("curve"));
    details_->add(QStringLiteral("curve"), tr("Step"), tr("Where a step's time goes"));
    details_->add(QStringLiteral("cluster"), tr("GPUs"), tr("How large the cluster is"));
    details_->add(QStringLiteral("time"), tr("Time"), tr("How long the run takes"));
    details_->add(QStringLiteral("cost"), tr("Cost"), tr("What the run costs"));
    details_->set_name(tr("Lowest plot"));
    details_->set_current(QStringLiteral("curve"));
    connect(views_, &Segments::chosen, this, [this](const QString& value) {
        choose_view(value == QLatin1String("curve") ? View::Curve : View::ClosedForms);
    });
    connect(details_, &Segments::chosen, this, [this](const QString& value) {
        for (std::size_t i = 0; i < std::size(detail_looks); ++i)
            if (value == QLatin1String(detail_looks[i]))
                choose_detail(static_cast<figures::LimitsDetail>(i));
    });
    for (const auto& [words, view] :
         {std::pair(tr("&Search"), View::Curve), std::pair(tr("&Closed forms"), View::ClosedForms)})
        add_choice(
            0, words, [this, view = view] { return view_ == view; }, [this, view = view] { choose_view(view); });
    using Detail = figures::LimitsDetail;
    for (const auto& [words, detail] : {std::pair(tr("Where a s&tep goes"), Detail::Step),
                                        {tr("How &large the cluster is"), Detail::Cluster},
                                        {tr("How lo&ng the run takes"), Detail::Time},
                                        {tr("&What the run costs"), Detail::Cost}})
        add_choice(
            1, words, [this, detail = detail] { return model_.detail() == detail; },
            [this, detail = detail] { choose_detail(detail); });
}

void LimitsPage::choose_detail(figures::LimitsDetail detail)
{
    details_->set_current(QLatin1String(detail_looks[static_cast<std::size_t>(detail)]));
    model_.set_detail(detail);
}

void LimitsPage::build_panels()
{
    configurations_ = new ConfigurationPanel(document_, model_);
    parameters_ = new ParameterPanel(document_);
    landmarks_ = new LandmarksPanel;
    readout_ = new ReadoutPanel;
    at_marker_ = new QWidget;
    at_marker_->setObjectName(QStringLiteral("dock"));
    at_marker_->setAttribute(Qt::WA_StyledBackground);
    open_ = new QPushButton(tr("Open as scenario"));
    open_->setToolTip(tr("The same cluster and shape in the detailed estimate, on the workbench"));
    auto* column = box_layout<QVBoxLayout>(at_marker_, {0, 8, 0, 0}, 0);
    auto* line = new QHBoxLayout; // first, so that it is in sight however low the window is
    line->setContentsMargins(12, 0, 12, 0);
    line->addWidget(open_);
    line->addStretch();
    column->addLayout(line);
    column->addWidget(readout_, 1);
    binds_ = new NotePanel;
    binds_->setMinimumHeight(112);
    left_out_ = new NotePanel;
    left_out_->show_paragraphs(paragraphs(narrate::limits_leave_out(model_.known())));
    plot_->set_point_hint([this](const std::string& name) {
        for (const catalog::KnownRun& run : model_.known().runs)
            if (english(figures::mark_words(run)) == name)
                return QStringLiteral("<p><b>%1</b><br>%2</p><p>%3</p>")
                    .arg(text(name).toHtmlEscaped(), text(narrate::run_words(run)).toHtmlEscaped(),
                         text(run.source).toHtmlEscaped());
        return QString();
    });
    connect(open_, &QPushButton::clicked, this, &LimitsPage::open_as_scenario);
    connect(configurations_, &ConfigurationPanel::workbench_wanted, this, &LimitsPage::workbench_wanted);
}

std::map<std::string, QWidget*> LimitsPage::panels()
{
    return {{"limits_configurations", configurations_},
            {"limits_parameters", parameters_},
            {"limits_landmarks", landmarks_},
            {"limits_readout", at_marker_},
            {"limits_binds", binds_},
            {"limits_left_out", left_out_}};
}

void LimitsPage::show_view(const views::View& view)
{
    const auto* detail = std::ranges::find(detail_looks, std::string(view.look));
    choose_view(detail == std::end(detail_looks) ? View::ClosedForms : View::Curve);
    if (view_ == View::Curve)
        choose_detail(static_cast<figures::LimitsDetail>(detail - detail_looks));
}

std::vector<Page::DrawnView> LimitsPage::drawn() const
{
    const bool curve = view_ == View::Curve;
    return {{detail_looks[static_cast<std::size_t>(model_.detail())], model_.figure(), curve ? plot_ : nullptr},
            {"closed_forms", model_.closed_forms(), curve ? nullptr : plot_, !curve}};
}

narrate::Status LimitsPage::status() const
{
    std::vector<const LimitsScenario*> shown;
    for (const figures::LimitsCurve& curve : model_.picture().curves)
        shown.push_back(curve.scenario.get());
    return narrate::limits_status(shown, model_.points_known(), model_.is_working());
}

PageCorner LimitsPage::corner() const
{
    const int changes = document_.change_count();
    const auto count = static_cast<int>(document_.configurations().size());
    QString words = count == 1 ? tr("1 configuration") : tr("%1 configurations").arg(count);
    if (changes > 0)
        words += QStringLiteral(", ") + (changes == 1 ? tr("1 change") : tr("%1 changes").arg(changes));
    return {text(document_.title_words()), words};
}

void LimitsPage::set_active(bool active)
{
    if (active && !opened_once_) {
        opened_once_ = true;
        if (document_.scenario().title.empty() && document_.unsaved().empty() && document_.open(first_scenario)) {
            for (const char* overlay : first_overlays)
                (void)document_.add(overlay);
            document_.select(0);
            document_.undo_stack().clear();
        }
    }
    model_.set_active(active);
}

void LimitsPage::fit() { parameters_->set_compact(is_compact()); }

void LimitsPage::choose_view(View view)
{
    view_ = view;
    views_->set_current(view == View::Curve ? QStringLiteral("curve") : QStringLiteral("forms"));
    details_->setVisible(view == View::Curve);
    redraw();
}

const figures::Figure& LimitsPage::shown() const
{
    return view_ == View::Curve ? model_.figure() : model_.closed_forms();
}

void LimitsPage::connect_marker()
{
    connect(plot_, &FigureView::marker_pressed, this, [this] {
        burst_end_.stop();
        gesture_ = document_.begin_gesture();
    });
    connect(plot_, &FigureView::marker_wanted, this, &LimitsPage::move_to);
    connect(plot_, &FigureView::marker_released, this, [this] { gesture_ = 0; });
    connect(plot_, &FigureView::marker_clicked, this, [this](double x, bool back) {
        if (!back) {
            burst_end_.stop();
            gesture_ = document_.begin_gesture();
        }
        move_to(back ? x : clicked(x), true);
    });
    connect(plot_, &FigureView::marker_stepped, this, &LimitsPage::step);
    connect(plot_, &FigureView::marker_sent, this, [this](bool to_end) {
        gesture_ = 0;
        const auto stops = marker_stops();
        if (!stops.empty())
            edit(view_ == View::Curve ? "training_flop" : "batch_exponent", to_end ? stops.back() : stops.front());
    });
}

/// The part of the search's axes that is looked at belongs to the question.
void LimitsPage::connect_view()
{
    connect(plot_, &FigureView::view_changed, this, [this] {
        if (view_ == View::Curve)
            document_.look(figures::looks::axes, figures::written(plot_->view()));
    });
    const auto follow = [this] {
        const std::string axes = figures::looks::of(document_.scenario().view, figures::looks::axes);
        if (view_ == View::Curve && axes != figures::written(plot_->view()))
            plot_->set_view(figures::read_plot_view(axes));
    };
    connect(&document_, &QuestionDocument::replaced, this, [this, follow] {
        plot_->forget_history();
        follow();
    });
    follow();
}

void LimitsPage::edit(const char* key, double value) { document_.edit_value(key, Value(value), gesture_); }

/// The places where the marker stops: the computed runs, or every hundredth of the exponent.
std::vector<double> LimitsPage::marker_stops() const
{
    std::vector<double> stops;
    if (view_ == View::ClosedForms) {
        for (int i = 0; i <= 40; ++i)
            stops.push_back(0.01 * i);
        return stops;
    }
    for (const limits::Point& point : model_.current().points)
        if (point.feasible)
            stops.push_back(point.model.training_flop);
    return stops;
}

void LimitsPage::move_to(double x, bool fine)
{
    const figures::Figure& figure = shown();
    double wanted = std::clamp(x, figure.plot().x.minimum, figure.plot().x.maximum);
    const auto stops = marker_stops();
    if (!fine && !stops.empty())
        wanted = *std::min_element(stops.begin(), stops.end(), [&](double a, double b) {
            const auto distance = [&](double stop) {
                return figure.plot().x.logarithmic ? std::abs(std::log(stop / wanted)) : std::abs(stop - wanted);
            };
            return distance(a) < distance(b);
        });
    edit(view_ == View::Curve ? "training_flop" : "batch_exponent", wanted);
}

/// Rounds to what the pointer can tell apart: two digits of compute, hundredths of the exponent.
double LimitsPage::clicked(double x) const
{
    const double unit = view_ == View::Curve ? std::pow(10, std::floor(std::log10(x)) - 1) : 0.01;
    return std::round(x / unit) * unit;
}

void LimitsPage::step(int count, bool fine)
{
    if (!burst_end_.isActive())
        gesture_ = document_.begin_gesture();
    burst_end_.start();
    const double now
        = view_ == View::Curve ? document_.scenario().marker_flop : document_.scenario().question.rules.batch.exponent;
    if (fine) {
        edit(view_ == View::Curve ? "training_flop" : "batch_exponent",
             view_ == View::Curve ? now * std::pow(10, 0.02 * count) : now + 0.001 * count);
        return;
    }
    const auto stops = marker_stops();
    if (stops.empty())
        return;
    const double slack = 1e-9 * std::abs(now);
    const auto above = std::upper_bound(stops.begin(), stops.end(), now + slack) - stops.begin();
    const auto below = std::lower_bound(stops.begin(), stops.end(), now - slack) - stops.begin();
    const auto last = static_cast<std::ptrdiff_t>(stops.size()) - 1;
    const auto wanted = std::clamp<std::ptrdiff_t>((count > 0 ? above - 1 : below) + count, 0, last);
    edit(view_ == View::Curve ? "training_flop" : "batch_exponent", stops[static_cast<std::size_t>(wanted)]);
}

void LimitsPage::redraw()
{
    const figures::Figure& figure = shown();
    question_->setText(text(figure.title));
    if (view_ == View::Curve && model_.marker_known())
        say(narrate::limits_answer(document_.scenario(), model_.marker()));
    else if (!figure.sentence.empty())
        say(figure.sentence);
    plot_->show_figure(figure, style());
    configurations_->refresh();
    parameters_->refresh(nullptr);
    landmarks_->show_picture(model_.picture());
    show_marker();
    emit updated();
}

void LimitsPage::show_marker()
{
    const LimitsScenario& scenario = document_.scenario();
    const bool known = model_.marker_known();
    open_->setVisible(view_ == View::Curve);
    if (view_ == View::ClosedForms) {
        readout_->show_facts(tr("at C^%1").arg(quantity(scenario.question.rules.batch.exponent, units::Unit::None)),
                             tr("Current"), narrate::closed_form_readout(scenario), {}, false);
        binds_->show_paragraphs(paragraphs(narrate::closed_form_reasons(scenario)));
        return;
    }
    readout_->show_facts(
        tr("at %1").arg(quantity(scenario.marker_flop, units::Unit::Flop)), tr("Current"),
        narrate::limits_readout(scenario, model_.marker(), figures::growth_of(scenario, &model_.known())), {}, !known);
    open_->setEnabled(known && model_.marker().feasible);
    if (known || binds_->text().isEmpty())
        binds_->show_paragraphs(paragraphs(narrate::what_binds_here(scenario, model_.marker(), bridge_problem_)));
    else
        binds_->show_paragraphs(binds_->text().split(QLatin1Char('\n')), true);
}

void LimitsPage::open_as_scenario()
{
    const auto scenario = as_training(document_.catalog(), document_.scenario(), model_.marker());
    if (scenario) {
        emit scenario_wanted(answers::recomputed_to_fit(document_.catalog(), *scenario));
        return;
    }
    const Error& error = scenario.error();
    const Message why = error.accepted.empty() ? error.what : Message{"%1; %2", {error.what, error.accepted}};
    bridge_problem_ = {PLATEAU_TEXT("Cannot be opened as a scenario: %1."), {why}};
    show_marker();
}

} // namespace plateau::ui
